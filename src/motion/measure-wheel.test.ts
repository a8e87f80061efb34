import { describe, expect, test } from 'vitest';
import { normalizeQuaternion, rotateVector } from '../math/quaternion.ts';
import { hashUnit } from '../math/random.ts';
import type { TriangleMesh } from './keyed-collider.ts';
import { measureWheel } from './measure-wheel.ts';

/** Returns a closed cylinder about x with the given number of sides. */
function cylinder(radius: number, half: number, sides = 32): TriangleMesh {
  const positions = [half, 0, 0, -half, 0, 0];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const [y, z] = [
      radius * Math.cos((2 * Math.PI * k) / sides),
      radius * Math.sin((2 * Math.PI * k) / sides),
    ];
    positions.push(half, y, z, -half, y, z);
    const [a, b] = [2 + 2 * k, 2 + 2 * ((k + 1) % sides)];
    indices.push(0, a, b, 1, b + 1, a + 1, a, a + 1, b, b, a + 1, b + 1);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function moved(mesh: TriangleMesh, rotation: readonly number[], shift: readonly number[]): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let k = 0; k < positions.length; k += 3) {
    const point = [...positions.subarray(k, k + 3)];
    rotateVector(point, rotation, point);
    for (let axis = 0; axis < 3; axis++) positions[k + axis] = point[axis] + shift[axis];
  }
  return { ...mesh, positions };
}

describe('the axle', () => {
  test('of a disc is its thin direction, of a roller its long one', () => {
    const disc = measureWheel(cylinder(0.5, 0.1));
    expect(disc).toMatchObject({ axle: [1, 0, 0], centre: [0, 0, 0] });
    expect([disc.radius, disc.width]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.2, 12)]);
    expect(measureWheel(cylinder(0.1, 2)).axle).toEqual([1, 0, 0]);
  });

  test.each([1, 2, 3])('is found for every orientation of the wheel (seed %i)', (seed) => {
    const rotation = [0, 1, 2, 3].map((c) => hashUnit(seed, c, 0) - 0.5);
    normalizeQuaternion(rotation, rotation);
    const { axle, radius, centre } = measureWheel(moved(cylinder(0.4, 0.1), rotation, [5, -2, 1]));
    const turned = [0, 0, 0];
    rotateVector(turned, rotation, [1, 0, 0]);
    expect(Math.abs(turned[0] * axle[0] + turned[1] * axle[1] + turned[2] * axle[2])).toBeCloseTo(1, 10);
    expect(radius).toBeCloseTo(0.4, 10);
    // The centre is the point of the axle nearest to the origin.
    expect(centre[0] * axle[0] + centre[1] * axle[1] + centre[2] * axle[2]).toBeCloseTo(0, 10);
    const away = [5 - centre[0], -2 - centre[1], 1 - centre[2]];
    const along = away[0] * axle[0] + away[1] * axle[1] + away[2] * axle[2];
    expect(Math.hypot(...away.map((part, axis) => part - along * axle[axis]))).toBeLessThan(1e-9);
  });

  test('snaps to a near coordinate axis, and to the origin if it nearly passes through it', () => {
    const small = [0.01, 0.005, 0, 1];
    normalizeQuaternion(small, small);
    const { axle, centre } = measureWheel(moved(cylinder(0.4, 0.1), small, [3, 0.004, 0]));
    expect(axle).toEqual([1, 0, 0]);
    expect(centre).toEqual([0, 0, 0]);
  });

  test('does not depend on the size of triangles', () => {
    const fine = cylinder(0.5, 0.1, 400);
    // The triangles of one half of the surface are larger.
    const coarse = cylinder(0.5, 0.1, 40);
    expect(measureWheel(fine).axle).toEqual(measureWheel(coarse).axle);
  });

  test('may be given with any length', () => {
    const { axle, radius } = measureWheel(cylinder(0.5, 0.1), [0, -7, 0]);
    expect(axle).toEqual([0, 1, 0]);
    expect(radius).toBeCloseTo(Math.hypot(0.5, 0.1), 9);
  });

  test('is not distinct in a cube', () => {
    const cube = cylinder(Math.SQRT2, 1, 4);
    expect(measureWheel(cube).clearness).toBeLessThan(1e-9);
    expect(measureWheel(cylinder(0.5, 0.05)).clearness).toBeGreaterThan(0.8);
  });

  test('ignores vertices without a triangle', () => {
    const mesh = cylinder(0.5, 0.1);
    const more = { ...mesh, positions: Float64Array.of(...mesh.positions, 100, 100, 100) };
    expect(measureWheel(more)).toEqual(measureWheel(mesh));
  });

  test('of a mesh without area is a coordinate axis, with radius 0', () => {
    const point: TriangleMesh = { positions: new Float64Array(9), indices: Uint32Array.of(0, 1, 2) };
    const { axle, radius } = measureWheel(point);
    expect(Math.hypot(...axle)).toBe(1);
    expect(radius).toBe(0);
  });
});
