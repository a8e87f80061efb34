import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triangulatePolygon } from './triangulate-polygon.ts';

type Point = readonly [number, number, number];

function open(points: readonly Point[]): { triangles: number[]; isRight: boolean } {
  const triangles: number[] = [7, 7];
  const isRight = triangulatePolygon(triangles, points.length, (corner, axis) => points[corner][axis]);
  return { triangles, isRight };
}

/** Returns twice the signed area in the plane of x and y. */
function areaOf(points: readonly Point[], corners: readonly number[]): number {
  return corners.reduce((sum, corner, k) => {
    const [a, b] = [points[corner], points[corners[(k + 1) % corners.length]]];
    return sum + a[0] * b[1] - a[1] * b[0];
  }, 0);
}

/** Expects that all triangles have the orientation of the polygon, and that their areas add up to its area. */
function expectInside(points: readonly Point[]): void {
  const { triangles, isRight } = open(points);
  const whole = areaOf(
    points,
    points.map((_, corner) => corner),
  );
  expect(isRight).toBe(true);
  expect(triangles.length).toBe(3 * (points.length - 2));
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const area = areaOf(points, triangles.slice(k, k + 3)) * Math.sign(whole);
    expect(area).toBeGreaterThanOrEqual(-1e-12);
    sum += area;
  }
  expect(sum).toBeCloseTo(Math.abs(whole), 9);
}

const arrow: Point[] = [
  [0, 0, 0],
  [2, 1, 0],
  [0, 2, 0],
  [0.5, 1, 0],
];

describe('a polygon', () => {
  test('that is convex is a fan from its first corner', () => {
    const pentagon = [0, 1, 2, 3, 4].map((k): Point => [Math.cos(1.2566 * k), Math.sin(1.2566 * k), 3]);
    expect(open(pentagon)).toEqual({ triangles: [0, 1, 2, 0, 2, 3, 0, 3, 4], isRight: true });
    expect(open(pentagon.slice(0, 3)).triangles).toEqual([0, 1, 2]);
  });

  test.each([0, 1, 2, 3])('that is concave at corner %i is triangulated inside', (shift) => {
    const points = [...arrow.slice(shift), ...arrow.slice(0, shift)];
    expectInside(points);
    expectInside([...points].reverse());
  });

  test('is projected along its largest normal component, in every plane', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const points = arrow.map((point): Point => [point[order[0]], point[order[1]], point[order[2]]]);
      expect(open(points).isRight).toBe(true);
      expect(open(points).triangles).toEqual(open(arrow).triangles);
    }
  });

  test('far from the origin keeps its precision', () => {
    const far = arrow.map(([x, y]): Point => [x * 1e-3 + 4e5, y * 1e-3 - 7e5, 9e5]);
    expect(open(far).triangles).toEqual(open(arrow).triangles);
  });

  test('like a spiral, a comb, a hole with a bridge', () => {
    const spiral = Array.from({ length: 40 }, (_, k): Point => {
      const [turn, away] = k < 20 ? [k * 0.4, 1 + k * 0.1] : [(39 - k) * 0.4, 0.7 + (39 - k) * 0.1];
      return [away * Math.cos(turn), away * Math.sin(turn), 0];
    });
    expectInside(spiral);
    const comb = [
      ...Array.from({ length: 21 }, (_, k): Point => [k, k % 2 === 0 ? 0 : 5, 0]),
      [20, 6, 0] as Point,
      [0, 6, 0] as Point,
    ];
    expectInside(comb);
    const bridged: Point[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [0, 4, 0],
      [0, 0, 0],
      [1, 1, 0],
      [1, 3, 0],
      [3, 3, 0],
      [3, 1, 0],
      [1, 1, 0],
    ];
    expectInside(bridged);
  });

  test('any that does not cross itself is triangulated inside', () => {
    // Polygons that are star-shaped about the origin: ascending angles, random radii.
    const stars = fc.array(
      fc.tuple(fc.double({ min: 0.2, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 3, noNaN: true })),
      {
        minLength: 4,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(stars, (corners) => {
        const total = corners.reduce((sum, [step]) => sum + step, 0);
        let turn = 0;
        expectInside(
          corners.map(([step, reach]): Point => {
            turn += (2 * Math.PI * step) / total;
            return [reach * Math.cos(turn), reach * Math.sin(turn), 0];
          }),
        );
      }),
      { seed: 20261128, numRuns: Number(process.env.FUZZ_RUNS ?? 200) },
    );
  });

  test('that crosses itself or has no area is triangulated somehow, and reported', () => {
    const bow: Point[] = [
      [0, 0, 0],
      [2, 2, 0],
      [2, 0, 0],
      [0, 3, 0],
    ];
    const line: Point[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
    ];
    for (const points of [bow, line]) {
      expect(open(points).isRight).toBe(false);
      expect(open(points).triangles).toHaveLength(6);
    }
  });

  test('of very many corners is triangulated fast', () => {
    const many = Array.from({ length: 200_000 }, (_, k): Point => {
      const reach = k % 2 === 0 ? 1 : 0.9;
      return [reach * Math.cos(k * 3e-5), reach * Math.sin(k * 3e-5), 0];
    });
    const before = performance.now();
    expect(open(many).triangles).toHaveLength(3 * (many.length - 2));
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
