import { describe, expect, test } from 'vitest';
import { chooseFrames } from '../bake/points/write-points-sheet.ts';
import { randomPoints } from '../files/testing/random-points.ts';
import { sameBytes } from '../files/testing/same-bytes.ts';
import { hashUnit } from '../math/random.ts';
import { type PointsLook, pointsLooks } from '../systems/outputs/points.ts';
import { chooseBackdrop, drawPoints } from './draw-points.ts';
import type { Picture } from './picture.ts';
import { shadePoints } from './points-shadow.ts';
import { drawPointsSheet } from './points-sheet.ts';
import { choosePointsView, type PointsMoment } from './points-view.ts';

/** Creates equal particles at given positions. */
function place(
  positions: readonly (readonly number[])[],
  size = 0.2,
  color = [0.8, 0.2, 0.1, 1],
): PointsMoment {
  const points = randomPoints(1, positions.length);
  points.positions.set(positions.flat());
  points.sizes.fill(size);
  points.velocities.fill(0);
  for (let k = 0; k < positions.length; k++) points.colors.set(color, 4 * k);
  return { t: 0, points, figures: [] };
}

/** Creates points in the shape of a word in a plane that faces +Z, and some points that fly around it. */
function plane(count: number, strayCount = 0): number[][] {
  return Array.from({ length: count + strayCount }, (_, k) =>
    k < count
      ? [3 * hashUnit(1, k), 1 + hashUnit(2, k), 0.02 * hashUnit(3, k)]
      : [0, 1, 2].map((axis) => 20 * (hashUnit(4, k, axis) - 0.5)),
  );
}

const view = { toEye: [0, 0, 1], center: [0, 0, 0], width: 2, height: 2, depth: 0.5 } as const;
const paper = chooseBackdrop([], 'sphere');
const look = (moment: PointsMoment, as: PointsLook) => drawPoints(moment, as, view, paper, 80, 80);
const pixel = ({ rgb, width }: Picture, x: number, y: number) => [
  ...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
];

describe('how particles look', () => {
  test('glowing looks and pale smoke have a dark background, others a bright one', () => {
    const pale = place([[0, 0, 0]], 0.1, [0.8, 0.8, 0.8, 1]);
    const dark = place([[0, 0, 0]], 0.1, [0.05, 0.05, 0.05, 1]);
    const night = chooseBackdrop([dark], 'ember');
    expect(chooseBackdrop([pale], 'smoke')).toBe(night);
    expect(chooseBackdrop([dark], 'smoke')).toBe(paper);
    expect(chooseBackdrop([pale], 'sphere')).toBe(paper);
  });

  test.each(pointsLooks)('%s: it is drawn at its position, in its colour, and nowhere else', (as) => {
    const red = [0.8, 0.05, 0.05, 1];
    const one = look(
      place(
        [
          [0.5, 0.5, 0],
          [0.5, 0.52, 0],
          [0.48, 0.5, 0],
        ],
        0.4,
        red,
      ),
      as,
    );
    const none = look(place([[0.5, 0.5, 0]], 0.4, [0.8, 0.05, 0.05, 0]), as);
    const [x, y] = [58, 22];
    expect(pixel(one, x, y)).not.toEqual(pixel(none, x, y));
    expect(pixel(one, x, y)[0]).toBeGreaterThan(pixel(one, x, y)[2]);
    for (const [a, b] of [
      [5, 5],
      [5, 75],
      [75, 75],
    ])
      expect(pixel(one, a, b)).toEqual(pixel(none, a, b));
  });

  test('a ball is bright above and dark below; the nearer one hides the other, in any order', () => {
    const ball = look(place([[0, 0, 0]], 1), 'sphere');
    expect(pixel(ball, 36, 28)[0]).toBeGreaterThan(pixel(ball, 42, 54)[0] + 20);
    const order = [
      [0, 0, 0.2],
      [0, 0, -0.2],
    ];
    for (const positions of [order, [...order].reverse()]) {
      const moment = place(positions, 0.4);
      const near = positions[0][2] > 0 ? 0 : 1;
      moment.points.colors.set([0.1, 0.8, 0.1, 1], 4 * near);
      const [red, green] = pixel(look(moment, 'sphere'), 40, 40);
      expect(green).toBeGreaterThan(red);
    }
  });

  test('balls that overlap intersect correctly', () => {
    // The centres of the balls are equally far from the eye, so half of each ball is visible.
    const moment = place(
      [
        [-0.2, 0, 0],
        [0.2, 0, 0],
      ],
      0.8,
    );
    moment.points.colors.set([0.1, 0.8, 0.1, 1], 4);
    const picture = look(moment, 'sphere');
    const isGreen = (x: number) => pixel(picture, x, 40)[1] > pixel(picture, x, 40)[0];
    expect([30, 37].map(isGreen)).toEqual([false, false]);
    expect([43, 50].map(isGreen)).toEqual([true, true]);
  });

  test('a mesh hides particles behind it and is hidden by those in front', () => {
    const figure = {
      positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
      indices: [0, 1, 2, 0, 2, 3],
      color: [0.2, 0.2, 0.2] as const,
    };
    for (const as of pointsLooks) {
      const behind = look({ ...place([[0, 0, -0.4]], 0.3), figures: [figure] }, as);
      const alone = look({ ...place([[0, 0, -0.4]], 0.3, [0, 0, 0, 0]), figures: [figure] }, as);
      expect(sameBytes(behind.rgb, alone.rgb)).toBe(true);
      const before = look({ ...place([[0, 0, 0.4]], 0.3), figures: [figure] }, as);
      expect(pixel(before, 40, 40)).not.toEqual(pixel(alone, 40, 40));
    }
  });

  test('particles behind others get less light', () => {
    const positions = Array.from({ length: 400 }, (_, k) => [
      hashUnit(1, k),
      2 * hashUnit(2, k),
      hashUnit(3, k),
    ]);
    const { points } = place([...positions, [0.5, 3, 0.5], [0.5, -1, 0.5]], 0.1);
    const light = shadePoints(points, [0, 1, 0], 1);
    expect(light[400]).toBe(1);
    expect(light[401]).toBeLessThan(0.3);
    // One particle is in the middle along the light. A particle at NaN gets no light.
    points.positions[0] = Number.NaN;
    expect(shadePoints(points, [0, 1, 0], 1).length).toBe(402);
  });
});

