import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FurRun } from './testing/fur-run.ts';
import { createTailActor } from './testing/tail-actor.ts';

const sizes = fc.oneof(
  fc.constantFrom(0, 1e-8, -1e-8, 1e-3, -1),
  fc.double({ min: -2, max: 2, noNaN: true }),
);

/** Returns the rendered lengths of all strands, m. */
function lengthsOf(run: FurRun): number[] {
  const { offsets, vertexCount } = run.state.output;
  return Array.from({ length: vertexCount }, (_, v) => Math.hypot(...offsets.subarray(3 * v, 3 * v + 3)));
}

describe('a skin that a bone scales to 0', () => {
  test('fur has length 0 while the skin has size 0, and its former length afterwards', async () => {
    const gone = (t: number) => (t >= 0.4 && t < 0.8 ? 0 : 1);
    const actor = createTailActor({ size: gone, cuts: [0.4, 0.8] });
    const run = await FurRun.open({ gravity: 0 }, { actor });
    const standing = lengthsOf(run);
    run.runTo(0.6);
    expect(lengthsOf(run).every((length) => length === 0)).toBe(true);
    for (let t = 0.85; t < 1.5; t += 0.05) {
      run.runTo(t);
      lengthsOf(run).forEach((length, v) => {
        expect(length / standing[v]).toBeGreaterThan(0.89);
        expect(length / standing[v]).toBeLessThan(1.11);
      });
      expect(run.state.totals.peakLean).toBeLessThan(0.6);
    }
  });

  test('all values are finite at all scales, and fur does not become longer while its skin shrinks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sizes, { minLength: 2, maxLength: 6 }), async (keys) => {
        const size = (t: number) => {
          const at = Math.min(keys.length - 1.001, 20 * t);
          const k = Math.floor(at);
          return keys[k] + (at - k) * (keys[k + 1] - keys[k]);
        };
        const run = await FurRun.open({}, { actor: createTailActor({ size }) });
        for (let tick = 0; tick < 5; tick++) {
          run.runTo(tick / 20);
          const { offsets, normals, roots, lengths } = run.state.output;
          for (const values of [offsets, normals, roots]) expect(values.every(Number.isFinite)).toBe(true);
          lengthsOf(run).forEach((length, v) => {
            expect(length).toBeLessThan(1.11 * lengths[v]);
          });
        }
      }),
      { seed: 16, numRuns: 12 },
    );
  });
});
