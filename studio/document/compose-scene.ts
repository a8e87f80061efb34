import type { InputFault } from '../../src/index.ts';
import { type Stroke, type StrokeBody, strokeBodies } from '../brush/stroke.ts';
import { moveFiles } from './scene-files.ts';
import {
  actorsOf,
  type DocumentFiles,
  type SceneData,
  type SceneEntry,
  type StudioDocument,
  systemsOf,
} from './studio-document.ts';

/** The folder of a download that contains the inputs of the scene, separate from its outputs. */
const sourceFolder = 'source';

/** A scene together with all files that it needs, in one folder: the content of a download, which the command line can bake. */
export interface ComposedScene {
  readonly scene: SceneData;
  /** The files by their paths in the scene. */
  readonly files: DocumentFiles;
}

/** Returns the document's scene with its strokes as keyed actors, and all its files below one folder. */
export function composeScene({ scene, files, strokes }: StudioDocument): ComposedScene {
  const composed = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) composed.set(`${sourceFolder}/${path}`, bytes);
  const moved = moveFiles(scene, (path) => `${sourceFolder}/${path}`);
  const actors = [...actorsOf(moved)];
  for (const body of strokes.flatMap(strokeBodies)) {
    const file = `${sourceFolder}/${body.name}.obj`;
    const keys = `${sourceFolder}/${body.name}.keys.json`;
    composed.set(file, encodeText(body.mesh));
    composed.set(keys, encodeText(keysText(body)));
    actors.push({ name: body.name, file, keys, profile: body.profile });
  }
  return { scene: { ...moved, actors, systems: systemsWith(moved, strokes) }, files: composed };
}

/** Returns the keys of a body as the text of a file that a scene can name. */
export function keysText({ keys }: StrokeBody): string {
  return `{ "keys": [\n${keys.map((key) => `  ${JSON.stringify(key)}`).join(',\n')}\n] }\n`;
}

/** Returns the systems of a scene. If a system lists the actors it collides with, the strokes are added to the list. */
export function systemsWith(scene: SceneData, strokes: readonly Stroke[]): SceneEntry[] {
  const names = strokes.flatMap(strokeBodies).map((body) => body.name);
  return systemsOf(scene).map((entry) =>
    Array.isArray(entry.actors) && names.length > 0
      ? { ...entry, actors: [...entry.actors, ...names] }
      : entry,
  );
}

/** Returns faults with the messages of the command line, and with paths in the scene as the user knows it. */
export function readableFaults(faults: readonly InputFault[]): InputFault[] {
  return faults.map(({ path, message }) => ({ path, message: message.replaceAll(`${sourceFolder}/`, '') }));
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
