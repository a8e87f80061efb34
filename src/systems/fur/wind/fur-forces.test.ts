import { describe, expect, test } from 'vitest';
import type { FurForceParams } from '../params.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import { FurSolver } from '../solve/fur-solver.ts';
import { gridMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology } from '../topology/topology.ts';
import { createGusts } from './air-field.ts';
import { createFurForces } from './fur-forces.ts';

const mesh = gridMesh(40, 40, 0.1);
const topology = buildTopology('sticks', mesh);
const { positions, normals } = mesh;

const wind = (fields: Partial<Extract<FurForceParams, { force: 'wind' }>> = {}): FurForceParams => ({
  force: 'wind',
  velocity: [3, 0, 0],
  gusts: 0.6,
  gustPeriod: 2,
  gustLength: 1.5,
  ...fields,
});
const push = (fields: Partial<Extract<FurForceParams, { force: 'push' }>> = {}): FurForceParams => ({
  force: 'push',
  center: [2, 0, 2],
  radius: 0.5,
  acceleration: [0, 0, 0],
  outward: 0,
  follow: 0,
  forward: 0,
  ...fields,
});

function createFur(air = 2): FurSolver {
  const fur = new FurSolver({ topology, lengths: 0.2, masses: 0.5, forces: { airDrag: air } });
  fur.reset(positions, normals);
  return fur;
}

/** Returns the pushes at time t, N, [3 · strandCount]. */
function pushesOf(fur: FurSolver, forces: readonly FurForceParams[], t: number, seed = 1): Float64Array {
  createFurForces(forces, seed).apply(fur, t, 1 / 120);
  const out = new Float64Array(3 * topology.strandCount);
  for (let i = 0; i < topology.strandCount; i++) {
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = fur.store.plane(planes.push + axis)[i];
  }
  return out;
}

const strandAt = (column: number, row: number) => 3 * (40 * row + column);

describe('wind', () => {
  test('the mean wind acts on all strands; gusts are pushes: drag times the difference of the air velocity', () => {
    const fur = createFur();
    const calm = pushesOf(fur, [wind({ gusts: 0 }), wind({ gusts: 0, velocity: [0, 1, 2] })], 1);
    expect(fur.forces.wind).toEqual([3, 1, 2]);
    expect(calm.every((c) => c === 0)).toBe(true);
    const gusty = pushesOf(fur, [wind()], 1);
    expect(fur.forces.wind).toEqual([3, 0, 0]);
    expect(gusty.some((c) => c !== 0)).toBe(true);
    expect(gusty.every((c, k) => k % 3 === 0 || c === 0)).toBe(true);
  });

  test('gusts have the requested strength and mean 0', () => {
    const gusts = createGusts(
      { force: 'wind', velocity: [3, 0, 0], gusts: 0.6, gustPeriod: 2, gustLength: 1.5 },
      1,
    );
    let [sum, squares, count] = [0, 0, 0];
    for (let t = 0; t < 4000; t += 7.37) {
      gusts.prepare(t);
      for (let k = 0; k < 40; k++) {
        const out = new Float64Array(3);
        gusts.add(out, 4.7 * (k % 8), 0.3 * k, 9.1 * Math.floor(k / 8));
        sum += out[0];
        squares += out[0] ** 2;
        count++;
      }
    }
    // `gusts` is twice the root mean square of the gusts, divided by the mean speed.
    expect(Math.abs(sum / count)).toBeLessThan(0.03);
    expect(Math.abs(Math.sqrt(squares / count) / (0.5 * 0.6 * 3) - 1)).toBeLessThan(0.05);
  });

  test('gusts travel with the wind and vary across it', () => {
    const fur = createFur();
    const at = (t: number) => pushesOf(fur, [wind({ gustPeriod: 1e5 })], t);
    const [before, after] = [at(0), at(0.5)];
    for (let column = 0; column < 24; column++) {
      for (const row of [3, 30]) {
        // 3 m/s for 0.5 s is a distance of fifteen columns.
        expect(after[strandAt(column + 15, row)]).toBeCloseTo(before[strandAt(column, row)], 4);
      }
    }
    expect(Math.abs(before[strandAt(10, 3)] - before[strandAt(10, 30)])).toBeGreaterThan(0.01);
  });

  test('equal for the same seed, position and time in any order; different for another seed', () => {
    const fur = createFur();
    const first = pushesOf(fur, [wind()], 3.7);
    pushesOf(fur, [wind()], 1);
    expect(pushesOf(fur, [wind()], 3.7)).toEqual(first);
    expect(pushesOf(fur, [wind()], 3.7, 2)).not.toEqual(first);
  });

  test('is smooth in space and time', () => {
    const fur = createFur();
    let before = pushesOf(fur, [wind()], 0);
    for (let tick = 1; tick < 240; tick++) {
      const now = pushesOf(fur, [wind()], tick / 120);
      expect(Math.max(...now.map((c, k) => Math.abs(c - before[k])))).toBeLessThan(0.25);
      before = now;
    }
  });

  test('acts from `from` until `until`', () => {
    const fur = createFur();
    const forces = createFurForces([wind({ from: 1, until: 2 })], 1);
    for (const [t, speed] of [
      [0.99, 0],
      [1, 3],
      [1.99, 3],
      [2, 0],
    ]) {
      forces.apply(fur, t, 0.01);
      expect(fur.forces.wind[0]).toBe(speed);
    }
  });

  test('a vertical wind and a wind of speed 0 are valid', () => {
    for (const velocity of [
      [0, 5, 0],
      [0, 0, 0],
    ] as const) {
      expect(pushesOf(createFur(), [wind({ velocity })], 1).every(Number.isFinite)).toBe(true);
    }
  });
});

