import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { ReachProbe } from './reach-probe.ts';
import { makeLumpedPart, type Vector } from './testing/lumped-part.ts';

const random = (a: number, b = 0, c = 0) => 2 * hashUnit(3, a, b, c) - 1;

/** A ball of 500 points, and fields that deform it: sums of products of its coordinates. */
const points = Array.from({ length: 500 }, (_, k): Vector => {
  const [y, angle] = [(2 * k + 1) / 500 - 1, 2.399963 * k];
  const radius = Math.sqrt(1 - y * y);
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
});
const fields = Array.from({ length: 8 }, (_, mode) =>
  points.map(([x, y, z]) => {
    const products = [1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x];
    return [0, 1, 2].map((axis) =>
      products.reduce((sum, value, k) => sum + value * random(mode, axis, k), 0),
    ) as unknown as Vector;
  }),
);

test('large displacements are measured exactly, small ones approximately', () => {
  const part = makeLumpedPart({
    points,
    masses: points.map(() => 1 / 500),
    fields,
    frequencies: fields.map((_, k) => 2 + k),
    scale: 0.01,
  });
  const [{ shapes, vertices }] = part.surfaces;
  const probe = new ReachProbe(part);
  for (let motion = 0; motion < 300; motion++) {
    // Some have only a few modes, as when flesh settles.
    const amplitudes = Float64Array.from(
      fields,
      (_, mode) => random(1000 + motion, mode) / (1 + (motion % 5) * mode),
    );
    let furthest = 0;
    for (let k = 0; k < vertices.length; k++) {
      const move = [0, 1, 2].map((axis) =>
        amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + k) + axis], 0),
      );
      furthest = Math.max(furthest, part.scale * Math.hypot(...move));
    }
    expect(probe.measure(amplitudes, furthest)).toBeCloseTo(furthest, 9);
    expect(probe.measure(amplitudes, 2 * furthest) / furthest).toBeGreaterThan(0.5);
  }
});
