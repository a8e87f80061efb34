import { expect, test } from 'vitest';
import { Hasher } from '../../math/hash.ts';
import { createFurKernel } from './load-kernel.ts';
import { FurState } from './state.ts';
import { standFur } from './step.ts';
import { FurRun } from './testing/fur-run.ts';
import { createTailActor } from './testing/tail-actor.ts';

const actor = () => {
  // This function uses only operations that give the same result in all JavaScript engines.
  const bend = (t: number) => 6 * t * (0.35 - t) * (1.1 - t);
  return createTailActor({ bend, position: (t) => [0.5 * t * t, 0, t], cuts: [0.21] });
};

// Presets may change, so this test sets all parameters that would come from a preset.
const motion = { rate: 100, length: 0.032, frequency: 5, damping: 12, airDrag: 2, gravity: 2 };

const scenes = [
  { topology: 'sticks', comb: [0, 0, -0.7] },
  { topology: 'prisms', solver: 'explicit' },
  { topology: 'separablePrisms', comb: [0, 1, 0] },
].map((values) => ({
  ...values,
  ...motion,
  forces: [{ force: 'wind', velocity: [3, 0, 0], gusts: 0.5, gustPeriod: 1, gustLength: 0.4 }],
}));

// A change of these hashes needs a line under "Results changed" in the change log.
const golden = '83c53d0fe2d7720c';

/** Returns a hash of all outputs, without the report. */
function hashShown(runs: readonly FurRun[]): string {
  const hasher = new Hasher();
  for (const { state } of runs) {
    const { roots, normals, offsets, restPositions, restNormals, lengths, indices } = state.output;
    for (const array of [roots, normals, offsets, restPositions, restNormals, lengths, indices])
      hasher.array(array);
  }
  return hasher.digest();
}

test('runs are bit-identical to the recorded hashes', async () => {
  const runs = await Promise.all(scenes.map((values) => FurRun.open(values, { actor: actor() })));
  for (const run of runs) run.runTo(0.3);
  expect(hashShown(runs)).toBe(golden);
});

test('the reference implementation is bit-identical', async () => {
  const runs = await Promise.all(scenes.map((values) => FurRun.open(values, { actor: actor() })));
  for (const run of runs) {
    const saved = new FurRun(run.params, run.prepared, run.options).runTo(0.3).hash();
    const kernel = createFurKernel({ implementation: 'reference' });
    run.state = new FurState(run.params, run.prepared, { kernel });
    standFur(run.state, run.inputs);
    run.runTo(0.3);
    expect(run.state.solver.store.kernel.implementation).toBe('reference');
    expect(run.hash()).toBe(saved);
  }
  expect(hashShown(runs)).toBe(golden);
});