test('the air of a blower streams away: fastest at its radius, inverse-square beyond', () => {
  const fur = createFur(1);
  const out = pushesOf(fur, [{ force: 'blower', center: [2, 0.2, 2], speed: 8, radius: 0.5 }], 0);
  const speedAt = (columns: number) => out[strandAt(20 + columns, 20)];
  expect(speedAt(0)).toBeCloseTo(0, 12);
  expect(speedAt(2)).toBeCloseTo(8 * 0.4, 9);
  expect(speedAt(5)).toBeCloseTo(8, 9);
  expect(speedAt(-10)).toBeCloseTo(-2, 9);
});

test('a whirl rotates counter-clockwise about its axis', () => {
  const fur = createFur(1);
  const out = pushesOf(
    fur,
    [{ force: 'whirl', center: [2, 0, 2], axis: [0, 3, 0], speed: 4, radius: 0.5 }],
    0,
  );
  // Seen from above, the air at +x moves towards −z.
  expect(out[strandAt(25, 20) + 2]).toBeCloseTo(-4, 9);
  expect(out[strandAt(20, 25)]).toBeCloseTo(4, 9);
  expect(Math.abs(out[strandAt(35, 20) + 2])).toBeLessThan(4);
  const none = pushesOf(
    fur,
    [{ force: 'whirl', center: [2, 0, 2], axis: [0, 0, 0], speed: 4, radius: 0.5 }],
    0,
  );
  expect(none.every((c) => c === 0)).toBe(true);
});

