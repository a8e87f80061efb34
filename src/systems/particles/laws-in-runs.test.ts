import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ParticleRun } from './testing/particle-run.ts';

const shapes = [
  { shape: 'ball', name: 'ball', radius: 0.3, position: [0, 1, 0] },
  { shape: 'box', name: 'box', position: [2, 2, 0] },
];
const sources = [
  { from: 'ball', count: 24, jitter: 2 },
  { from: 'ball', name: 'late', count: 12, start: 0.05, duration: 0.2, velocity: [0, 3, 0] },
];

test('keys are reached exactly at any time, with any law, drag, rate and force', {
  timeout: 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        law: fc.constantFrom('leastEffort', 'constant', 'velocity'),
        rate: fc.integer({ min: 10, max: 300 }),
        drag: fc.constantFrom(0, 0.2, 5),
        start: fc.double({ min: 0, max: 0.4, noNaN: true }),
        length: fc.double({ min: 0.35, max: 2, noNaN: true }),
        stagger: fc.constantFrom(0, 0.05, 0.1),
        hold: fc.constantFrom(0, 0.0371, 0.25),
        ease: fc.constantFrom(0, 0.5, 1),
        randomness: fc.constantFrom(0, 1),
        gravity: fc.double({ min: -30, max: 30, noNaN: true }),
        assign: fc.constantFrom('near', 'random', 'order'),
      }),
      async ({ rate, drag, start, length, gravity, law, ...key }) => {
        const velocity = law === 'velocity' ? [1, -2, 0.5] : [0, 0, 0];
        const end = start + length;
        const run = await ParticleRun.open({
          shapes,
          sources,
          forces: [{ force: 'gravity', acceleration: [gravity, 3, 0] }],
          keys: [{ to: ['box'], law, velocity, start, end, ...key }],
          rate,
          drag,
          collide: false,
        });
        run.runTo(end + 1 / rate + 1e-9);
        const [{ results, key: prepared }] = run.state.runs;
        expect(results.arrived).toBe(prepared.memberCount);
        expect(prepared.memberCount).toBeGreaterThanOrEqual(24);
        expect(results.maxPositionError).toBeLessThan(1e-11 * Math.max(1, results.maxPathLength));
        expect(results.maxSpeedError).toBeLessThan(1e-9);
      },
    ),
    { seed: 20_261_128, numRuns: 60 },
  );
});

test('held particles keep exactly the same position, and are released on time', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [sources[0]],
    forces: [{ force: 'gravity' }],
    keys: [{ to: ['box'], start: 0.1, end: 0.733, hold: 0.5 }],
    collide: false,
  });
  run.runTo(0.75);
  const { store } = run.state;
  const there = [...store.x, ...store.y, ...store.z];
  const targets = new Set(Array.from({ length: 24 }, (_, k) => run.prepared.keys[0].goals!.positions[3 * k]));
  for (const x of store.x) expect(targets.has(x)).toBe(true);
  run.runTo(1.225);
  expect([...store.x, ...store.y, ...store.z]).toEqual(there);
  run.runTo(1.25);
  expect([...store.x, ...store.y, ...store.z]).not.toEqual(there);
});

test('arrivals are distributed over the stagger time, and each is exact', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [{ from: 'ball', count: 200 }],
    keys: [{ to: ['box'], end: 1, stagger: 0.5, hold: 0.1, staggerBy: 'x' }],
    collide: false,
  });
  const counts: number[] = [];
  run.runTo(1, () => counts.push(run.state.runs[0].results.arrived));
  expect(counts[59]).toBe(0);
  expect(counts[90]).toBeGreaterThan(60);
  expect(counts[90]).toBeLessThan(140);
  expect(run.state.runs[0].results.arrived).toBe(200);
  expect(run.state.runs[0].results.maxPositionError).toBeLessThan(1e-12);
  // The leftmost particles arrived first.
  const { members, goals, cohorts, key } = run.state.runs[0];
  const byX = [...members.keys()].sort(
    (a, b) => key.goals!.positions[3 * goals[a]] - key.goals!.positions[3 * goals[b]],
  );
  expect(byX.map((k) => cohorts[k])).toEqual([...cohorts].sort((a, b) => a - b));
});

test('particles that arrive early wait, so that all are at their goals at the end', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [{ from: 'ball', count: 50, jitter: 1 }],
    forces: [{ force: 'gravity' }],
    keys: [{ to: ['box'], end: 1, stagger: 0.6 }],
    collide: false,
  });
  run.runTo(1 - 1 / 120);
  const { goals } = run.state.runs[0];
  run.runTo(1);
  const { x, y } = run.state.store;
  const { positions } = run.prepared.keys[0].goals!;
  for (const [k, goal] of goals.entries()) {
    expect(Math.hypot(x[k] - positions[3 * goal], y[k] - positions[3 * goal + 1])).toBeLessThan(1e-12);
  }
});

test('the literal mode misses by the error of the printed law', async () => {
  for (const seconds of [0.25, 1, 4]) {
    const run = await ParticleRun.open({
      shapes,
      sources: [{ from: 'ball', count: 20 }],
      forces: [{ force: 'gravity' }],
      keys: [{ to: ['box'], end: seconds, hold: 1, paper: true }],
      drag: 0,
      collide: false,
    });
    run.runTo(seconds);
    const steps = 120 * seconds;
    const expected = 9.81 / 120 ** 2 / steps;
    expect(run.state.runs[0].results.maxPositionError / expected).toBeCloseTo(1, 6);
    const before = run.state.store.y.slice();
    run.runTo(seconds + 0.5);
    expect([...run.state.store.y]).toEqual([...before]);
  }
});

