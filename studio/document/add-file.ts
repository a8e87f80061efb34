import { freeOf } from '../particles/scene-particles.ts';
import type { GivenFile } from './open-files.ts';
import { filePathsOf } from './scene-files.ts';
import type { SceneData, StudioDocument } from './studio-document.ts';

/** Returns a copy of a document with an additional file, under a name that is free. `change` enters the name into the scene. */
export function addFile(
  document: StudioDocument,
  { path, bytes }: GivenFile,
  change: (scene: SceneData, path: string) => SceneData,
): StudioDocument {
  const { scene, files } = document;
  const name = path.replace(/^.*\//, '');
  const known = files.get(name);
  const isSame = known?.length === bytes.length && known.every((byte, k) => byte === bytes[k]);
  const taken = isSame ? [] : [...files.keys(), ...filePathsOf(scene)];
  const ending = /\.[^.]*$/.exec(name)?.[0] ?? '';
  const own = freeOf(stemOf(name), taken.map(stemOf)) + ending;
  return { ...document, files: new Map([...files, [own, bytes]]), scene: change(scene, own) };
}

function stemOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}