describe('push', () => {
  test('acts within its sphere, in proportion to the mass, and is 0 at its radius', () => {
    const out = pushesOf(createFur(), [push({ acceleration: [0, 0, 6] })], 0);
    expect(out[strandAt(20, 20) + 2]).toBeCloseTo(3, 9);
    expect(out[strandAt(23, 20) + 2]).toBeCloseTo(3 * (1 - 0.36) ** 2, 9);
    expect(out[strandAt(25, 20) + 2]).toBeCloseTo(0, 9);
    expect(out[strandAt(26, 20) + 2]).toBe(0);
  });

  test('outward parts the fur; with `along`, only to both sides of this line', () => {
    const whorl = pushesOf(createFur(), [push({ outward: 10 })], 0);
    expect(whorl[strandAt(22, 20)]).toBeGreaterThan(1);
    expect(whorl[strandAt(20, 18) + 2]).toBeLessThan(-1);
    const parting = pushesOf(createFur(), [push({ outward: 10, along: [1, 0, 0] })], 0);
    expect(parting[strandAt(22, 20)]).toBeCloseTo(0, 9);
    expect(parting[strandAt(22, 21)]).toBeCloseTo(0, 9);
    expect(parting[strandAt(22, 21) + 2]).toBeGreaterThan(1);
    expect(parting[strandAt(22, 19) + 2]).toBeLessThan(-1);
    for (const out of [whorl, parting]) expect(out.every((c, k) => k % 3 !== 1 || c === 0)).toBe(true);
  });

  test('moves from `center` to `to` at constant velocity', () => {
    const force = push({ acceleration: [0, 0, 6], from: 1, until: 2, center: [1, 0, 1], to: [3, 0, 1] });
    for (const [t, column] of [
      [1, 10],
      [1.5, 20],
    ]) {
      const out = pushesOf(createFur(), [force], t);
      expect(out[strandAt(column, 10) + 2]).toBeCloseTo(3, 9);
      expect(out[strandAt(column + 8, 10) + 2]).toBe(0);
    }
    expect(pushesOf(createFur(), [force], 2).every((c) => c === 0)).toBe(true);
  });

  test('follows a path that grows while it is followed, and moves tips along', () => {
    const path = [1, 1, 0, 1, 2, 3, 0, 1];
    const force = push({ follow: 20, path });
    const middle = pushesOf(createFur(), [force], 1.5);
    // At 2 m/s, backward Euler applies 20 / (1 + 20 / 120) of the difference.
    expect(middle[strandAt(20, 10)]).toBeCloseTo(0.5 * (20 / (1 + 20 / 120)) * 2, 9);
    for (const [t, column] of [
      [0.999, 10],
      [2.001, 30],
    ]) {
      expect(pushesOf(createFur(), [force], t)[strandAt(column, 10)]).toBe(0);
    }
    const [first, last] = [1, 2].map((t) => pushesOf(createFur(), [force], t));
    expect(first[strandAt(10, 10)]).toBe(0);
    expect(last[strandAt(30, 10)]).toBeGreaterThan(1);
    path.push(3, 3, 0, 3);
    expect([1, 2].map((t) => pushesOf(createFur(), [force], t))).toEqual([first, last]);
    expect(pushesOf(createFur(), [force], 2.5)[strandAt(30, 20) + 2]).toBeGreaterThan(1);
  });

  test('`forward` pushes along the motion of the sphere, and not while it is stationary', () => {
    const path = [0, 1, 0, 2, 1, 3, 0.5, 2, 2, 3, 0.5, 2];
    const force = push({ forward: 6, path, radius: 2 });
    const component = 6 / Math.hypot(1, 0.25);
    const tips = pushesOf(createFur(), [force], 0.5);
    const middle = strandAt(20, 20);
    expect(tips[middle]).toBeGreaterThan(0.4 * component);
    expect(tips[middle]).toBeLessThan(0.5 * component);
    // The force acts only along the skin.
    expect(tips[middle + 1]).toBeCloseTo(0, 12);
    expect(pushesOf(createFur(), [force], 1.5).every((c) => c === 0)).toBe(true);
  });

  test('live forces act regardless of their times', () => {
    const fur = createFur();
    createFurForces([], 1).apply(fur, 0, 1 / 120, [push({ acceleration: [0, 0, 6], from: 5 })]);
    expect(fur.store.plane(planes.push + 2)[strandAt(20, 20) / 3]).toBeCloseTo(3, 9);
  });

  test('tips that follow a sphere never overshoot, for any `follow`', () => {
    const fur = createFur(0);
    const path = [0, 1, 0, 2, 1, 3, 0, 2];
    const forces = createFurForces([push({ follow: 1e4, path, radius: 1 })], 1);
    for (let tick = 0; tick < 120; tick++) {
      forces.apply(fur, tick / 120, 1 / 120);
      fur.step(1 / 120, positions, normals);
      const speeds = fur.store.plane(planes.velocity);
      expect(Math.max(...speeds.map(Math.abs))).toBeLessThan(4);
    }
  });
});
