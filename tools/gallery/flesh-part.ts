import type { Actor } from '../../src/motion/actor.ts';
import { createDiskFiles } from '../../src/node/disk-files.ts';
import { openScene } from '../../src/scene/open-scene.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { FleshPart } from '../../src/systems/flesh/part.ts';
import type { FleshPrepared } from '../../src/systems/flesh/prepare.ts';
import { listNormalModes } from '../../src/systems/outputs/morph.ts';
import { checkout } from './checkout.ts';
import type { StudyMesh } from './mesh-study.ts';

export interface PictureFlesh {
  readonly actor: Actor;
  readonly part: FleshPart;
}

/** Returns the project's heavy mannequin in its rest pose. */
export async function openHeavyMannequin(): Promise<Actor> {
  const plan = await openPlan([]);
  return plan.actors[0].character!.actor;
}

/** Returns a flesh part of the heavy mannequin, prepared as in a scene. */
export async function prepareHeavyPart(params: Record<string, unknown>): Promise<PictureFlesh> {
  const plan = await openPlan([{ system: 'flesh', name: 'part', ...params }]);
  return {
    actor: plan.actors[0].character!.actor,
    part: (plan.systems[0].prepared as FleshPrepared).parts[0].part,
  };
}

function openPlan(systems: readonly unknown[]) {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 2.4, fps: 30 },
    actors: [{ name: 'man', file: 'scenes/assets/heavy-mannequin.glb', clip: 'jump' }],
    systems: systems.length > 0 ? systems : [{ system: 'ground', name: 'ground' }],
  });
  return openScene(scene, createDiskFiles(checkout), { name: 'picture', sceneFile: 'picture' });
}

/**
 * Returns the character's surfaces in the rest pose, displaced by amplitudes of the part's modes. Without `correct`, normals are not
 * changed.
 */
export function deformAtRest(
  { actor, part }: PictureFlesh,
  amplitudes: ArrayLike<number>,
  correct = true,
): StudyMesh[] {
  return actor.rig.surfaces.map((surface, index) => {
    const positions = Float64Array.from(surface.positions);
    const normals = Float64Array.from(surface.normals!);
    const moved = part.surfaces.find((candidate) => candidate.surface === index);
    moved?.vertices.forEach((vertex, v) => {
      for (let mode = 0; mode < part.modeCount; mode++) {
        const at = 3 * (mode * moved.vertices.length + v);
        for (let i = 0; i < 3; i++) {
          positions[3 * vertex + i] += amplitudes[mode] * moved.shapes[at + i];
        }
      }
      if (!correct) return;
      for (const [order, mode] of listNormalModes(moved, part.modeCount).entries()) {
        const at = 3 * (order * moved.vertices.length + v);
        for (let i = 0; i < 3; i++) normals[3 * vertex + i] += amplitudes[mode] * moved.normals[at + i];
      }
    });
    return { positions, normals, indices: surface.indices, color: surface.color };
  });
}
