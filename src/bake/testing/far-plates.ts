import { groundParams } from '../../systems/ground/params.ts';
import { groundSystem } from '../../systems/ground/system.ts';
import { defaultParams } from '../../systems/params.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { planBase } from './plan-base.ts';
import { plateActor } from './plate-actor.ts';

/** Returns a bake of half a second in which a plate of 20 cm presses the ground at each position. places, cell: metres. */
export function farPlates(
  positions: readonly (readonly [x: number, z: number])[],
  outputs: readonly OutputKindName[],
  cell = 0.01,
): BakePlan {
  return {
    ...planBase({ name: 'far', fps: 10, end: 0.5, outputs }),
    actors: positions.map(([x, z], k) => {
      const keys = [0.1, -0.02, -0.02, 0.1].map((y, at) => ({
        time: 0.15 * at,
        position: [x, y, z] as const,
        rotation: [0, 0, 0, 1] as const,
      }));
      return plateActor(`plate-${k}`, 8, keys);
    }),
    systems: [
      {
        name: 'beach',
        definition: groundSystem,
        params: { ...defaultParams(groundParams), noiseAmplitude: 0, cell },
        reads: [],
        actors: null,
      },
    ],
  };
}
