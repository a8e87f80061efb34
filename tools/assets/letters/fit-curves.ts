/**
 * Fits a closed sequence of points with lines and smoothly connected cubic curves. After P. J. Schneider, Graphics Gems
 * (1990).
 */
import { type Contour, gradientOf } from './trace-outline.ts';

/** A line or a cubic curve that ends at (x, y). */
export type Piece =
  | { readonly type: 'line'; readonly x: number; readonly y: number }
  | {
      readonly type: 'curve';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    };

export interface FittedContour {
  readonly x: number;
  readonly y: number;
  readonly pieces: readonly Piece[];
}

type Field = (x: number, y: number) => number;
type Point = readonly [number, number];

/** Fits segments that deviate from the points by at most `tolerance` units. Their tangents are tangents of the zero line of `field`. */
export function fitContour(contour: Contour, field: Field, tolerance: number): FittedContour {
  const count = contour.x.length;
  const start = farthestRight(contour);
  const points: Point[] = Array.from({ length: count + 1 }, (_, k) => {
    const at = (start + k) % count;
    return [contour.x[at], contour.y[at]];
  });
  const tangents = points.map(([x, y]): Point => {
    const [gx, gy] = gradientOf(field, x, y);
    const length = Math.sqrt(gx * gx + gy * gy) || 1;
    return [-gy / length, gx / length];
  });
  const pieces: Piece[] = [];
  const knots = extremesOf(tangents);
  for (let k = 1; k < knots.length; k++) fitRun(pieces, points, tangents, knots[k - 1], knots[k], tolerance);
  return { x: points[0][0], y: points[0][1], pieces };
}

function farthestRight({ x }: Contour): number {
  let best = 0;
  for (let k = 1; k < x.length; k++) if (x[k] > x[best]) best = k;
  return best;
}

/** Returns the indices of the first point, the last point, and the points with a horizontal or vertical tangent. */
function extremesOf(tangents: readonly Point[]): number[] {
  const knots = [0];
  for (let k = 1; k < tangents.length - 1; k++) {
    const [a, b] = [tangents[k - 1], tangents[k]];
    const turns = a[0] <= 0 !== b[0] <= 0 || a[1] <= 0 !== b[1] <= 0;
    if (turns && k - knots[knots.length - 1] > 2 && tangents.length - 1 - k > 2) knots.push(k);
  }
  return [...knots, tangents.length - 1];
}

function fitRun(
  pieces: Piece[],
  points: readonly Point[],
  tangents: readonly Point[],
  from: number,
  to: number,
  tolerance: number,
): void {
  const b = points[to];
  if (to - from === 1 || isStraight(points, from, to, tolerance)) {
    pieces.push({ type: 'line', x: b[0], y: b[1] });
    return;
  }
  const run = points.slice(from, to + 1);
  let parameters = parametersByLength(run);
  let split = (from + to) >> 1;
  for (let pass = 0; pass < 4; pass++) {
    const curve = solveCubic(run, parameters, tangents[from], tangents[to]);
    const { distance, at } = worstMiss(run, parameters, curve);
    if (distance <= tolerance) {
      const [, c, d] = curve;
      pieces.push({ type: 'curve', x1: c[0], y1: c[1], x2: d[0], y2: d[1], x: b[0], y: b[1] });
      return;
    }
    split = from + Math.min(run.length - 2, Math.max(1, at));
    parameters = improveParameters(run, parameters, curve);
  }
  fitRun(pieces, points, tangents, from, split, tolerance);
  fitRun(pieces, points, tangents, split, to, tolerance);
}

function isStraight(points: readonly Point[], from: number, to: number, tolerance: number): boolean {
  const [a, b] = [points[from], points[to]];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length < 1e-9) return false;
  for (let k = from + 1; k < to; k++) {
    const miss = Math.abs((points[k][0] - a[0]) * dy - (points[k][1] - a[1]) * dx) / length;
    if (miss > 0.4 * tolerance) return false;
  }
  return true;
}

