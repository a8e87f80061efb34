import { describe, expect, test } from 'vitest';
import { hashBits, hashUnit } from '../../math/random.ts';
import { CohortTable } from './cohort-table.ts';
import { ForceField } from './forces/force-field.ts';
import { createStepLaw, freeLaw } from './laws/step-law.ts';
import { createParticlesKernel } from './load-kernel.ts';
import type { ForceParams } from './params.ts';
import { stepParticles } from './step-particles.ts';
import { ParticleStore } from './store.ts';

const planes = [
  'x',
  'y',
  'z',
  'vx',
  'vy',
  'vz',
  'targetX',
  'targetY',
  'targetZ',
  'targetVx',
  'targetVy',
  'targetVz',
  'ax',
  'ay',
  'az',
  'weight',
  'birthTime',
] as const;

/** Creates a store of random numbers. Cohorts are consecutive particles, in groups of many sizes; some do not exist. */
function fillStore(store: ParticleStore, seed: number, cohortCount: number): void {
  planes.forEach((name, plane) => {
    const view = store[name];
    for (let i = 0; i < view.length; i++) view[i] = 8 * (hashUnit(seed, plane, i) - 0.5);
  });
  for (let i = 0; i < store.capacity; i++) {
    store.source[i] = hashBits(seed, 90, i) % 3;
    store.weight[i] = hashUnit(seed, 91, i);
    const run = hashUnit(seed, 92, i >> 8) < 0.5 ? i >> 7 : i >> (hashBits(seed, 93, i >> 7) % 5);
    store.cohort[i] = (hashBits(seed, 94, run) % (cohortCount + 1)) - 1;
  }
}

function makeTable(store: ParticleStore, seed: number, cohortCount: number): CohortTable {
  const table = new CohortTable(store, cohortCount);
  const law = createStepLaw();
  for (let row = 0; row < cohortCount; row++) {
    const random = (k: number) => hashUnit(seed, 95, row, k) - 0.3;
    if (row === 0) freeLaw(law, 0.97, 0.01);
    else
      Object.assign(law, {
        keep: random(0),
        force: random(1),
        pull: random(2),
        aim: row % 2 ? random(3) : 0,
      });
    table.set(row, law, [random(4), random(5), random(6)]);
  }
  return table;
}

const common = { from: undefined, until: undefined, sources: undefined };
const forces: readonly ForceParams[] = [
  { force: 'gravity', acceleration: [0, -9.81, 0], ...common },
  { force: 'gravity', acceleration: [1, 2, 3], ...common, sources: ['a'] },
  { force: 'wind', velocity: [2, 0.5, -1], gusts: 0.4, gustPeriod: 2, gustLength: 3, ...common },
  {
    force: 'wind',
    velocity: [2, 0.5, -1],
    gusts: 0.4,
    gustPeriod: 2,
    gustLength: 0.1,
    ...common,
    sources: ['c'],
  },
  { force: 'buoyancy', acceleration: 1.5, cooling: 0.7, ...common, sources: ['b'] },
  { force: 'buoyancy', acceleration: 1.5, cooling: 1e-4, ...common },
  { force: 'drag', coefficient: 0.3, ...common },
  {
    force: 'turbulence',
    acceleration: 2,
    size: 0.7,
    octaves: 3,
    period: 1.3,
    ...common,
    sources: ['b', 'c'],
  },
  ...[0, 1, 2, 5].map(
    (falloff) =>
      ({ force: 'attractor', center: [0.1, 1, 0], acceleration: 2, radius: 1, falloff, ...common }) as const,
  ),
  {
    force: 'vortex',
    center: [0, 1, 0],
    axis: [0.1, 1, 0.2],
    acceleration: 3,
    inward: 2,
    radius: 1.5,
    ...common,
  },
];

function bytesOf(store: ParticleStore): string {
  const all = planes.map((name) =>
    Buffer.from(store[name].buffer, store[name].byteOffset, store[name].byteLength),
  );
  return Buffer.concat(all).toString('latin1');
}

