import { isTerrainFile } from '../../src/files/index.ts';
import { inspectTerrain } from '../../src/scene/index.ts';
import { entryAt, type SceneLocation, setValue } from './edit-scene.ts';
import type { GivenFile } from './open-files.ts';
import type { SceneData } from './studio-document.ts';

/** Default width and height of a terrain whose file does not state them, m. */
const firstWidth = 60;
const firstHeight = 4;

/**
 * Returns a scene in which the parameter `key` names the file. If the file is a terrain that does not state its width or height, default
 * values are added to the scene, so that the user can see and change them.
 */
export function takeGroundFile(
  scene: SceneData,
  location: SceneLocation,
  key: string,
  file: GivenFile,
): SceneData {
  const named = setValue(scene, location, key, file.path);
  if (key !== 'terrain' || !isTerrainFile(file.bytes, file.path)) return named;
  const { needs, columns } = inspectTerrain(file.bytes, file.path);
  const entry = entryAt(scene, location);
  const spacing = Number((firstWidth / Math.max(1, columns - 1)).toPrecision(3));
  const guesses: Readonly<Record<(typeof needs)[number], unknown>> = {
    terrainMax: firstHeight,
    terrainSpacing: [spacing, spacing],
  };
  return needs
    .filter((need) => entry[need] === undefined)
    .reduce<SceneData>((next, need) => setValue(next, location, need, guesses[need]), named);
}
