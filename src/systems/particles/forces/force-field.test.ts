import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { fillParams } from '../../params.ts';
import { CohortTable } from '../cohort-table.ts';
import { createStepLaw, dragFactor, freeLaw } from '../laws/step-law.ts';
import { createParticlesKernel } from '../load-kernel.ts';
import { type ForceParams, particlesParams } from '../params.ts';
import { stepParticles } from '../step-particles.ts';
import { ParticleStore } from '../store.ts';
import { ForceField, type ForceFunction } from './force-field.ts';

const dt = 1 / 120;

/** Creates the parameters of a force, with defaults for absent ones. */
function makeForces(...forces: Record<string, unknown>[]): readonly ForceParams[] {
  return fillParams(particlesParams, { forces }).forces;
}

function makeStore(count: number, seed = 1, size = 5): ParticleStore {
  const store = new ParticleStore(createParticlesKernel(), count);
  store.cohort.fill(0);
  for (let i = 0; i < count; i++) {
    store.x[i] = size * (hashUnit(seed, 1, i) - 0.5);
    store.y[i] = size * (hashUnit(seed, 2, i) - 0.5);
    store.z[i] = size * (hashUnit(seed, 3, i) - 0.5);
  }
  return store;
}

function makeField(store: ParticleStore, forces: readonly ForceParams[], functions: ForceFunction[] = []) {
  const options = { sourceNames: ['a', 'b'], seed: 7, functions };
  return new ForceField(store.kernel, store.allocator, forces, options);
}

/** Returns the sum of forces on a particle at rest at a position. */
function feel(store: ParticleStore, field: ForceField, t: number, position: readonly number[]): number[] {
  [store.x[0], store.y[0], store.z[0]] = position;
  field.accumulate(store, t, dt, 1, 0, 1);
  return [store.ax[0], store.ay[0], store.az[0]];
}

describe('turbulence', () => {
  const store = makeStore(20000);
  const field = makeField(store, makeForces({ force: 'turbulence', acceleration: 2, size: 0.8, octaves: 3 }));

  test.each([0, 0.31, 1, 1.5, 123.4])('has the given root mean square at %f s, in every direction', (t) => {
    field.accumulate(store, t, dt, 1, 0, store.capacity);
    const squares = [store.ax, store.ay, store.az].map(
      (plane) => plane.reduce((sum, a) => sum + a * a, 0) / store.capacity,
    );
    expect(Math.sqrt(squares[0] + squares[1] + squares[2])).toBeCloseTo(2, 0);
    expect(Math.abs(Math.sqrt(squares[0] + squares[1] + squares[2]) / 2 - 1)).toBeLessThan(0.06);
    for (const square of squares) expect(square).toBeGreaterThan(0.8);
  });

  test.each([1, 2, 3, 4])('is free of divergence: the total flux out of box %i is 0', (box) => {
    // Positions on a fine grid on the six faces.
    const side = 48;
    const samples = new ParticleStore(store.kernel, 6 * side * side, { allocator: store.allocator });
    samples.cohort.fill(0);
    const corner = [1, 2, 3].map((axis) => 20 * (hashUnit(5, axis, box) - 0.5));
    const edge = 0.1 + 0.4 * hashUnit(5, 4, box);
    const planes = [samples.x, samples.y, samples.z];
    for (let i = 0; i < samples.capacity; i++) {
      const face = i % 6;
      const [u, w] = [Math.floor(i / 6) % side, Math.floor(i / 6 / side)];
      planes[face >> 1][i] = corner[face >> 1] + (face & 1) * edge;
      planes[((face >> 1) + 1) % 3][i] = corner[((face >> 1) + 1) % 3] + ((u + 0.5) / side) * edge;
      planes[((face >> 1) + 2) % 3][i] = corner[((face >> 1) + 2) % 3] + ((w + 0.5) / side) * edge;
    }
    field.accumulate(samples, 0.7, dt, 1, 0, samples.capacity);
    const through = new Float64Array(6);
    for (let i = 0; i < samples.capacity; i++) {
      through[i % 6] += [samples.ax, samples.ay, samples.az][(i % 6) >> 1][i] / (side * side);
    }
    const out = through[1] - through[0] + through[3] - through[2] + through[5] - through[4];
    const traffic = through.reduce((sum, value) => sum + Math.abs(value), 0);
    expect(traffic).toBeGreaterThan(1);
    // The tolerance is for the grid and for single precision.
    expect(Math.abs(out)).toBeLessThan(1e-3 * traffic);
  });

  test('is continuous in position and time', () => {
    let last = feel(store, field, 0, [0, 0, 0]);
    let largest = 0;
    for (let k = 1; k <= 4000; k++) {
      const next = feel(store, field, 0.002 * k, [0.002 * k, -0.001 * k, 0]);
      largest = Math.max(largest, Math.hypot(...next.map((a, axis) => a - last[axis])));
      last = next;
    }
    expect(largest).toBeLessThan(0.2);
  });

  test('differs between seeds, and is the same for the same seed', () => {
    const [a, b, c] = [7, 7, 8].map((seed) => {
      const own = makeStore(1);
      const forces = makeForces({ force: 'turbulence' });
      return feel(
        own,
        new ForceField(own.kernel, own.allocator, forces, { sourceNames: [], seed }),
        1,
        [1, 2, 3],
      );
    });
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
  });

  test('decorrelates within a few periods, and swirls have about the given size', () => {
    const one = makeField(store, makeForces({ force: 'turbulence', size: 1, octaves: 1, period: 1 }));
    const positions = Array.from({ length: 400 }, (_, k) =>
      [0, 1, 2].map((axis) => 8 * hashUnit(4, axis, k)),
    );
    const likeness = (t: number, away: number) => {
      let [sum, square] = [0, 0];
      for (const position of positions) {
        const a = feel(store, one, 0.2, position);
        const b = feel(store, one, 0.2 + t, [position[0], position[1] + away, position[2]]);
        // The component perpendicular to the displacement, which changes its sign across a swirl.
        sum += a[0] * b[0];
        square += a[0] * a[0];
      }
      return sum / square;
    };
    expect(likeness(0.1, 0)).toBeGreaterThan(0.8);
    expect(Math.abs(likeness(3, 0))).toBeLessThan(0.25);
    // On the opposite side of a swirl of size 1 the direction is opposite.
    expect(likeness(0, 0.1)).toBeGreaterThan(0.7);
    expect(likeness(0, 0.7)).toBeLessThan(0);
  });
});

