import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workInTurns } from '../../../long-work.ts';
import { hashUnit } from '../../../math/random.ts';
import type { OutlineArea } from '../../../motion/outline.ts';
import { cutRegion, cuttingRegion, type PlaneRegion } from './plane-region.ts';
import { createRegionDistance } from './region-distance.ts';

const seed = 20261128;

const area = (
  loops: readonly (readonly number[])[],
  color: OutlineArea['color'] = null,
  fillRule: OutlineArea['fillRule'] = 'nonzero',
): OutlineArea => ({ name: '', loops: loops.map((loop) => Float64Array.from(loop)), fillRule, color });

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];
const reversed = (loop: readonly number[]) => loop.map((_, k) => loop[loop.length - 2 - k + 2 * (k % 2)]);

/** Computes the winding number as the sum of angles: slow, but independent of the tested code. */
function windingAt(loop: ArrayLike<number>, x: number, y: number): number {
  let sum = 0;
  for (let k = 0; k < loop.length; k += 2) {
    const next = (k + 2) % loop.length;
    const [ax, ay, bx, by] = [loop[k] - x, loop[k + 1] - y, loop[next] - x, loop[next + 1] - y];
    sum += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return Math.round(sum / (2 * Math.PI));
}

/** Returns the index of the topmost area at a point; −1 if no area covers it. */
function topAt(areas: readonly OutlineArea[], x: number, y: number): number {
  return areas.findLastIndex(({ loops, fillRule }) => {
    const turns = loops.reduce((sum, loop) => sum + windingAt(loop, x, y), 0);
    return fillRule === 'nonzero' ? turns !== 0 : turns % 2 !== 0;
  });
}

/** Returns the index of the trapezoid that contains the point; −1 if none does. */
function trapezoidAt({ trapezoids: { corners, count } }: PlaneRegion, x: number, y: number): number {
  for (let k = 0; k < count; k++) {
    const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = corners.subarray(6 * k, 6 * k + 6);
    const t = (y - lowY) / (highY - lowY);
    if (t < 0 || t > 1) continue;
    if (x >= lowLeft + t * (highLeft - lowLeft) && x <= lowRight + t * (highRight - lowRight)) return k;
  }
  return -1;
}

const rimLength = ({ edges: { corners, isRim } }: PlaneRegion) =>
  isRim.reduce((sum, rim, k) => {
    const [ax, ay, bx, by] = corners.subarray(4 * k, 4 * k + 4);
    return sum + (rim ? Math.hypot(bx - ax, by - ay) : 0);
  }, 0);

describe('area and boundary length', () => {
  test.each([
    ['a square', [area([square(0, 0, 2)])], 4, 8],
    ['a clockwise square', [area([reversed(square(0, 0, 2))])], 4, 8],
    ['a triangle', [area([[0, 0, 3, 0, 0, 4]])], 6, 12],
    ['a hole by turning', [area([square(0, 0, 3), reversed(square(1, 1, 1))])], 8, 16],
    ['no hole where both turn alike', [area([square(0, 0, 3), square(1, 1, 1)])], 9, 12],
    ['a hole by even and odd', [area([square(0, 0, 3), square(1, 1, 1)], null, 'evenodd')], 8, 16],
    [
      'an island in a hole',
      [area([square(0, 0, 5), square(1, 1, 3), square(2, 2, 1)], null, 'evenodd')],
      17,
      36,
    ],
    ['two that overlap', [area([square(0, 0, 2)]), area([square(1, 1, 2)])], 7, 12],
    ['two side by side', [area([square(0, 0, 1)]), area([square(1, 0, 1)])], 2, 6],
    ['two above each other', [area([square(0, 0, 1)]), area([square(0, 1, 1)])], 2, 6],
    ['the same twice', [area([square(0, 0, 1)]), area([square(0, 0, 1)])], 1, 4],
    ['the same twice, even and odd', [area([square(0, 0, 1), square(0, 0, 1)], null, 'evenodd')], 0, 0],
    ['a bow tie', [area([[0, 0, 2, 2, 2, 0, 0, 2]])], 2, 4 + 4 * Math.SQRT2],
    ['a five-pointed star, nonzero', [area([star(5, 2)])], starArea(false), null],
    ['a five-pointed star, even and odd', [area([star(5, 2)], null, 'evenodd')], starArea(true), null],
    ['there and back', [area([[0, 0, 1, 0, 1, 1, 1, 0]])], 0, 0],
    ['a point', [area([[1, 1, 1, 1, 1, 1]])], 0, 0],
    ['nothing', [], 0, 0],
  ])('%s', (_, areas, size, length) => {
    const region = cutRegion(areas as OutlineArea[]);
    expect(region.area).toBeCloseTo(size as number, 10);
    if (length !== null) expect(rimLength(region)).toBeCloseTo(length as number, 9);
  });
});

function star(points: number, step: number): number[] {
  return Array.from({ length: points }, (_, k) => {
    const angle = (2 * Math.PI * step * k) / points;
    return [Math.sin(angle), Math.cos(angle)];
  }).flat();
}

/** Returns the area of a pentagram in the unit circle: five tips, and the pentagon in its centre unless it is empty. */
function starArea(isHollow: boolean): number {
  const radius = Math.cos((2 * Math.PI) / 5) / Math.cos(Math.PI / 5);
  const pentagon = 2.5 * radius * radius * Math.sin((2 * Math.PI) / 5);
  const whole = 5 * radius * Math.sin(Math.PI / 5);
  return isHollow ? whole - pentagon : whole;
}

describe('colours', () => {
  const red = [1, 0, 0, 1] as const;
  const blue = [0, 0, 1, 1] as const;

  test('a later area covers earlier ones where they overlap', () => {
    const region = cutRegion([area([square(0, 0, 2)], red), area([square(1, 1, 2)], blue)]);
    const { trapezoids, colors } = region;
    const sizes = [0, 0];
    for (let k = 0; k < trapezoids.count; k++) {
      const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = trapezoids.corners.subarray(
        6 * k,
        6 * k + 6,
      );
      sizes[colors?.[4 * trapezoids.paints[k]] === 1 ? 0 : 1] +=
        ((highY - lowY) * (lowRight - lowLeft + highRight - highLeft)) / 2;
    }
    expect(sizes).toEqual([expect.closeTo(3), expect.closeTo(4)]);
  });

  test('transparent areas are blended, and areas of opacity 0 cover nothing', () => {
    const region = cutRegion([
      area([square(0, 0, 1)], red),
      area([square(0, 0, 1)], [0, 0, 1, 0.25]),
      area([square(0, 0, 9)], [0, 1, 0, 0]),
    ]);
    expect(region.area).toBeCloseTo(1);
    expect([...region.colors!]).toEqual([0.75, 0, 0.25, 1]);
  });

  test('a border between two colours is not a rim, and areas of equal colour have no border', () => {
    const two = cutRegion([area([square(0, 0, 3)], red), area([square(1, 1, 1)], blue)]);
    expect(rimLength(two)).toBeCloseTo(12);
    expect(two.edges.count).toBe(8);
    const same = cutRegion([area([square(0, 0, 3)], red), area([square(1, 1, 1)], red)]);
    expect(same.edges.count).toBe(4);
  });

  test('the filled side is on the left-hand side of every border', () => {
    const { edges } = cutRegion([area([square(0, 0, 3), reversed(square(1, 1, 1))], red)]);
    const turned = edges.corners.reduce((sum, _, k) => {
      if (k % 4 !== 0) return sum;
      const [ax, ay, bx, by] = edges.corners.subarray(k, k + 4);
      return sum + (ax * by - ay * bx) / 2;
    }, 0);
    expect(turned).toBeCloseTo(8);
  });
});

test(`random loops agree with winding numbers from sums of angles (seed ${seed})`, () => {
  const coordinate = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true }));
  const loop = fc
    .array(coordinate, { minLength: 6, maxLength: 16 })
    .map((values) => values.slice(0, values.length & ~1));
  const any = fc.record({ loops: fc.array(loop, { minLength: 1, maxLength: 3 }), isOdd: fc.boolean() });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 3 }), fc.nat(), (shapes, salt) => {
      const areas = shapes.map(({ loops, isOdd }, k) =>
        area(loops, [k / 4, 0, 0, 1], isOdd ? 'evenodd' : 'nonzero'),
      );
      const region = cutRegion(areas);
      const distance = createRegionDistance(region);
      let covered = 0;
      for (let k = 0; k < 40; k++) {
        const [x, y] = [6 * hashUnit(salt, k, 1), 6 * hashUnit(salt, k, 2)];
        const top = topAt(areas, x, y);
        if (top >= 0) covered++;
        const gap = distance(x, y);
        // On a border both answers are right.
        if (nearestBorder(region, x, y) < 1e-9) continue;
        const trapezoid = trapezoidAt(region, x, y);
        expect(trapezoid >= 0).toBe(top >= 0);
        if (top >= 0)
          expect(region.colors![4 * region.trapezoids.paints[trapezoid]]).toBe(Math.fround(top / 4));
        expect(gap < 0).toBe(top >= 0);
        const rim = nearestBorder(region, x, y, true);
        expect(Math.abs(gap) === rim || Math.abs(Math.abs(gap) - rim) < 1e-9).toBe(true);
      }
      if (covered === 0) expect(region.area).toBeLessThan(12);
    }),
    { seed, numRuns: 300 },
  );
});

