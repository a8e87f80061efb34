import { type MannequinBuildName, mannequinBuilds, standardBuild } from '../files/bvh/mannequin/builds.ts';
import type { SceneActor } from './scene.ts';

/** Returns the build of the mannequin that the actor has, if it has one. */
export function buildOf({ mannequin }: SceneActor): MannequinBuildName {
  return mannequin === 'auto' ? standardBuild : mannequin;
}

/** Returns the height of an actor: its own, or that of its mannequin if it has no scale. Undefined if its scale determines it. */
export function chooseHeight(entry: SceneActor): number | undefined {
  if (entry.height !== undefined || entry.scale !== undefined || entry.mannequin === 'auto')
    return entry.height;
  return mannequinBuilds[entry.mannequin].height;
}

/**
 * Returns the mass of an actor in kg: its own, or that of its mannequin if the scene names the build. Undefined if it must be estimated from the volume of
 * the actor.
 */
export function chooseMass(entry: SceneActor): number | undefined {
  if (entry.mass !== undefined || entry.mannequin === 'auto') return entry.mass;
  const height = chooseHeight(entry);
  if (height === undefined) return undefined;
  const build = mannequinBuilds[entry.mannequin];
  return build.mass * (height / build.height) ** 3;
}
