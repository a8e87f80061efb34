import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convexHull, hullsOverlap } from './convex-hull.ts';

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })), {
  minLength: 3,
  maxLength: 12,
});

test('a hull turns left at every corner, and no point is outside', () => {
  fc.assert(
    fc.property(points, (list) => {
      const hull = convexHull(list.flat());
      for (let i = 0; i < hull.length; i += 2) {
        const j = (i + 2) % hull.length;
        for (const [x, y] of list) {
          const side = (hull[j] - hull[i]) * (y - hull[i + 1]) - (hull[j + 1] - hull[i + 1]) * (x - hull[i]);
          expect(side).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('overlap agrees with sampling both hulls', () => {
  const inside = (hull: number[], x: number, y: number): boolean => {
    for (let i = 0; i < hull.length; i += 2) {
      const j = (i + 2) % hull.length;
      if ((hull[j] - hull[i]) * (y - hull[i + 1]) - (hull[j + 1] - hull[i + 1]) * (x - hull[i]) < 0)
        return false;
    }
    return true;
  };
  let met = 0;
  fc.assert(
    fc.property(points, points, fc.integer({ min: 0, max: 14 }), (a, b, shift) => {
      const [first, second] = [convexHull(a.flat()), convexHull(b.flatMap(([x, y]) => [x + shift, y]))];
      fc.pre(first.length >= 6 && second.length >= 6);
      let meets = false;
      for (let x = 0; x <= 26; x += 0.25) {
        for (let y = 0; y <= 12; y += 0.25) meets ||= inside(first, x, y) && inside(second, x, y);
      }
      if (meets) met++;
      // The grid may miss a thin overlap, but it never finds an overlap that does not exist.
      if (meets) expect(hullsOverlap(first, second)).toBe(true);
      if (!hullsOverlap(first, second)) expect(meets).toBe(false);
    }),
    { seed: 4, numRuns: 150 },
  );
  expect(met).toBeGreaterThan(20);
});

test('hulls side by side do not overlap; a hull inside another does', () => {
  const square = (x: number, size: number) => [x, 0, x + size, 0, x + size, size, x, size];
  expect(hullsOverlap(square(0, 1), square(1.01, 1))).toBe(false);
  expect(hullsOverlap(square(0, 4), square(1, 1))).toBe(true);
  expect(hullsOverlap(square(0, 1), [0.5, 0.5])).toBe(true);
});