describe.each([1, 2, 3, 4])('kernel and reference implementation are bit-identical (seed %i)', (seed) => {
  const count = 700 + (hashBits(seed, 1) % 900);
  const [first, end] = [hashBits(seed, 2) % 100, count - (hashBits(seed, 3) % 100)];

  test.each([false, true])('steps, targets with velocities: %s', (targetVelocity) => {
    for (const options of [
      { forces: false, weights: false },
      { forces: true, weights: false },
      { forces: false, weights: true },
      { forces: true, weights: true },
    ]) {
      const [reference, wasm] = (['reference', 'wasm'] as const).map((implementation) => {
        const store = new ParticleStore(createParticlesKernel({ implementation }), count, { targetVelocity });
        fillStore(store, seed, 6);
        stepParticles(store, makeTable(store, seed, 6), 0.01, first, end, options);
        return bytesOf(store);
      });
      expect(reference === wasm).toBe(true);
    }
  });

  test('forces', () => {
    const [reference, wasm] = (['reference', 'wasm'] as const).map((implementation) => {
      const store = new ParticleStore(createParticlesKernel({ implementation }), count);
      fillStore(store, seed, 6);
      const options = { sourceNames: ['a', 'b', 'c'], seed };
      const field = new ForceField(store.kernel, store.allocator, forces, options);
      for (const t of [0, 0.4, 7.77, 1000.3]) {
        expect(field.accumulate(store, t, 0.01, 0.97, first, end)).toBe(true);
      }
      return bytesOf(store);
    });
    expect(reference === wasm).toBe(true);
  });

  test('forces far away and at the smallest scales', () => {
    const [reference, wasm] = (['reference', 'wasm'] as const).map((implementation) => {
      const store = new ParticleStore(createParticlesKernel({ implementation }), count);
      fillStore(store, seed, 1);
      for (let i = 0; i < count; i++) {
        const scale = 10 ** (i % 16);
        store.x[i] *= scale;
        store.y[i] *= scale;
        store.vx[i] *= scale;
        store.birthTime[i] *= -scale;
      }
      const small: Record<string, number> = { size: 1e-6, gustLength: 1e-6, radius: 1e-6, cooling: 1e-6 };
      const extremes = forces.map((params) =>
        Object.fromEntries(Object.entries(params).map(([name, value]) => [name, small[name] ?? value])),
      ) as unknown as readonly ForceParams[];
      const options = { sourceNames: ['a', 'b', 'c'], seed };
      const field = new ForceField(store.kernel, store.allocator, extremes, options);
      field.accumulate(store, 1e5, 1e-4, 0.5, 0, count);
      expect([store.ax, store.ay, store.az].every((plane) => plane.every(Number.isFinite))).toBe(true);
      return bytesOf(store);
    });
    expect(reference === wasm).toBe(true);
  });

  test('a particle moves in the same way alone and among others', () => {
    for (const implementation of ['reference', 'wasm'] as const) {
      const kernel = createParticlesKernel({ implementation });
      const store = new ParticleStore(kernel, count);
      fillStore(store, seed, 2);
      const crowd = new ParticleStore(kernel, count, { allocator: store.allocator });
      for (let i = 0; i < count; i++) crowd.copyFrom(store, i, i);
      crowd.cohort.fill(1);
      const table = makeTable(store, seed, 2);
      const options = { forces: true, weights: true };
      stepParticles(crowd, table, 0.01, 0, count, options);
      for (let i = 0; i < count; i++) {
        store.cohort[i] = 1;
        stepParticles(store, table, 0.01, i, i + 1, options);
      }
      expect(bytesOf(store) === bytesOf(crowd)).toBe(true);
    }
  });
});

describe.each(['wasm', 'reference'] as const)('%s', (implementation) => {
  test('absent particles do not move, and free particles ignore targets', () => {
    const runs = [1, Number.NaN].map((target) => {
      const store = new ParticleStore(createParticlesKernel({ implementation }), 300);
      fillStore(store, 5, 3);
      store.cohort.fill(0);
      for (let i = 0; i < 300; i += 7) store.cohort[i] = -1;
      for (const plane of [store.targetX, store.targetY, store.targetZ, store.weight]) plane.fill(target);
      const before = store.x.slice();
      stepParticles(store, makeTable(store, 5, 3), 0.01, 0, 300, { forces: true, weights: true });
      for (let i = 0; i < 300; i++) expect(store.x[i] === before[i]).toBe(i % 7 === 0);
      return Array.from(store.x);
    });
    expect(runs[0]).toEqual(runs[1]);
  });

  test('after the memory grows, new views are valid and tables keep their rows', () => {
    const store = new ParticleStore(createParticlesKernel({ implementation }), 100);
    fillStore(store, 6, 1);
    const table = makeTable(store, 6, 1);
    const before = bytesOf(store);
    store.allocator.allocate(1 << 22);
    table.ensure(5000);
    expect(bytesOf(store) === before).toBe(true);
    store.cohort.fill(0);
    store.x.fill(1);
    store.vx.fill(2);
    stepParticles(store, table, 0.5, 0, 100, { forces: false, weights: false });
    expect(store.vx[99]).toBeCloseTo(0.97 * 2 + 0.97 * 0.01 * (hashUnit(6, 95, 0, 4) - 0.3), 12);
    expect(store.x[99]).toBe(1 + 0.5 * store.vx[99]);
  });
});

test('the smallest stores work', () => {
  const kernel = createParticlesKernel();
  for (const count of [0, 1, 2, 63, 64, 65]) {
    const store = new ParticleStore(kernel, count);
    store.cohort.fill(0);
    const table = new CohortTable(store);
    const law = createStepLaw();
    freeLaw(law, 1, 0.1);
    table.set(0, law, [1, 0, 0]);
    stepParticles(store, table, 0.1, 0, count, { forces: false, weights: false });
    expect(store.x.every((x) => Math.abs(x - 0.01) < 1e-15)).toBe(true);
    expect(store.cohort.length).toBe(count);
  }
});
