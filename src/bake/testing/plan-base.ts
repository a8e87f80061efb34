import type { Actor } from '../../motion/actor.ts';
import { createActorSkins } from '../../motion/actor-skins.ts';
import { FrameTimes } from '../../simulation/frame-times.ts';
import type { BakeActor, BakePlan } from '../bake-plan.ts';
import { reportActor } from '../bake-report.ts';
import type { OutputKindName } from '../output-kinds.ts';

/** Returns a plan with all values except actors and systems. */
export function planBase(options: {
  readonly name: string;
  readonly fps: number;
  readonly end: number;
  readonly frames?: readonly [number, number];
  readonly outputs: readonly OutputKindName[];
}): Omit<BakePlan, 'actors' | 'systems'> {
  const { name, fps, end, frames, outputs } = options;
  const times = new FrameTimes(0, end, fps);
  return {
    name,
    sceneFile: 'scene.json',
    hash: '0123456789abcdef',
    seed: 1,
    times,
    fps,
    firstFrame: frames?.[0] ?? 0,
    lastFrame: frames?.[1] ?? times.count - 1,
    outputs,
    meshPart: 'touched',
    warnings: [],
  };
}

/** Returns an actor that does not touch anything. */
export function planActor(
  actor: Actor,
  bytes: Uint8Array,
  posedMeshesAt: BakeActor['posedMeshesAt'] = () => [],
): BakeActor {
  const { name } = actor;
  return {
    name,
    file: `${name}.glb`,
    character: { actor, bytes, resolve: () => undefined },
    colliders: {
      name,
      createColliders: () => ({ colliders: [], advance() {} }),
      createSkins: (soft) => createActorSkins(actor, { soft }),
    },
    report: reportActor(actor),
    isShown: true,
    posedMeshesAt,
  };
}
