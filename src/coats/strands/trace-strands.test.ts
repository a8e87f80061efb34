import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { createCoatCoordinates } from './coat-coordinates.ts';
import { placeStrands } from './place-strands.ts';
import { makeBall, splitAll, square } from './testing/meshes.ts';
import { type BentSkin, traceStrands } from './trace-strands.ts';

const level = (directions: number[]): BentSkin => ({
  positions: square.positions,
  normals: [0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0],
  directions: [...directions, ...directions, ...directions, ...directions],
  lengths: [0.3, 0.3, 0.3, 0.3],
  form: 'arc',
  exponent: 2,
});
const strands = placeStrands(square, { count: 50, seed: 1 });
const variety = { seed: 3, length: [0.4, 0.9], lean: [0.1, 0.2], bend: 2 } as const;

test('upright strands go from the skin to the uppermost shell in equal steps', () => {
  const out = new Float64Array(3 * 5 * 50);
  traceStrands(out, strands, 5, level([0, 1, 0]));
  for (let i = 0; i < 50; i++)
    for (let j = 0; j < 5; j++) {
      const o = 3 * (5 * i + j);
      expect(out[o + 1]).toBeCloseTo((0.3 * j) / 4, 12);
      expect(out[o]).toBeCloseTo(out[15 * i], 12);
      expect(out[o + 2]).toBeCloseTo(out[15 * i + 2], 12);
    }
});

test('bent strands keep their length and end at the outermost shell', () => {
  const out = new Float64Array(3 * 200 * 50);
  traceStrands(out, strands, 200, level([Math.sin(1), Math.cos(1), 0]));
  for (let i = 0; i < 50; i++) {
    let length = 0;
    for (let o = 600 * i + 3; o < 600 * (i + 1); o += 3)
      length += Math.hypot(out[o] - out[o - 3], out[o + 1] - out[o - 2], out[o + 2] - out[o - 1]);
    expect(length).toBeCloseTo(0.3, 5);
    const [root, end] = [600 * i, 600 * i + 597];
    expect(Math.atan2(out[end] - out[root], out[end + 1])).toBeCloseTo(1, 9);
  }
});

test('with variety, lengths and inclinations stay within their ranges and differ', () => {
  const out = new Float64Array(3 * 2 * 50);
  traceStrands(out, strands, 2, level([0, 1, 0]), variety);
  const reaches = Array.from({ length: 50 }, (_, i) => out[6 * i + 4] / 0.3);
  expect(Math.min(...reaches)).toBeGreaterThanOrEqual(0.4);
  expect(Math.max(...reaches)).toBeLessThanOrEqual(0.9);
  expect(Math.max(...reaches) - Math.min(...reaches)).toBeGreaterThan(0.35);
  for (let i = 0; i < 50; i++) {
    const aside = Math.hypot(out[6 * i + 3] - out[6 * i], out[6 * i + 5] - out[6 * i + 2]);
    const fraction = Math.expm1(2 * reaches[i]) / Math.expm1(2);
    expect(aside / 0.3 / fraction).toBeGreaterThan(0.1 - 1e-9);
    expect(aside / 0.3 / fraction).toBeLessThan(0.2 + 1e-9);
  }
});

/** Returns a rotation by 120° about (1, 1, 1), and a displacement. */
function turn(v: ArrayLike<number>, move: number): Float64Array {
  return Float64Array.from({ length: v.length }, (_, k) => v[k - (k % 3) + (((k % 3) + 2) % 3)] + move);
}

test('strands rotate and move with their skin', () => {
  const skin = level([Math.sin(0.7), Math.cos(0.7), 0]);
  const turned = {
    ...skin,
    positions: turn(skin.positions, 5),
    normals: turn(skin.normals, 0),
    directions: turn(skin.directions, 0),
  };
  const out = new Float64Array(3 * 6 * 50);
  const outTurned = new Float64Array(3 * 6 * 50);
  traceStrands(out, strands, 6, skin, variety);
  traceStrands(outTurned, strands, 6, turned, variety);
  turn(out, 5).forEach((value, k) => {
    expect(outTurned[k]).toBeCloseTo(value, 9);
  });
});

test('seams have no influence: with every edge cut open, curves are bit-identical', () => {
  const [joined, split] = [makeBall(2), splitAll(makeBall(2))].map((mesh) => {
    const { normals, points } = createCoatCoordinates(mesh);
    const directions = normals.map((value, k) => (k % 3 === 1 ? value - 0.4 : value));
    for (let o = 0; o < directions.length; o += 3) {
      const length = Math.hypot(directions[o], directions[o + 1], directions[o + 2]);
      for (let c = 0; c < 3; c++) directions[o + c] /= length;
    }
    const out = new Float64Array(3 * 4 * 300);
    const lengths = new Float64Array(points.length / 3).fill(0.2);
    const skin = {
      positions: mesh.positions,
      normals,
      directions,
      lengths,
      form: 'arc',
      exponent: 2,
    } as const;
    traceStrands(out, placeStrands(mesh, { count: 300, seed: 6 }), 4, skin, variety);
    return out;
  });
  expect(split).toEqual(joined);
  expect(joined.every(Number.isFinite)).toBe(true);
});

test('arrays and counts that do not match are refused', () => {
  expect(() => traceStrands(new Float64Array(10), strands, 5, level([0, 1, 0]))).toThrow(InputError);
  expect(() => traceStrands(new Float64Array(150), strands, 1, level([0, 1, 0]))).toThrow(InputError);
  const out = new Float64Array(750);
  const skin = level([0, 1, 0]);
  expect(() => traceStrands(out, strands, 5, { ...skin, normals: [0, 1, 0] })).toThrow(InputError);
  const short = { ...skin, positions: [0, 0, 0], normals: [0, 1, 0], directions: [0, 1, 0], lengths: [1] };
  expect(() => traceStrands(out, strands, 5, short)).toThrow(InputError);
});
