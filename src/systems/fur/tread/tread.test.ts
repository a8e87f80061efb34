import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { gridMesh } from '../topology/testing/paper-meshes.ts';
import { buildTopology } from '../topology/topology.ts';
import { Neighborhoods } from './neighborhoods.ts';
import { Tread } from './tread.ts';

const mesh = gridMesh(4, 3, 0.1);
const topology = buildTopology('sticks', mesh);
const limit = 1.4;
const { positions, normals } = mesh;

function createTread(halfLife = 20): Tread {
  return new Tread(topology, halfLife, limit);
}

function leanOf(tread: Tread, directions: ArrayLike<number> = normals): Float64Array {
  const out = new Float64Array(normals.length);
  tread.lean(out, directions, positions, normals);
  return out;
}

/** Returns the angle from upright of vertex 0, rad. */
const angleOf = (directions: Float64Array) =>
  Math.atan2(Math.hypot(directions[0], directions[2]), directions[1]);

test('trodden strands press those beside them, less at a larger distance, in the same direction', () => {
  const wide = gridMesh(9, 9, 0.1);
  const reaches = new Float64Array(81).fill(0.25);
  const spread = new Neighborhoods(wide.triangles, wide.positions, reaches);
  const tread = new Tread(buildTopology('sticks', wide), 20, limit, spread);
  tread.press(40, 0.8, 1, 0, 0, wide.positions, wide.normals);
  const amounts = [40, 41, 42, 43, 49].map((v) => tread.amounts[v]);
  const expected = [0.8, 0.8 * (1 - 0.1 / 0.25), 0.8 * (1 - 0.2 / 0.25), 0, 0.8 * (1 - 0.1 / 0.25)];
  amounts.forEach((amount, k) => {
    expect(amount).toBeCloseTo(expected[k], 6);
  });
  const out = new Float64Array(wide.normals.length);
  tread.lean(out, wide.normals, wide.positions, wide.normals);
  expect(out[3 * 41]).toBeGreaterThan(0.3);
  expect(Math.abs(out[3 * 41 + 2])).toBeLessThan(1e-6);
  // A lighter tread beside it does not lift them.
  tread.press(41, 0.1, -1, 0, 0, wide.positions, wide.normals);
  expect(tread.amounts[41]).toBeCloseTo(expected[1], 6);
});

describe('recovery', () => {
  test.each([0.3, 20, 1e4])(
    'half of the tread recovers in the half-life of %s s, for any steps',
    (halfLife) => {
      for (const steps of [1, 7, 240]) {
        const tread = createTread(halfLife);
        tread.press(0, 0.8, 1, 0, 0, positions, normals);
        for (let k = 0; k < steps; k++) tread.recover(halfLife / steps);
        expect(Math.abs(tread.amounts[0] - 0.4)).toBeLessThan(1e-9);
        for (let k = 0; k < steps; k++) tread.recover((2 * halfLife) / steps);
        expect(Math.abs(tread.amounts[0] - 0.1)).toBeLessThan(1e-9);
      }
    },
  );

  test('after a long time all strands have their rest direction again', () => {
    const tread = createTread(2);
    for (let v = 0; v < 12; v++) tread.press(v, 1, 1, 0, v, positions, normals);
    expect(tread.count).toBe(12);
    tread.recover(60);
    expect(tread.count).toBe(0);
    expect(leanOf(tread)).toEqual(normals);
  });

  test('with a half-life of 0 strands recover at once; a recovery of 0 s changes nothing', () => {
    const tread = createTread(0);
    tread.press(0, 1, 1, 0, 0, positions, normals);
    tread.recover(1e-3);
    expect(tread.count).toBe(0);
    const other = createTread();
    other.press(0, 0.7, 1, 0, 0, positions, normals);
    other.recover(0);
    expect(other.amounts[0]).toBe(0.7);
  });

  test('strands recover without jumps, combed or not', () => {
    // Strands are combed against the tread, across it, with it, and not at all.
    for (const comb of [
      [-0.6, 0.8, 0],
      [0, 0.8, 0.6],
      [0.6, 0.8, 0],
      [0, 1, 0],
    ]) {
      const directions = normals.slice();
      directions.set(comb);
      const tread = createTread(1);
      tread.press(0, 1, 1, 0, 0, positions, normals);
      let before = leanOf(tread, directions);
      let max = 0;
      for (let k = 0; k < 60 * 25; k++) {
        tread.recover(1 / 60);
        const now = leanOf(tread, directions);
        const step = Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]);
        max = Math.max(max, step, 1e10 * Math.abs(Math.hypot(now[0], now[1], now[2]) - 1));
        before = now;
      }
      expect(max).toBeLessThan(0.04);
      comb.forEach((c, axis) => void expect(before[axis]).toBeCloseTo(c, 5));
    }
  });
});

