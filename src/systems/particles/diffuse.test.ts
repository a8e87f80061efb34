import { expect, test } from 'vitest';
import { particlesSystem } from './system.ts';
import { ParticleRun } from './testing/particle-run.ts';

const scene = {
  shapes: [
    { shape: 'ball', name: 'ball', radius: 0.3 },
    { shape: 'box', name: 'box', position: [2, 0, 0] },
  ],
  sources: [{ from: 'ball', count: 40, sizeSpread: 0.5 }],
  keys: [{ to: ['box'], start: 1, end: 2, hold: 0.5 }],
  size: 0.1,
  opacity: 0.3,
  diffusion: 0.002,
  collide: false,
};

/** Sizes and opacities at a time, by particle. */
async function showAt(time: number, values: Readonly<Record<string, unknown>> = {}) {
  const run = await ParticleRun.open({ ...scene, ...values });
  run.runTo(time);
  particlesSystem.outputs(run.state);
  const { sizes, colors, count } = run.state.output;
  expect(count).toBe(40);
  const list = [...sizes.subarray(0, count)];
  return list.map((size, k) => ({ size, opacity: colors[4 * k + 3] }));
}

test('free particles grow as the root of their age, and keep their amount of smoke', async () => {
  const born = await showAt(0);
  for (const [time, rate] of [
    [0.4, 120],
    [0.9, 120],
    [0.9, 40],
  ]) {
    for (const [k, { size, opacity }] of (await showAt(time, { rate })).entries()) {
      const expected = Math.sqrt(born[k].size ** 2 + 16 * Math.LN2 * 0.002 * time);
      expect(size).toBeCloseTo(expected, 6);
      const amount = size ** 2 * Math.log(1 - opacity);
      expect(amount / (born[k].size ** 2 * Math.log(1 - born[k].opacity))).toBeCloseTo(1, 4);
    }
  }
});

test('a key gathers the particles that it moves; they spread again after it', async () => {
  const born = await showAt(0);
  const [before, halfway, after] = [await showAt(1), await showAt(1.5), await showAt(2.9)];
  expect(await showAt(2)).toEqual(born);
  expect(await showAt(2.4)).toEqual(born);
  for (const [k, { size }] of born.entries()) {
    expect(halfway[k].size).toBeLessThan(before[k].size);
    expect(halfway[k].size).toBeGreaterThan(size);
    expect(after[k].size).toBeCloseTo(Math.sqrt(size ** 2 + 16 * Math.LN2 * 0.002 * 0.4), 4);
  }
  // A key without a shape does not control the motion, so its particles go on spreading.
  const keys = [{ name: 'fade', start: 0, end: 2, opacity: 0.1 }];
  const [fading] = await showAt(1, { keys });
  expect(fading.size).toBeCloseTo(before[0].size, 6);
  expect(fading.opacity).toBeLessThan(before[0].opacity);
});

test('a saved run goes on with the same bits, and times between ticks are interpolated', async () => {
  const run = await ParticleRun.open(scene);
  run.runTo(0.8);
  const again = run.reopen(run.save());
  const hash = run.runTo(2.8).hash();
  const size = () => again.state.output.sizes[0];
  particlesSystem.interpolate!(again.state, again.inputs, 0, 1 / 120);
  const first = size();
  particlesSystem.interpolate!(again.state, again.inputs, 0.5 / 120, 1 / 120);
  const middle = size();
  particlesSystem.outputs(again.runTo(0.8 + 1 / 120).state);
  expect(middle).toBeGreaterThan(first);
  expect(middle).toBeLessThan(size());
  expect(again.runTo(2.8).hash()).toBe(hash);
});

test('without diffusion nothing changes, and nothing more is saved', async () => {
  const open = (diffusion: number) => ParticleRun.open({ ...scene, diffusion });
  const [without, some] = [await open(0), await open(0.002)];
  for (const run of [without, some]) run.runTo(0.5);
  particlesSystem.outputs(without.state);
  expect(without.state.spread).toBe(null);
  expect(particlesSystem.save(some.state).length - particlesSystem.save(without.state).length).toBe(8 * 40);
  expect([...without.state.output.sizes.subarray(0, 40)]).toEqual((await showAt(0)).map(({ size }) => size));
});
