import { readMesh } from '../../src/scene/index.ts';
import { addFur, setWind } from '../fur/scene-fur.ts';
import type { GivenFile } from './open-files.ts';
import type { StudioDocument } from './studio-document.ts';

/** Minimum and maximum plausible size of a mesh, m. A mesh outside of this range is scaled to a height of 1 m. */
const meshSizes = [0.05, 20] as const;

/**
 * Creates the document of a single mesh (.obj, .stl, .ply), which is on the floor and has a coat in a light wind. Throws an `InputError`.
 */
export async function openMesh(file: GivenFile): Promise<StudioDocument> {
  const path = file.path.replace(/^.*\//, '');
  const { positions } = await readMesh(file.bytes, path, { read: () => undefined });
  let [low, high] = [Infinity, -Infinity];
  for (let k = 1; k < positions.length; k += 3) {
    low = Math.min(low, positions[k]);
    high = Math.max(high, positions[k]);
  }
  const size = high - low;
  const isMetres = size >= meshSizes[0] && size <= meshSizes[1];
  const scale = isMetres || !(size > 0) ? 1 : 1 / size;
  const height = size * scale;
  const name = path.replace(/\.[^.]*$/, '');
  const keys = `${name}.keys.json`;
  const stands = [{ time: 0, position: [0, Number((-low * scale).toFixed(6)) || 0, 0] }];
  const actor = { name, file: path, keys, ...(isMetres || !(size > 0) ? {} : { height }) };
  const scene = { version: 1, seed: 1, time: { start: 0, end: 5, fps: 30 }, actors: [actor], systems: [] };
  const furry = setWind(addFur(scene, name, height), 0, { strength: 1.5 });
  return {
    name,
    origin: { kind: 'dropped', file: path },
    scene: furry,
    opened: furry,
    files: new Map([
      [path, file.bytes],
      [keys, new TextEncoder().encode(JSON.stringify(stands))],
    ]),
    strokes: [],
  };
}
