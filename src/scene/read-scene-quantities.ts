import { findSystem } from '../systems/index.ts';
import { isEntry, readQuantities } from '../systems/map-params.ts';
import type { ParamTable } from '../systems/params.ts';
import { actorParams } from './actor-params.ts';
import { sceneMaterials } from './own-materials.ts';
import { timeParams, windParams } from './scene-params.ts';
import { viewParams } from './view-params.ts';

/**
 * Returns a copy of a scene as data in which texts such as `5mm` or `47/24` are numbers in the units of the tables. Used by code that needs
 * a scene before the scene is checked. Invalid values stay unchanged.
 */
export function readSceneQuantities<Scene>(scene: Scene): Scene {
  if (!isEntry(scene)) return scene;
  const entries = (list: unknown, tableOf: (entry: Readonly<Record<string, unknown>>) => ParamTable) =>
    Array.isArray(list)
      ? list.map((entry) => (isEntry(entry) ? readQuantities(tableOf(entry), entry) : entry))
      : list;
  const tableOf = (kind: unknown) => findSystem(kind)?.params ?? {};
  const out: Record<string, unknown> = readQuantities(viewParams, scene);
  if (isEntry(scene.time)) out.time = readQuantities(timeParams, scene.time);
  if (isEntry(scene.materials)) {
    const { params } = sceneMaterials;
    out.materials = Object.fromEntries(
      Object.entries(scene.materials).map(([name, entry]) => [
        name,
        isEntry(entry) ? readQuantities(params, entry) : entry,
      ]),
    );
  }
  if (isEntry(scene.wind)) out.wind = readQuantities(windParams, scene.wind);
  if (Object.hasOwn(scene, 'actors')) out.actors = entries(scene.actors, () => actorParams);
  if (Object.hasOwn(scene, 'systems')) out.systems = entries(scene.systems, ({ system }) => tableOf(system));
  return out as Scene;
}