test('trodden strands lean by amount × limit in the direction of the press', () => {
  const tread = createTread();
  tread.press(0, 0.5, 0, 0, 3, positions, normals);
  const out = leanOf(tread);
  expect(angleOf(out)).toBeCloseTo(0.5 * limit, 12);
  expect(out[0]).toBeCloseTo(0, 12);
  expect(out[2]).toBeGreaterThan(0);
});

test('a smaller press changes nothing; a larger one sets the new direction', () => {
  const tread = createTread();
  tread.press(0, 0.5, 1, 0, 0, positions, normals);
  tread.press(0, 0.4, 0, 0, 1, positions, normals);
  expect(leanOf(tread)[0]).toBeCloseTo(Math.sin(0.5 * limit), 12);
  tread.press(0, 0.6, 0, 0, 1, positions, normals);
  expect(leanOf(tread)[2]).toBeCloseTo(Math.sin(0.6 * limit), 12);
  tread.press(0, 7, 1, 0, 0, positions, normals);
  expect(tread.amounts[0]).toBe(1);
});

test('the tread rotates with the skin, also about the normal', () => {
  const tread = createTread();
  for (let v = 0; v < 12; v++) tread.press(v, 0.9, 0.3, 0, 1, positions, normals);
  const before = leanOf(tread);
  // The map y → z → x is a rotation about (1, 1, 1). The second motion is a rotation by 90° about y.
  const turns = [([x, y, z]: number[]) => [z, x, y], ([x, y, z]: number[]) => [z, y, -x]];
  for (const turn of turns) {
    const turnAll = (vectors: Float64Array) => {
      const out = new Float64Array(vectors.length);
      for (let k = 0; k < out.length; k += 3) out.set(turn([...vectors.subarray(k, k + 3)]), k);
      return out;
    };
    const out = new Float64Array(normals.length);
    const turned = turnAll(normals);
    tread.lean(out, turned, turnAll(positions), turned);
    turnAll(before).forEach((c, k) => void expect(out[k]).toBeCloseTo(c, 12));
  }
});

test('after saving and restoring, it continues bit-identically', () => {
  const tread = createTread();
  for (let v = 0; v < 12; v++)
    tread.press(v, hashUnit(1, v), hashUnit(2, v), 0, hashUnit(3, v), positions, normals);
  const saved = tread.save();
  const goOn = (other: Tread) => {
    for (let k = 0; k < 30; k++) other.recover(0.1);
    return leanOf(other);
  };
  const other = createTread();
  other.restore(saved);
  expect(other.count).toBe(12);
  expect(goOn(other)).toEqual(goOn(tread));
});

test('invalid presses change nothing: no direction, no amount, a vertex without an edge', () => {
  const tread = createTread();
  tread.press(0, Number.NaN, 1, 0, 0, positions, normals);
  tread.press(0, -1, 1, 0, 0, positions, normals);
  tread.press(0, 0.5, 0, 1, 0, positions, normals);
  expect(tread.count).toBe(0);
  const flat = new Float64Array(positions.length);
  tread.press(0, 0.5, 1, 0, 0, flat, normals);
  const out = new Float64Array(normals.length);
  tread.lean(out, normals, flat, normals);
  expect(out[0]).toBeCloseTo(Math.sin(0.5 * limit), 12);
});
