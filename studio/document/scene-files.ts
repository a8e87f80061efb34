import { findSystem } from '../../src/index.ts';
import { type FieldTable, moveParamFiles } from '../../src/scene/index.ts';
import { actorsOf, type SceneData, type SceneEntry, systemsOf } from './studio-document.ts';

/** Keys of an actor whose values are paths of files. */
const actorKeys = ['file', 'keys'];

/** Returns the paths of all files that a scene names, in order. */
export function filePathsOf(scene: SceneData): string[] {
  const paths: string[] = [];
  moveFiles(scene, (path) => {
    paths.push(path);
    return path;
  });
  return paths;
}

/**
 * Returns a copy of a scene in which the paths of files are replaced by the results of `move`, and the location of the schema is left out.
 */
export function moveFiles(scene: SceneData, move: (path: string) => string): SceneData {
  const moved = (entry: SceneEntry, keys: readonly string[]): SceneEntry => {
    const named = keys.filter((key) => typeof entry[key] === 'string');
    return { ...entry, ...Object.fromEntries(named.map((key) => [key, move(entry[key] as string)])) };
  };
  const { $schema: _, ...rest } = scene;
  return {
    ...rest,
    actors: actorsOf(scene).map((entry) => moved(entry, actorKeys)),
    ...(Array.isArray(scene.systems)
      ? { systems: systemsOf(scene).map((entry) => moveParamFiles(tableOf(entry.system), entry, move)) }
      : {}),
  };
}

/** Returns whether a system of a scene shows a heightfield. */
export function showsGround({ system }: SceneEntry): boolean {
  return findSystem(system)?.shows === 'heightfield';
}

function tableOf(kind: unknown): FieldTable {
  return findSystem(kind)?.params ?? {};
}