describe('the view of particles', () => {
  test('upright flat shapes are seen from the front, horizontal ones from above, others from the side', () => {
    const front = choosePointsView([place(plane(500))], 0, 1)!;
    expect(front.toEye[2]).toBeGreaterThan(0.99);
    const lying = choosePointsView([place(plane(500).map(([x, y, z]) => [x, z, y]))], 0, 1)!;
    expect(lying.toEye[1]).toBeGreaterThan(0.6);
    const cloud = Array.from({ length: 500 }, (_, k) => [0, 1, 2].map((axis) => hashUnit(axis, k)));
    const beside = choosePointsView([place(cloud)], 0, 1)!.toEye;
    expect(Math.abs(beside[0])).toBeGreaterThan(0.3);
    expect(beside[1]).toBeGreaterThan(0.1);
  });

  test('a few outliers change neither scale nor direction of the view', () => {
    const clean = choosePointsView([place(plane(1000))], 0, 1)!;
    const strewn = choosePointsView([place(plane(1000, 80))], 0, 1)!;
    expect(strewn.width / clean.width).toBeLessThan(1.4);
    expect(strewn.toEye[2]).toBeGreaterThan(0.98);
  });

  test('other moments widen the view up to the limit', () => {
    const moments = [place(plane(300).map(([x, y, z]) => [x + 2, y, z])), place(plane(300))];
    const [near, far] = [1, 2].map((widest) => choosePointsView(moments, 1, widest)!.width);
    expect(far).toBeGreaterThan(near);
    expect(far).toBeLessThan(2.1 * near);
  });

  test('one particle, equal positions, NaN, and no particles', () => {
    for (const positions of [
      [[1, 2, 3]],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      [
        [1, 2, 3],
        [Number.NaN, 0, 0],
        [2, 2, 3],
      ],
    ]) {
      const seen = choosePointsView([place(positions)], 0, 2)!;
      for (const value of [seen.width, seen.height, seen.depth, ...seen.center, ...seen.toEye])
        expect(Number.isFinite(value)).toBe(true);
    }
    expect(choosePointsView([place([])], 0, 2)).toBe(null);
    expect(choosePointsView([], 0, 2)).toBe(null);
  });
});

