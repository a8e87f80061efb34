import { expect, test } from 'vitest';
import { createActorColliders } from '../../../motion/actor-colliders.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import { FurRun } from '../testing/fur-run.ts';
import { createTailActor } from '../testing/tail-actor.ts';

const actor = createTailActor();
const bodies = createActorColliders(actor, { startTime: 0 }).colliders;

/** Opens a coat on a tail that does not move, all of whose vertices are covered by `amount`, 0 to 255. */
async function openCovered(amount: number): Promise<FurRun> {
  const covers = bodies.map(({ name, vertexCount }) => ({
    collider: name,
    amounts: new Uint8Array(vertexCount).fill(amount),
  }));
  const ground = { readCovers: () => covers } as unknown as HeightfieldOutput;
  return FurRun.open({ stickingMass: 4 }, { actor, bodies, heightfields: [ground] });
}

/** Returns the mean height of the tips above their roots at the sides of the tail, m. */
function meanSide({ state: { output } }: FurRun): number {
  const heights = Array.from({ length: output.vertexCount }, (_, v) => v)
    .filter((v) => Math.abs(output.normals[3 * v]) > 0.9)
    .map((v) => output.offsets[3 * v + 1]);
  expect(heights.length).toBeGreaterThan(20);
  return heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

test('the more of the ground sticks, the lower strands hang, from the start on', async () => {
  const runs = await Promise.all([0, 127, 255].map(openCovered));
  const atStart = runs.map(meanSide);
  expect(atStart[1]).toBeLessThan(1.3 * atStart[0]);
  expect(atStart[2]).toBeLessThan(1.3 * atStart[1]);
  for (const run of runs) run.runTo(0.1);
  runs.map(meanSide).forEach((height, k) => {
    expect(height).toBeCloseTo(atStart[k], 4);
  });
  expect(runs.map(({ state }) => state.sticking!.coveredFraction)).toEqual([0, 1, 1]);
});
