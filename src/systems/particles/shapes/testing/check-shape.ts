import { expect } from 'vitest';
import type { PointSet } from '../../../../motion/point-set.ts';
import { fillParams } from '../../../params.ts';
import type { PrepareContext } from '../../../prepare-context.ts';
import { particlesParams, type ShapeParams } from '../../params.ts';
import type { Shape } from '../../shape.ts';

/** Returns the parameters of a shape, with defaults for absent ones. */
export function shapeParams(given: Readonly<Record<string, unknown>>): ShapeParams {
  return fillParams(particlesParams, { shapes: [{ name: 'it', ...given }] }).shapes[0];
}

/** Creates a context that has only these readers. */
export function contextWith(readers: Partial<PrepareContext> = {}): PrepareContext {
  return {
    path: 'systems[0]',
    name: 'smoke',
    actors: new Map(),
    results: new Map(),
    ...readers,
  } as PrepareContext;
}

/**
 * Checks the properties of every shape: points are within its bounds and inside; the same seed gives the same points; the first
 * points do not depend on the count. Returns the points.
 */
export function checkShape(shape: Shape, count = 2000, seed = 11): PointSet {
  const points = shape.sample(count, seed);
  expect(points.count).toBe(count);
  expect(points.positions.length).toBe(3 * count);
  const { min, max } = shape.bounds;
  const slack = 1e-9 * Math.max(1, ...max.map((value, axis) => value - min[axis]));
  for (let k = 0; k < points.positions.length; k++) {
    const value = points.positions[k];
    if (!(value >= min[k % 3] - slack && value <= max[k % 3] + slack)) {
      expect.fail(`point ${Math.floor(k / 3)}: ${value} is outside ${min[k % 3]} … ${max[k % 3]}`);
    }
  }
  expect(shape.measure).toBeGreaterThan(0);
  const again = shape.sample(count, seed);
  expect(isSame(again.positions, points.positions)).toBe(true);
  expect(again.colors === null ? points.colors === null : isSame(again.colors, points.colors ?? [])).toBe(
    true,
  );
  const fewer = shape.sample(Math.ceil(count / 3), seed);
  expect(isSame(fewer.positions, points.positions.subarray(0, fewer.positions.length))).toBe(true);
  expect(isSame(shape.sample(count, seed + 1).positions, points.positions)).toBe(false);
  const { distance, dimension } = shape;
  if (distance) {
    for (let k = 0; k < count; k++) {
      const d: number = distance(
        points.positions[3 * k],
        points.positions[3 * k + 1],
        points.positions[3 * k + 2],
      );
      if (!(d <= slack)) expect.fail(`point ${k} of dimension ${dimension} lies ${d} m outside`);
    }
  }
  if (points.normals) {
    const { normals } = points;
    const lengths = Array.from({ length: count }, (_, k) =>
      Math.hypot(...normals.subarray(3 * k, 3 * k + 3)),
    );
    expect(Math.max(...lengths.map((length) => Math.abs(length - 1)))).toBeLessThan(1e-6);
  }
  return points;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a.length === b.length && Array.prototype.every.call(a, (value, k) => value === b[k]);
}

/**
 * Checks by a χ² test that counts have the expected proportions, at a significance level of 1 in 10 000 (approximation of Wilson &
 * Hilferty 1931). Classes with an expected count below 5 are ignored.
 */
export function checkSpread(counts: readonly number[], expected: readonly number[]): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const whole = expected.reduce((sum, fraction) => sum + fraction, 0);
  let sum = 0;
  let freedom = -1;
  counts.forEach((count, k) => {
    const should = (total * expected[k]) / whole;
    if (should < 5) return;
    sum += (count - should) ** 2 / should;
    freedom++;
  });
  expect(freedom).toBeGreaterThan(1);
  const spread = 2 / (9 * freedom);
  const limit = freedom * (1 - spread + 3.719 * Math.sqrt(spread)) ** 3;
  expect(sum).toBeLessThan(limit);
}