function nearestBorder({ edges }: PlaneRegion, x: number, y: number, rimsOnly = false): number {
  let min = Number.POSITIVE_INFINITY;
  for (let k = 0; k < edges.count; k++) {
    if (rimsOnly && edges.isRim[k] === 0) continue;
    const [ax, ay, bx, by] = edges.corners.subarray(4 * k, 4 * k + 4);
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const t = Math.min(1, Math.max(0, along));
    min = Math.min(min, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return min;
}

describe('many crossings', () => {
  const expectCovered = (areas: readonly OutlineArea[], reach: number) => {
    const region = cutRegion(areas);
    for (let k = 0; k < 60; k++) {
      const [x, y] = [1, 2].map((axis) => reach * (2 * hashUnit(seed, k, axis) - 1));
      if (nearestBorder(region, x, y) > 1e-9)
        expect(trapezoidAt(region, x, y) >= 0).toBe(topAt(areas, x, y) >= 0);
    }
    return region;
  };

  test('a star of 151 points crosses itself 11 174 times', () => {
    for (const rule of ['nonzero', 'evenodd'] as const) expectCovered([area([star(151, 75)], null, rule)], 1);
  });

  test('the work yields often, and can be cancelled', async () => {
    const loop = Array.from({ length: 200 }, (_, k) => 10 * hashUnit(21, k));
    const work = cuttingRegion([area([loop])]);
    let rests = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) rests++;
    expect(rests).toBeGreaterThan(90);
    expect(step.value.area).toBe(cutRegion([area([loop])]).area);
    const ended = workInTurns(cuttingRegion([area([loop])]), { signal: AbortSignal.abort() });
    await expect(ended).rejects.toThrow(/abort/i);
  });

  test('random lines', () => {
    const loop = Array.from({ length: 400 }, (_, k) => 2 * hashUnit(seed, 7, k) - 1);
    const region = expectCovered([area([loop], null, 'evenodd')], 1);
    expect(region.trapezoids.count).toBeGreaterThan(5000);
  });

  test('lines through one point', () => {
    const loop = Array.from({ length: 300 }, (_, k) => {
      const angle = (Math.PI * k) / 300 + 1e-3;
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((value) => (k % 2 === 0 ? value : -value));
      return [x, y, -x, -y];
    }).flat();
    expectCovered([area([loop], null, 'evenodd')], 0.7);
  });

  test('areas that cross keep their colours', () => {
    const areas = Array.from({ length: 30 }, (_, k) => {
      const points = Array.from({ length: 12 }, (_, c) => 2 * hashUnit(seed, k, c) - 1);
      return area([points], [k / 30, 0, 0, 1], k % 2 === 0 ? 'nonzero' : 'evenodd');
    });
    const region = cutRegion(areas);
    for (let k = 0; k < 60; k++) {
      const [x, y] = [1, 2].map((axis) => 2 * hashUnit(seed, 99 + k, axis) - 1);
      const top = topAt(areas, x, y);
      const trapezoid = trapezoidAt(region, x, y);
      if (nearestBorder(region, x, y) < 1e-9) continue;
      expect(trapezoid >= 0).toBe(top >= 0);
      if (top >= 0)
        expect(region.colors![4 * region.trapezoids.paints[trapezoid]]).toBe(Math.fround(top / 30));
    }
  });

  test('more than half a million are refused before they are computed', () => {
    const zigzag = Array.from({ length: 4000 }, (_, k) =>
      k % 2 === 0 ? hashUnit(seed, 5, k) : (k >> 1) % 2,
    );
    expect(() => cutRegion([area([zigzag])])).toThrow(
      'lines that cross each other at most 500000 times, got more',
    );
  });
});
