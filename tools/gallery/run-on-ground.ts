import { readFileSync } from 'node:fs';
import { readGltf } from '../../src/files/gltf/read-gltf.ts';
import { createActor } from '../../src/motion/actor.ts';
import { createActorColliders } from '../../src/motion/actor-colliders.ts';
import { planTravel } from '../../src/motion/travel/plan-travel.ts';
import { type GroundParams, groundParams } from '../../src/systems/ground/params.ts';
import type { GroundState } from '../../src/systems/ground/state.ts';
import { stepGround } from '../../src/systems/ground/step.ts';
import { createGround } from '../../src/systems/ground/system.ts';
import { defaultParams } from '../../src/systems/params.ts';
import { heading } from './runner-view.ts';

/** Number of steps per second. */
const rate = 120;

/** Returns the internal state of a ground after a number of steps under the project's runner, for values that no output contains. */
export async function runOnGround(
  stepCount: number,
  softDepth: number,
  params: Partial<GroundParams> = {},
): Promise<GroundState> {
  const rig = await readGltf(new Uint8Array(readFileSync('scenes/assets/mannequin.glb')), {
    name: 'mannequin',
  });
  const actor = createActor(rig, {
    name: 'runner',
    clip: 'run',
    heading,
    travel: (of, clip) => planTravel(of, clip, { softDepth }),
  });
  const driver = createActorColliders(actor);
  const state = createGround({ ...defaultParams(groundParams), ...params, rate }, 1);
  for (let n = 0; n < stepCount; n++) {
    driver.advance(n / rate, (n + 1) / rate);
    stepGround(state, driver.colliders);
  }
  state.flush();
  return state;
}