describe('which moments are shown', () => {
  const seconds = Array.from({ length: 101 }, (_, k) => k / 25);
  const counts = seconds.map(() => 10);
  const key = (end: number, count: number) => ({
    name: 'k',
    start: 0,
    end,
    until: end,
    count,
    arrived: count,
    extent: null,
  });

  test('the large moment: when the key of the most particles is reached, the later of two equal ones', () => {
    const large = (...keys: ReturnType<typeof key>[]) => {
      const { frames, main } = chooseFrames(counts, seconds, keys);
      expect(frames).toEqual([...new Set(frames)].sort((a, b) => a - b));
      expect(frames.length).toBeLessThanOrEqual(5);
      return frames[main];
    };
    expect(large()).toBe(100);
    expect(large(key(2, 10))).toBe(50);
    expect(large(key(2, 10), key(3, 4))).toBe(50);
    expect(large(key(2, 10), key(3, 10))).toBe(75);
    expect(large(key(2.001, 10))).toBe(51);
    // Three keys that cannot be chosen: one that ends after the bake, one that ends at its start, and one without particles.
    expect(large(key(9, 10), key(0, 10), key(1, 0))).toBe(100);
  });

  test('the others are distributed before and after it, or use an end that is near', () => {
    expect(chooseFrames(counts, seconds, [key(2.6, 9)])).toEqual({ frames: [0, 22, 43, 65, 100], main: 3 });
    expect(chooseFrames(counts, seconds, [key(2.6, 9), key(1.64, 8)])).toEqual({
      frames: [0, 22, 41, 65, 100],
      main: 3,
    });
    expect(chooseFrames(counts, seconds, [key(0.4, 9)])).toEqual({ frames: [0, 10, 40, 70, 100], main: 1 });
  });

  test('without keys: the last frame with half of the maximum count; nothing to show is no error', () => {
    const fading = seconds.map((t) => Math.max(0, Math.round(100 * (1 - t / 3))));
    const { frames, main } = chooseFrames(fading, seconds, []);
    expect(fading[frames[main]]).toBeGreaterThanOrEqual(50);
    expect(fading[frames[main] + 1]).toBeLessThan(50);
    expect(fading[frames[frames.length - 1]]).toBeGreaterThan(0);
    expect(chooseFrames([0, 0, 0], [0, 1, 2], []).frames.length).toBeGreaterThan(0);
    expect(chooseFrames([5], [0], []).frames).toEqual([0]);
  });
});

describe('the sheet', () => {
  const keys = [
    { name: 'word', start: 0.2, end: 1, until: 1.5, count: 300, arrived: 280, extent: null },
    { name: 'end', start: 1.9, end: 2, until: 2, count: 12, arrived: 12, extent: null },
  ];
  const draw = (moments: readonly PointsMoment[], main: number, counts: number[]) =>
    drawPointsSheet({
      title: 'word',
      note: 'note',
      look: 'disc',
      moments,
      main,
      keys,
      times: counts.map((_, k) => (2 * k) / (counts.length - 1)),
      counts,
    });

  test('deterministic; a graph only if the number changes; every moment has its picture', () => {
    const moments = [0, 1, 2].map((k) => ({ ...place(plane(40), 0.05), t: k }));
    const steady = draw(moments, 1, [300, 300, 300]);
    expect(sameBytes(draw(moments, 1, [300, 300, 300]).rgb, steady.rgb)).toBe(true);
    expect(draw(moments, 1, [100, 200, 300]).height).toBeGreaterThan(steady.height);
    const fewer = draw([moments[0], { ...moments[1], ...place([]) }, moments[2]], 0, [300, 300, 300]);
    expect(sameBytes(fewer.rgb, steady.rgb)).toBe(false);
  });

  test('one moment, no moment and no particle make a sheet', () => {
    for (const [moments, main] of [
      [[place(plane(30))], 0],
      [[], 0],
      [[place([]), place([])], 1],
    ] as const) {
      const { width, height } = draw(moments, main, [0, 0]);
      expect(width).toBe(1272);
      expect(height).toBeGreaterThan(300);
    }
  });
});