describe('wind', () => {
  test.each([dt, 0.1])('accelerates particles to its own velocity, in steps of %f s', (step) => {
    for (const [rate, sources] of [
      [0.5, undefined],
      [50, undefined],
      [2, ['a']],
    ] as const) {
      const store = makeStore(1);
      const forces = makeForces({ force: 'wind', velocity: [3, 0, -1], gusts: 0, sources });
      const field = makeField(store, forces);
      const table = new CohortTable(store);
      const law = createStepLaw();
      const uniform = new Float64Array(3);
      const d = dragFactor(rate, step);
      let furthest = 0;
      for (let k = 0; k * step < 30 / rate; k++) {
        field.uniform(uniform, k * step, step, d);
        freeLaw(law, d, step);
        table.set(0, law, uniform);
        const hasForces = field.accumulate(store, k * step, step, d, 0, 1);
        if (k === 0) expect(hasForces).toBe(sources !== undefined);
        stepParticles(store, table, step, 0, 1, { forces: hasForces, weights: false });
        // The velocity relative to the air decreases at the rate of drag.
        furthest = Math.max(furthest, Math.abs(store.vx[0] - 3 * (1 - Math.exp(-rate * step * (k + 1)))));
      }
      expect(furthest).toBeLessThan(1e-9);
      expect([store.vx[0], store.vy[0], store.vz[0]]).toEqual([3, 0, -1].map((c) => expect.closeTo(c, 9)));
    }
  });

  test('gusts vary about the mean by the given fraction, in time and along the wind', () => {
    const store = makeStore(1);
    const params = { force: 'wind', velocity: [0, 0, 4], gusts: 0.6, gustPeriod: 1, gustLength: 2 };
    const field = makeField(store, makeForces(params));
    const air = (t: number, z: number) => {
      [store.x[0], store.y[0], store.z[0]] = [1, 2, z];
      field.accumulate(store, t, dt, dragFactor(1, dt), 0, 1);
      return store.az[0] * ((dragFactor(1, dt) * dt) / (1 - dragFactor(1, dt)));
    };
    for (const sample of [(k: number) => air(0.37 * k, 0), (k: number) => air(5, 0.73 * k)]) {
      const values = Array.from({ length: 600 }, (_, k) => sample(k));
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
      const spread = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
      expect(mean / 4).toBeGreaterThan(0.9);
      expect(mean / 4).toBeLessThan(1.1);
      expect(spread / (0.5 * 0.6 * 4)).toBeGreaterThan(0.8);
      expect(spread / (0.5 * 0.6 * 4)).toBeLessThan(1.2);
    }
    // A gust moves with the wind.
    expect(air(0.05, 0.2)).toBeCloseTo(air(0, 0), 0);
    expect(Math.abs(air(100.001, 1e5) - air(100, 1e5))).toBeLessThan(0.1);
  });

  test('has no effect without drag', () => {
    const store = makeStore(1);
    const uniform = new Float64Array(3);
    makeField(store, makeForces({ force: 'wind', gusts: 0 })).uniform(uniform, 0, dt, 1);
    expect(Array.from(uniform)).toEqual([0, 0, 0]);
  });
});

