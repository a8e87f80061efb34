import { expect, test } from 'vitest';
import { rotateVector } from '../../../math/quaternion.ts';
import { quaternionFromAxisAngle } from '../../../math/slerp.ts';
import { fitRoundedBox } from './fit-rounded-box.ts';
import { createBoxShape, createCapsule } from './touch-shape.ts';

/** Points on the surface of a capsule about z, 0.1 m thick and 0.5 m long, rotated. */
const tilt = quaternionFromAxisAngle([0.48, 0.6, 0.64], 0.7);
const place = (point: readonly number[]) => {
  const out = [0, 0, 0];
  rotateVector(out, tilt, point);
  return out.map((value, axis) => value + [1, 2, 3][axis]);
};
const capsule = Array.from({ length: 600 }, (_, k) => {
  const z = (0.5 * k) / 599 - 0.25;
  const beyond = Math.max(0, Math.abs(z) - 0.2);
  const across = Math.sqrt(0.05 ** 2 - Math.min(beyond, 0.05) ** 2);
  return place([across * Math.cos(2.4 * k), across * Math.sin(2.4 * k), z]);
}).flat();
const box = [-1, 1]
  .flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => place([0.6 * x, 0.2 * y, 0.03 * z]))))
  .flat();

test('a limb gives a capsule', () => {
  const { box: fitted, error } = fitRoundedBox(capsule);
  expect(error).toBeLessThan(0.002);
  expect(fitted.radius).toBeCloseTo(0.05, 2);
  expect(Math.max(...Array.from(fitted.half))).toBeCloseTo(0.2, 2);
});

test('a board gives a box with sharp edges, at the position and in the orientation of the board', () => {
  const { box: fitted, error } = fitRoundedBox(box);
  expect(error).toBeLessThan(1e-9);
  expect(fitted.radius).toBe(0);
  expect(Array.from(fitted.center).map((value) => Math.round(1e6 * value) / 1e6)).toEqual([1, 2, 3]);
});

test('the distance from a capsule is that from its axis, minus its radius, inside and outside', () => {
  const shape = createBoxShape(createCapsule([0, -0.1, 0], [0, 0.3, 0], 0.05));
  const normal = new Float64Array(3);
  expect(shape.measure(normal, 0.2, 0.1, 0)).toBeCloseTo(0.15, 12);
  expect([...normal]).toEqual([1, 0, 0]);
  expect(shape.measure(normal, 0, 0.3, -0.02)).toBeCloseTo(-0.03, 12);
  expect(normal[2]).toBeCloseTo(-1, 12);
  expect(shape.measure(normal, 0, 0.5, 0)).toBeCloseTo(0.15, 12);
  // On the axis itself any direction across it is right.
  expect(shape.measure(normal, 0, 0.1, 0)).toBeCloseTo(-0.05, 12);
  expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
});