test('the forecast equals the results of the run', async () => {
  const scene = {
    shapes,
    sources: [{ from: 'ball', count: 300 }],
    keys: [{ name: 'late', to: ['box'], start: 0, end: 0.5 }],
    maxAcceleration: 10,
    collide: false,
  };
  const run = await ParticleRun.open(scene);
  const [forecast] = run.prepared.forecasts;
  expect(forecast.overLimit).toBe(300);
  expect(run.prepared.warnings.join()).toContain(
    'key "late": 300 of 300 particles need more than the limit of 10 m/s²',
  );
  run.runTo(0.5);
  const [{ results }] = run.state.runs;
  expect(results.overLimit).toBe(300);
  expect(results.peakAcceleration / forecast.peakAcceleration).toBeCloseTo(1, 9);
  // From rest, the law `leastEffort` needs 3 D / T².
  expect(results.peakAcceleration).toBeGreaterThan((3 * results.maxPathLength) / 0.5 ** 2 / 1.1);
  const end = forecast.neededSeconds!;
  const enough = await ParticleRun.open({ ...scene, keys: [{ ...scene.keys[0], end }] });
  expect(enough.prepared.forecasts[0].overLimit).toBe(0);
  expect(enough.prepared.forecasts[0].peakAcceleration).toBeGreaterThan(9);
  expect(enough.prepared.warnings).toEqual([]);
});

test('a key without a shape changes all particles that exist during it; those that die are changed in part', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [{ from: 'ball', count: 40, duration: 1, life: 0.5, lifeSpread: 0 }],
    keys: [{ start: 0.2, end: 1.2, size: 1 }],
    size: 0.2,
    collide: false,
  });
  run.runTo(0.6);
  const { store } = run.state;
  const { births } = run.prepared;
  for (let k = 0; k < 40; k++) {
    if (store.cohort[k] < 0) continue;
    // The value changes linearly from the birth, or the start of the key, to the end.
    const from = Math.max(0.2, Math.ceil(births.times[k] * 120 - 1e-9) / 120);
    expect(store.size[k]).toBeCloseTo(0.2 + (0.8 * (0.6 - from)) / (1.2 - from), 9);
  }
});

test('a long stagger has a limited number of arrivals, and the last one is at the end', async () => {
  const run = await ParticleRun.open(
    {
      shapes,
      sources: [{ from: 'ball', count: 5 }],
      keys: [{ to: ['box'], start: 0, end: 300.001, stagger: 200 }],
    },
    { endTime: 400 },
  );
  const [{ arrivals, end }] = run.prepared.keys;
  expect(arrivals.length).toBeLessThan(100);
  expect(arrivals.length).toBeGreaterThan(40);
  expect(arrivals[arrivals.length - 1]).toBe(end);
  expect(arrivals[0] / 120).toBeLessThan(104);
});

test('a run that skips time continues, and releases all particles', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [{ from: 'ball', count: 20 }],
    keys: [
      { to: ['box'], start: 0.1, end: 0.5, stagger: 0.2 },
      { name: 'unseen', to: ['ball'], start: 0.6, end: 0.7 },
      { name: 'late', to: ['ball'], start: 0.8, end: 1.5 },
    ],
    collide: false,
  });
  run.runTo(0.35);
  run.state.tick = 120;
  run.runTo(1.5);
  const [first, unseen, late] = run.state.runs;
  expect([first.phase, unseen.phase, late.phase]).toEqual(['done', 'waiting', 'done']);
  expect(late.results.arrived).toBe(20);
  expect(late.results.maxPositionError).toBeLessThan(1e-12);
  expect(new Set(run.state.store.cohort)).toEqual(new Set([0]));
});

test('a forecast from a sample predicts the required acceleration after a free flight in the wind', async () => {
  const run = await ParticleRun.open({
    shapes,
    sources: [{ from: 'ball', count: 5000, jitter: 1, duration: 0.3 }],
    forces: [{ force: 'gravity' }, { force: 'turbulence', acceleration: 3 }],
    keys: [
      { name: 'far', to: ['box'], start: 1, end: 2, fraction: 0.9, assign: 'random' },
      {
        name: 'back',
        to: ['ball'],
        start: 2.5,
        end: 3,
        counts: [3000],
        selection: 'nearest',
        assign: 'random',
      },
    ],
    maxAcceleration: 25,
    collide: false,
  });
  run.runTo(3);
  for (const [k, { results }] of run.state.runs.entries()) {
    const { peakAcceleration, overLimit, neededSeconds } = run.prepared.forecasts[k];
    expect(peakAcceleration / results.aloneAcceleration).toBeGreaterThan(0.75);
    expect(peakAcceleration / results.aloneAcceleration).toBeLessThan(1.25);
    expect(Math.abs(overLimit - results.overLimit)).toBeLessThan(300);
    expect(neededSeconds).not.toBeNull();
  }
});

test('a warning is given for wind without drag', async () => {
  const scene = { shapes, sources: [sources[0]], forces: [{ force: 'wind' }], collide: false };
  const still = await ParticleRun.open({ ...scene, drag: 0 });
  expect(still.prepared.warnings).toEqual([
    'wind has no effect, since it acts through drag and `drag` is 0: set it to 0.2, for example',
  ]);
  expect((await ParticleRun.open(scene)).prepared.warnings).toEqual([]);
});