test('a vortex has its max at its radius, rotates counter-clockwise, and attracts to its axis', () => {
  const store = makeStore(1);
  const params = {
    force: 'vortex',
    center: [1, 0, 0],
    axis: [0, 0.5, 0],
    acceleration: 3,
    inward: 2,
    radius: 0.5,
  };
  const field = makeField(store, makeForces(params));
  const at = (x: number, y = 7) => feel(store, field, 0, [1 + x, y, 0]);
  // The rotation about +Y is from +X to −Z.
  expect(at(0.5)).toEqual([expect.closeTo(-2), expect.closeTo(0), expect.closeTo(-3)]);
  expect(Math.abs(at(0.25)[2])).toBeLessThan(3);
  expect(Math.abs(at(1)[2])).toBeLessThan(3);
  expect(at(50)[2]).toBeCloseTo(-3 * 2 * 0.01, 3);
  expect(at(0)).toEqual([0, 0, 0].map((c) => expect.closeTo(c)));
});

test.each([0, 1, 2, 3, 6])('an attractor decreases as 1 / distance to the power %i', (falloff) => {
  const store = makeStore(1);
  const params = { force: 'attractor', center: [0, 2, 0], acceleration: 5, radius: 0.5, falloff };
  const field = makeField(store, makeForces(params));
  const at = (distance: number) => feel(store, field, 0, [0, 2 + distance, 0])[1];
  expect(at(0.5)).toBeCloseTo(-5, 12);
  expect(at(0.1)).toBeCloseTo(-1, 12);
  expect(at(0)).toBeCloseTo(0, 12);
  expect(at(2)).toBeCloseTo(-5 / 4 ** falloff, 12);
});

test('with quadratic drag alone the speed decreases as 1 / (1 + k v t), for any step', () => {
  for (const step of [0.001, 1, 100]) {
    const store = makeStore(1);
    store.vx[0] = 50;
    const field = makeField(store, makeForces({ force: 'drag', coefficient: 0.3 }));
    for (let k = 0; k < 10; k++) {
      field.accumulate(store, 0, step, 1, 0, 1);
      store.vx[0] += step * store.ax[0];
    }
    expect(store.vx[0]).toBeCloseTo(50 / (1 + 0.3 * 50 * 10 * step), 10);
  }
});

test('buoyancy decreases with age', () => {
  const store = makeStore(1);
  store.birthTime[0] = 2;
  const field = makeField(store, makeForces({ force: 'buoyancy', acceleration: 3, cooling: 0.5 }));
  for (const age of [0, 0.1, 1, 7, 300, 4000]) {
    const [, up] = feel(store, field, 2 + age, [0, 0, 0]);
    const expected = 3 * Math.exp(-age / 0.5);
    expect(Math.abs(up - expected)).toBeLessThan(1e-15 + 1e-14 * expected);
  }
});

test('forces act from their start until just before their end, and only on their sources', () => {
  const store = makeStore(4);
  store.source.set([0, 1, 0, 1]);
  const functions: ForceFunction[] = [
    (particles, first, end, t) => {
      for (let i = first; i < end; i++) particles.az[i] += t;
    },
  ];
  const forces = makeForces(
    { force: 'gravity', acceleration: [0, -1, 0], from: 1, until: 2 },
    { force: 'gravity', acceleration: [5, 0, 0], sources: ['b'], until: 2 },
  );
  const field = makeField(store, forces, functions);
  expect(field.times).toEqual([1, 2]);
  const uniform = new Float64Array(3);
  const fall = [0, 1, 1.5, 2].map((t) => {
    field.uniform(uniform, t, dt, 1);
    return uniform[1];
  });
  expect(fall).toEqual([0, -1, -1, 0]);
  field.accumulate(store, 1.5, dt, 1, 0, 4);
  expect(Array.from(store.ax)).toEqual([0, 5, 0, 5]);
  expect(Array.from(store.az)).toEqual([1.5, 1.5, 1.5, 1.5]);
  field.accumulate(store, 2, dt, 1, 0, 4);
  expect(Array.from(store.ax)).toEqual([0, 0, 0, 0]);
});
