import { findSystem } from '../../src/index.ts';
import { actorParams, type FieldTable, moveParamFiles } from '../../src/scene/index.ts';
import { actorsOf, type SceneData, type SceneEntry, systemsOf } from './studio-document.ts';

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
  const { $schema: _, ...rest } = scene;
  return {
    ...rest,
    actors: actorsOf(scene).map((entry) => moveParamFiles(actorParams, entry, move)),
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