function parametersByLength(run: readonly Point[]): number[] {
  const lengths = [0];
  for (let k = 1; k < run.length; k++) {
    const [dx, dy] = [run[k][0] - run[k - 1][0], run[k][1] - run[k - 1][1]];
    lengths.push(lengths[k - 1] + Math.sqrt(dx * dx + dy * dy));
  }
  return lengths.map((length) => length / lengths[lengths.length - 1]);
}

type Cubic = readonly [Point, Point, Point, Point];

/** Fits the distances of the control points along the end tangents, by least squares. */
function solveCubic(run: readonly Point[], parameters: readonly number[], first: Point, last: Point): Cubic {
  const [a, b] = [run[0], run[run.length - 1]];
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0];
  for (let k = 0; k < run.length; k++) {
    const t = parameters[k];
    const s = 1 - t;
    const [b0, b1, b2, b3] = [s * s * s, 3 * t * s * s, 3 * t * t * s, t * t * t];
    const p: Point = [first[0] * b1, first[1] * b1];
    const q: Point = [-last[0] * b2, -last[1] * b2];
    const rest: Point = [0, 1].map(
      (i) => run[k][i] - (a[i] * (b0 + b1) + b[i] * (b2 + b3)),
    ) as unknown as Point;
    c00 += p[0] * p[0] + p[1] * p[1];
    c01 += p[0] * q[0] + p[1] * q[1];
    c11 += q[0] * q[0] + q[1] * q[1];
    x0 += p[0] * rest[0] + p[1] * rest[1];
    x1 += q[0] * rest[0] + q[1] * rest[1];
  }
  const determinant = c00 * c11 - c01 * c01;
  const chord = Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
  let [u, v] =
    determinant > 1e-9 ? [(x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant] : [0, 0];
  if (!(u > 0.02 * chord) || !(v > 0.02 * chord)) [u, v] = [chord / 3, chord / 3];
  return [a, [a[0] + u * first[0], a[1] + u * first[1]], [b[0] - v * last[0], b[1] - v * last[1]], b];
}

function cubicAt([a, b, c, d]: Cubic, t: number, i: 0 | 1): number {
  const s = 1 - t;
  return s * s * s * a[i] + 3 * t * s * s * b[i] + 3 * t * t * s * c[i] + t * t * t * d[i];
}

function worstMiss(run: readonly Point[], parameters: readonly number[], curve: Cubic) {
  let [distance, at] = [0, 1];
  for (let k = 1; k < run.length - 1; k++) {
    const [dx, dy] = [
      cubicAt(curve, parameters[k], 0) - run[k][0],
      cubicAt(curve, parameters[k], 1) - run[k][1],
    ];
    const miss = Math.sqrt(dx * dx + dy * dy);
    if (miss > distance) [distance, at] = [miss, k];
  }
  return { distance, at };
}

/** Improves each parameter by one Newton step towards the nearest point of the curve. */
function improveParameters(run: readonly Point[], parameters: readonly number[], curve: Cubic): number[] {
  const [a, b, c, d] = curve;
  return parameters.map((t, k) => {
    if (k === 0 || k === parameters.length - 1) return t;
    const s = 1 - t;
    let [slope, bend] = [0, 0];
    for (const i of [0, 1] as const) {
      const first = 3 * (s * s * (b[i] - a[i]) + 2 * s * t * (c[i] - b[i]) + t * t * (d[i] - c[i]));
      const second = 6 * (s * (c[i] - 2 * b[i] + a[i]) + t * (d[i] - 2 * c[i] + b[i]));
      const miss = cubicAt(curve, t, i) - run[k][i];
      slope += miss * first;
      bend += first * first + miss * second;
    }
    return Math.abs(bend) > 1e-9 ? Math.min(1, Math.max(0, t - slope / bend)) : t;
  });
}
