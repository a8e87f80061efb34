import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { type Crossing, findCrossing } from './triangle-crossing.ts';

const blend = (a: Float64Array, b: Float64Array, t: number) => a.map((c, k) => c + t * (b[k] - c));

/** Returns the volume of the tetrahedron of point and triangle, and the barycentric coordinates of the projected point. */
function locate(corners: Float64Array, p: Float64Array) {
  const u = [0, 1, 2].map((k) => corners[3 + k] - corners[k]);
  const w = [0, 1, 2].map((k) => corners[6 + k] - corners[k]);
  const r = [0, 1, 2].map((k) => p[k] - corners[k]);
  const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [uu, uw, ww] = [dot(u, u), dot(u, w), dot(w, w)];
  const area = uu * ww - uw * uw;
  const b = (ww * dot(u, r) - uw * dot(w, r)) / area;
  const c = (uu * dot(w, r) - uw * dot(u, r)) / area;
  return { volume: dot(r, n), weights: [1 - b - c, b, c] };
}

describe.each([1, 2, 3, 4, 5])('a moving point and a moving, deforming triangle (seed %i)', (seed) => {
  test('cross at the time that small steps find', () => {
    const out: Crossing = { time: 0, a: 0, b: 0, c: 0 };
    const steps = 600;
    let hits = 0;
    for (let k = 0; k < 40; k++) {
      const random = (use: number, length: number, size: number) =>
        Float64Array.from({ length }, (_, n) => size * (hashUnit(seed, use, k, n) - 0.5));
      const isStill = k % 3 === 0;
      const start = random(1, 9, 4);
      const end = isStill ? start : blend(start, random(2, 9, 4), 0.7);
      // The point passes near the centre of the triangle.
      const p0 = random(3, 3, 3);
      const p1 = p0.map(
        (c, n) => (2 * (start[n] + start[3 + n] + start[6 + n])) / 3 - c + random(4, 3, 1)[n],
      );
      findCrossing(out, start, end, p0, p1);
      let expected = 2;
      let isClose = false;
      let before = locate(start, p0);
      for (let step = 1; step <= steps && expected > 1; step++) {
        const at = (t: number) => locate(blend(start, end, t), blend(p0, p1, t));
        const now = at(step / steps);
        if (now.volume < 0 !== before.volume < 0) {
          let [low, high] = [(step - 1) / steps, step / steps];
          for (let half = 0; half < 40; half++) {
            const middle = (low + high) / 2;
            if (at(middle).volume < 0 === before.volume < 0) low = middle;
            else high = middle;
          }
          const min = Math.min(...at(low).weights);
          if (Math.abs(min) < 1e-6) isClose = true;
          if (min >= 0) expected = low;
        }
        before = now;
      }
      // Near an edge rounding decides, so both results are right.
      if (isClose) continue;
      if (expected > 1) expect(out.time).toBeGreaterThan(1);
      else {
        hits++;
        expect(Math.abs(out.time - expected)).toBeLessThan(1e-9);
        expect(out.a + out.b + out.c).toBeCloseTo(1, 14);
        const corners = blend(start, end, out.time);
        const at = blend(p0, p1, out.time);
        for (let axis = 0; axis < 3; axis++) {
          const point = out.a * corners[axis] + out.b * corners[3 + axis] + out.c * corners[6 + axis];
          expect(point).toBeCloseTo(at[axis], 8);
        }
      }
    }
    expect(hits).toBeGreaterThan(5);
  });
});

test('triangles without area, and points that do not move, have no crossing', () => {
  const out: Crossing = { time: 0, a: 0, b: 0, c: 0 };
  const line = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
  findCrossing(out, line, line, Float64Array.of(1, 1, 0), Float64Array.of(1, -1, 0));
  expect(out.time).toBe(2);
  const corner = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const inside = Float64Array.of(0.2, 0.2, 0);
  findCrossing(out, corner, corner, inside, inside);
  expect(out.time).toBe(2);
});

test('a line through the common edge of two triangles crosses at least one of them', () => {
  const out: Crossing = { time: 0, a: 0, b: 0, c: 0 };
  for (let k = 0; k < 500; k++) {
    const c = (n: number) => 2 * (hashUnit(7, n, k) - 0.5);
    const [a, b] = [
      [c(1), c(2), c(3)],
      [c(4), c(5), c(6)],
    ];
    const [left, right] = [
      [c(7), c(8) + 5, c(9)],
      [c(10), c(11) - 5, c(12)],
    ];
    const t = hashUnit(7, 13, k);
    const middle = a.map((value, axis) => value + t * (b[axis] - value));
    const away = [c(14), c(15), 20 * c(16)];
    const [p0, p1] = [1, -1].map((side) => Float64Array.from(middle, (m, axis) => m + side * away[axis]));
    const times = [
      [...a, ...b, ...left],
      [...b, ...a, ...right],
    ].map((corners) => {
      const triangle = Float64Array.from(corners);
      findCrossing(out, triangle, triangle, p0, p1);
      return out.time;
    });
    expect(Math.min(...times)).toBeCloseTo(0.5, 6);
  }
});
