import type { Stroke } from '../brush/stroke.ts';

/** A scene file as data, before it is checked: what the page edits, and what a download holds. */
export interface SceneData {
  readonly [key: string]: unknown;
  readonly actors?: readonly SceneEntry[];
  readonly systems?: readonly SceneEntry[];
  readonly time?: SceneEntry;
}

export type SceneEntry = Readonly<Record<string, unknown>>;

/** Files that a scene names, by the path that it writes. */
export type DocumentFiles = ReadonlyMap<string, Uint8Array>;

/** What is open on the page: one scene with all its files, and what was brushed into it. Never changed, only replaced. */
export interface StudioDocument {
  /** What downloads are called. */
  readonly name: string;
  /** Where it came from: a link can carry a shipped scene, never someone's own character. */
  readonly origin: DocumentOrigin;
  readonly scene: SceneData;
  /** The scene as it was opened: what reset goes back to, and what a link tells the difference from. */
  readonly opened: SceneData;
  readonly files: DocumentFiles;
  readonly strokes: readonly Stroke[];
}

export type DocumentOrigin =
  | { readonly kind: 'shipped'; readonly id: string }
  | { readonly kind: 'dropped'; readonly file: string };

/** The actors of a scene as data, empty where it has none. */
export function actorsOf(scene: SceneData): readonly SceneEntry[] {
  return Array.isArray(scene.actors) ? scene.actors : [];
}

/** The systems of a scene as data, empty where it has none. */
export function systemsOf(scene: SceneData): readonly SceneEntry[] {
  return Array.isArray(scene.systems) ? scene.systems : [];
}

/** Reads files of a document by their path; a path with escapes (`my%20file.bin`) finds its file too. */
export function createSceneFiles(files: DocumentFiles): {
  read(path: string): Uint8Array | undefined;
  locate(path: string): string;
  readonly outsideFiles: true;
} {
  return {
    // Only dropped files can be read, so no confinement is needed.
    outsideFiles: true,
    read: (path) => files.get(path) ?? files.get(unescapePath(path)),
    locate: () => `the ${files.size === 1 ? 'file' : `${files.size} files`} dropped here`,
  };
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
