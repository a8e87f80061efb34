import { describe, expect, test } from 'vitest';
import { FurRun } from './testing/fur-run.ts';
import { measureShells } from './testing/measure-shells.ts';
import { createTailActor } from './testing/tail-actor.ts';
import { topologyKinds } from './topology/topology.ts';

/** Returns a tail that wags. At 1 s it jumps by 50 m and may also rotate. If `isSaid`, the clip marks the jump as a cut. */
function jumper(turn: number, isSaid: boolean) {
  return createTailActor({
    bend: (t) => 0.9 * Math.sin(9 * t),
    position: (t) => [t < 0.9999 ? 0 : 50, 0, 0],
    turn: (t) => (t < 0.9999 ? 0 : turn),
    cuts: isSaid ? [1] : [],
  });
}

const values = { length: 0.05, frequency: 4, gravity: 1, comb: [0, -0.3, -0.4] };

/** Rotates a vector about y by an angle. */
function turned(vectors: ArrayLike<number>, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const out: number[] = [];
  for (let k = 0; k < vectors.length; k += 3) {
    out.push(c * vectors[k] + s * vectors[k + 2], vectors[k + 1], c * vectors[k + 2] - s * vectors[k]);
  }
  return out;
}

const cases = [0, Math.PI / 2, Math.PI].flatMap((turn) => [true, false].map((isSaid) => ({ turn, isSaid })));

describe.each(cases)(
  'a jump of 50 m with a turn of $turn (reported as a cut: $isSaid)',
  ({ turn, isSaid }) => {
    test.each(topologyKinds)(
      'carry, %s: the shape relative to the root is equal within 1e-5',
      async (topology) => {
        const run = await FurRun.open({ ...values, topology }, { actor: jumper(turn, isSaid) });
        run.runTo(119 / 120);
        const { offsets, lengths } = run.state.output;
        const before = [...offsets];
        run.runTo(1);
        const shape = turned(offsets, -turn);
        // The tail also wags in this step, so its normals rotate a little.
        const stayed = await FurRun.open(
          { ...values, topology },
          { actor: createTailActor({ bend: (t) => 0.9 * Math.sin(9 * t) }) },
        );
        stayed.runTo(119 / 120);
        expect([...stayed.state.output.offsets]).toEqual(before);
        let [max, bent] = [0, 0];
        const { restPositions, normals } = run.state.output;
        for (let v = 0; v < lengths.length; v++) {
          for (let axis = 0; axis < 3; axis++) {
            bent = Math.max(bent, Math.abs(before[3 * v + axis] / lengths[v] - normals[3 * v + axis]));
            // The part that does not wag is equal within the precision of float32.
            if (restPositions[3 * v + 2] > 0.2) continue;
            max = Math.max(max, Math.abs(shape[3 * v + axis] - before[3 * v + axis]) / lengths[v]);
          }
        }
        expect(bent).toBeGreaterThan(0.1);
        expect(max).toBeLessThan(1e-5);
        // Afterwards strands do not whip or stretch, and no frame is missing.
        let lean = 0;
        run.runTo(1.5, ({ state }) => {
          const figures = measureShells(state.output);
          expect(figures.allFinite).toBe(true);
          expect(figures.stretch).toBeLessThan(0.1 + 1e-6);
          lean = Math.max(lean, figures.peakLean);
        });
        expect(lean).toBeLessThan(1.5);
      },
    );

    test('reset: strands are in equilibrium in the frame of the jump', async () => {
      const run = await FurRun.open({ ...values, teleport: 'reset' }, { actor: jumper(turn, isSaid) });
      run.runTo(1);
      const { offsets } = run.state.output;
      const fresh = await FurRun.open(values, { actor: jumper(turn, isSaid), startTime: 1 });
      for (let k = 0; k < offsets.length; k++) {
        expect(Math.abs(offsets[k] - fresh.state.output.offsets[k])).toBeLessThan(1e-5 * values.length);
      }
    });
  },
);
