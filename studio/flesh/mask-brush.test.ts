import { expect, test } from 'vitest';
import { dabMask, measureNormals } from './mask-brush.ts';
import { pickCharacter } from './pick-character.ts';

/** Creates a box from −1 to 1 with n × n quads on each side. Sides share no vertices. */
function makeBox(n: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = positions.length / 3;
      for (let j = 0; j <= n; j++) {
        for (let i = 0; i <= n; i++) {
          const position = [0, 0, 0];
          position[axis] = sign;
          position[(axis + 1) % 3] = (2 * i) / n - 1;
          position[(axis + 2) % 3] = (2 * j) / n - 1;
          positions.push(...position);
        }
      }
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
          const a = first + j * (n + 1) + i;
          const [b, c, d] = [a + 1, a + n + 2, a + n + 1];
          indices.push(...(sign > 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const box = makeBox(8);
const normals = [measureNormals(box)];
const towards = [0, 0, -1] as const;

test('a ray hits the side of a box that faces it, with the correct position and barycentric coordinates', () => {
  const hit = pickCharacter([box], [0.3, -0.2, 5], towards)!;
  expect(hit.distance).toBeCloseTo(4, 12);
  expect(hit.point[2]).toBeCloseTo(1, 12);
  expect(hit.fractions.reduce((sum, fraction) => sum + fraction)).toBeCloseTo(1, 12);
  const position = [0, 1, 2].map((axis) =>
    hit.corners.reduce((sum, corner, k) => sum + hit.fractions[k] * box.positions[3 * corner + axis], 0),
  );
  expect(position[0]).toBeCloseTo(0.3, 12);
  expect(position[1]).toBeCloseTo(-0.2, 12);
  expect(pickCharacter([box], [3, 0, 5], towards)).toBeNull();
  expect(pickCharacter([box], [0, 0, 5], [0, 0, 1])).toBeNull();
  expect(pickCharacter([], [0, 0, 5], towards)).toBeNull();
});

test('a ray hits the nearest of several surfaces', () => {
  const near = { ...box, positions: box.positions.map((value, k) => (k % 3 === 2 ? value + 2 : value)) };
  expect(pickCharacter([box, near], [0, 0, 9], towards)?.surface).toBe(1);
});

test('normals of a box point outward, and copies of a vertex have the same normal', () => {
  for (let vertex = 0; vertex < box.positions.length / 3; vertex++) {
    const dot = [0, 1, 2].reduce(
      (sum, axis) => sum + normals[0][3 * vertex + axis] * box.positions[3 * vertex + axis],
      0,
    );
    expect(dot).toBeGreaterThan(0.9);
  }
  const corner = (k: number) => [0, 1, 2].map((axis) => Math.abs(box.positions[3 * k + axis])).join();
  const corners = [...Array(box.positions.length / 3).keys()].filter((k) => corner(k) === '1,1,1');
  expect(corners).toHaveLength(24);
  const normalOf = (k: number) => normals[0].subarray(3 * k, 3 * k + 3).join();
  const placeOf = (k: number) => box.positions.subarray(3 * k, 3 * k + 3).join();
  for (const k of corners) {
    const copies = corners.filter((other) => placeOf(other) === placeOf(k));
    expect(copies).toHaveLength(3);
    for (const copy of copies) expect(normalOf(copy)).toBe(normalOf(k));
  }
});

test('a brush adds and removes within its radius on the visible side', () => {
  const weights = [new Float32Array(box.positions.length / 3)];
  const dab = { point: [0, 0, 1], direction: towards, radius: 0.6, strength: 0.5 } as const;
  expect(dabMask(weights, [box], normals, { ...dab, target: 1 })).toBe(true);
  weights[0].forEach((weight, vertex) => {
    const [x, y, z] = box.positions.subarray(3 * vertex, 3 * vertex + 3);
    const isWithin = z === 1 && Math.hypot(x, y) < 0.6 - 1e-9;
    if (isWithin && Math.hypot(x, y) < 0.5) expect(weight).toBeGreaterThan(0);
    if (!isWithin) expect(weight).toBe(0);
  });
  for (let k = 0; k < 200; k++) dabMask(weights, [box], normals, { ...dab, target: 1 });
  expect(Math.max(...weights[0])).toBe(1);
  expect(dabMask(weights, [box], normals, { ...dab, target: 1, radius: 0.2 })).toBe(false);
  for (let k = 0; k < 400; k++) dabMask(weights, [box], normals, { ...dab, target: 0 });
  weights[0].forEach((weight, vertex) => {
    const [x, y] = box.positions.subarray(3 * vertex, 3 * vertex + 3);
    if (Math.hypot(x, y) < 0.5) expect(weight).toBe(0);
  });
});

test('a brush as large as the body does not change its back', () => {
  const weights = [new Float32Array(box.positions.length / 3)];
  dabMask(weights, [box], normals, {
    point: [0, 0, 1],
    direction: towards,
    radius: 9,
    target: 1,
    strength: 1,
  });
  weights[0].forEach((weight, vertex) => {
    const isInside = [0, 1].every((axis) => Math.abs(box.positions[3 * vertex + axis]) < 1);
    if (isInside && box.positions[3 * vertex + 2] === -1) expect(weight).toBe(0);
    if (isInside && box.positions[3 * vertex + 2] === 1) expect(weight).toBeGreaterThan(0.5);
  });
});
