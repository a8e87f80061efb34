import type { Stroke } from '../brush/stroke.ts';

/** A scene file as data, before it is checked. This is the data that the page edits and that a download contains. */
export interface SceneData {
  readonly [key: string]: unknown;
  readonly actors?: readonly SceneEntry[];
  readonly systems?: readonly SceneEntry[];
  readonly time?: SceneEntry;
  readonly wind?: SceneEntry;
}

export type SceneEntry = Readonly<Record<string, unknown>>;

/** The files of a scene, by their paths in the scene. */
export type DocumentFiles = ReadonlyMap<string, Uint8Array>;

/** The open document: one scene with all its files, and its brush strokes. It is immutable. */
export interface StudioDocument {
  /** The name of downloads. */
  readonly name: string;
  /** Where the document comes from. A link can refer to a shipped scene, but not to the user's own character. */
  readonly origin: DocumentOrigin;
  readonly scene: SceneData;
  /** The scene as it was opened. Reset restores it, and a link contains the differences from it. */
  readonly opened: SceneData;
  readonly files: DocumentFiles;
  readonly strokes: readonly Stroke[];
}

export type DocumentOrigin =
  | { readonly kind: 'shipped'; readonly id: string }
  | { readonly kind: 'dropped'; readonly file: string };

/** Returns the actors of a scene as data. Empty if it has none. */
export function actorsOf(scene: SceneData): readonly SceneEntry[] {
  return Array.isArray(scene.actors) ? scene.actors : [];
}

/** Returns the systems of a scene as data. Empty if it has none. */
export function systemsOf(scene: SceneData): readonly SceneEntry[] {
  return Array.isArray(scene.systems) ? scene.systems : [];
}

/** Creates a reader for the files of a document. If a path has escapes (`my%20file.bin`), the file is found too. */
export function createSceneFiles(files: DocumentFiles): {
  read(path: string): Uint8Array | undefined;
  locate(path: string): string;
  readonly outsideFiles: true;
} {
  return {
    // Access need not be limited to a folder, because only dropped files can be read.
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
