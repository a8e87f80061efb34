import { expect, test } from 'vitest';
import { Hasher } from '../../math/hash.ts';
import { appearAndGo } from './appear.ts';
import { createParticlesKernel } from './load-kernel.ts';
import { ParticlesState } from './state.ts';
import { ParticleRun } from './testing/particle-run.ts';

const scene = {
  shapes: [
    { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] },
    { shape: 'box', name: 'box', position: [2, 2, 0] },
    { shape: 'polygon', name: 'corner', corners: [0, 0, 1, 0, 0, 1], position: [-1, 2, 0] },
  ],
  sources: [
    { from: 'ball', count: 60, jitter: 1, spin: 2, sizeSpread: 0.5 },
    { from: 'box', name: 'jet', count: 40, start: 0.1, duration: 0.6, velocity: [0, 1, 0], life: 0.6 },
  ],
  forces: [{ force: 'gravity' }, { force: 'turbulence' }, { force: 'wind', from: 0.2, gusts: 0.5 }],
  attributes: [{ name: 'heat', value: 3 }],
  keys: [
    {
      to: ['box'],
      sources: ['ball'],
      fraction: 0.5,
      start: 0.1037,
      end: 0.6,
      hold: 0.1,
      law: 'velocity',
      color: [1, 0, 0],
    },
    {
      to: ['corner', 'box'],
      sources: ['ball'],
      counts: [12, 8],
      kind: 'density',
      start: 0.2,
      end: 0.9,
      stagger: 0.2,
    },
    {
      sources: ['ball'],
      start: 0.3,
      end: 0.8,
      attributes: [{ name: 'heat', value: 7 }],
      orientation: [0, 1, 0, 1],
    },
  ],
  collide: false,
};

// A change here needs a line under "Results changed" in the change log.
const golden = '5e4f2c806e75933f';

/** Returns a hash of the visible state, without the results of the report. */
function hashMotion({ state }: ParticleRun): string {
  const { store, colors, orientations, spins, attributes } = state;
  const hasher = new Hasher();
  const { x, y, z, vx, vy, vz, size, cohort } = store;
  for (const plane of [x, y, z, vx, vy, vz, size, cohort, colors, orientations!, spins!]) hasher.array(plane);
  return hasher.array(attributes.get('heat')!).digest();
}

test('a run is bit-identical to the stored hash', async () => {
  const run = await ParticleRun.open(scene);
  run.runTo(1);
  expect(hashMotion(run)).toBe(golden);
});

test('a run with the reference implementation is bit-identical', async () => {
  const run = await ParticleRun.open(scene);
  run.state = new ParticlesState(run.params, run.prepared, {
    kernel: createParticlesKernel({ implementation: 'reference' }),
  });
  appearAndGo(run.state, []);
  run.runTo(1);
  expect(run.state.store.kernel.implementation).toBe('reference');
  expect(hashMotion(run)).toBe(golden);
});
