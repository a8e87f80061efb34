import { atan2 } from '../../math/portable.ts';

/** A path across the ground, measured along its length. Lengths in any one unit; headings are radians from +Z toward +X. */
export interface GroundPath {
  /** Total length; of a closed path, once around. */
  readonly length: number;
  /**
   * Returns the position and the direction after `distance` along the path. An open path continues straight ahead at both ends; a closed
   * path repeats. The heading has no jumps of 2π along the path.
   */
  at(distance: number): { readonly x: number; readonly z: number; readonly heading: number };
}

/** Options of `layGroundPath`. */
export interface GroundPathOptions {
  /** x and z of each point in turn: at least two points, three for a closed path. No two points in a row are equal. */
  readonly points: readonly number[];
  /** Joins the last point with the first. */
  readonly isClosed?: boolean;
  /**
   * 0: the path is a smooth curve through the points (centripetal Catmull-Rom). Otherwise straight lines, whose corners are rounded from
   * this distance before a point to this distance after it, or half of the way to the next point if that is shorter.
   */
  readonly rounding?: number;
}

type Point = readonly [number, number];

/** Samples of each curved section. The heading is interpolated between them. */
const sectionSamples = 48;

/** Lays a path through points on the ground. */
export function layGroundPath({
  points: flat,
  isClosed = false,
  rounding = 0,
}: GroundPathOptions): GroundPath {
  const points = Array.from({ length: flat.length / 2 }, (_, k): Point => [flat[2 * k], flat[2 * k + 1]]);
  const line = rounding > 0 ? roundCorners(points, isClosed, rounding) : curveThrough(points, isClosed);
  const distances = new Float64Array(line.length);
  for (let k = 1; k < line.length; k++) distances[k] = distances[k - 1] + lengthBetween(line[k - 1], line[k]);
  const length = distances[line.length - 1];
  const headings = measureHeadings(line, isClosed);
  const turnOfLap = headings[line.length - 1] - headings[0];
  return {
    length,
    at(distance) {
      const lap = isClosed ? Math.floor(distance / length) : 0;
      const along = distance - lap * length;
      const last = line.length - 1;
      if (along < 0 || along > length) {
        const [end, from] = along < 0 ? [0, 0] : [last, length];
        const heading = headings[end];
        const [dx, dz] = directionAt(line, end);
        return { x: line[end][0] + (along - from) * dx, z: line[end][1] + (along - from) * dz, heading };
      }
      const k = findSection(distances, along);
      const s = (along - distances[k]) / (distances[k + 1] - distances[k]);
      return {
        x: line[k][0] + (line[k + 1][0] - line[k][0]) * s,
        z: line[k][1] + (line[k + 1][1] - line[k][1]) * s,
        heading: headings[k] + (headings[k + 1] - headings[k]) * s + lap * turnOfLap,
      };
    },
  };
}

/** Returns the index of the section that contains a distance in [0, length]. */
function findSection(distances: Float64Array, along: number): number {
  let low = 0;
  let high = distances.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (distances[middle] <= along) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the heading at each point of a line, without jumps of 2π. */
function measureHeadings(line: readonly Point[], isClosed: boolean): Float64Array {
  const headings = new Float64Array(line.length);
  for (let k = 0; k < line.length; k++) {
    const isSeam = isClosed && (k === 0 || k === line.length - 1);
    const before = line[isSeam ? line.length - 2 : Math.max(0, k - 1)];
    const after = line[isSeam ? 1 : Math.min(line.length - 1, k + 1)];
    const raw = atan2(after[0] - before[0], after[1] - before[1]);
    const turns = k === 0 ? 0 : Math.round((headings[k - 1] - raw) / (2 * Math.PI));
    headings[k] = raw + turns * 2 * Math.PI;
  }
  return headings;
}

function directionAt(line: readonly Point[], end: number): Point {
  const [a, b] = end === 0 ? [line[0], line[1]] : [line[end - 1], line[end]];
  const length = lengthBetween(a, b);
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

/** Rounds the corners of straight lines by parabolas (quadratic Bézier curves). */
function roundCorners(points: readonly Point[], isClosed: boolean, rounding: number): Point[] {
  const out: Point[] = [];
  const count = points.length;
  const add = (point: Point): void => {
    if (out.length === 0 || lengthBetween(out[out.length - 1], point) > 1e-9 * rounding) out.push(point);
  };
  const toward = (from: Point, to: Point): Point => {
    const length = lengthBetween(from, to);
    const s = Math.min(rounding / length, 0.5);
    return [from[0] + (to[0] - from[0]) * s, from[1] + (to[1] - from[1]) * s];
  };
  points.forEach((corner, k) => {
    if (!isClosed && (k === 0 || k === count - 1)) {
      add(corner);
      return;
    }
    const start = toward(corner, points[(k + count - 1) % count]);
    const end = toward(corner, points[(k + 1) % count]);
    for (let i = 0; i <= sectionSamples; i++) {
      const s = i / sectionSamples;
      const weights = [(1 - s) * (1 - s), 2 * s * (1 - s), s * s];
      add([
        weights[0] * start[0] + weights[1] * corner[0] + weights[2] * end[0],
        weights[0] * start[1] + weights[1] * corner[1] + weights[2] * end[1],
      ]);
    }
  });
  if (isClosed) add(out[0]);
  return out;
}

/** Returns a centripetal Catmull-Rom curve (Yuksel, Schaefer & Keyser 2011) through the points. It has no loops between points. */
function curveThrough(points: readonly Point[], isClosed: boolean): Point[] {
  const count = points.length;
  if (count === 2) return [...points];
  const sections = isClosed ? count : count - 1;
  const point = (k: number): Point => {
    if (isClosed) return points[(k + count) % count];
    // Beyond the ends, the first and the last section are mirrored.
    if (k < 0) return [2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1]];
    if (k < count) return points[k];
    return [2 * points[k - 1][0] - points[k - 2][0], 2 * points[k - 1][1] - points[k - 2][1]];
  };
  const out: Point[] = [points[0]];
  for (let k = 0; k < sections; k++) {
    const [a, b, c, d] = [point(k - 1), point(k), point(k + 1), point(k + 2)];
    const knots = [0, 0, 0, 0];
    [a, b, c].forEach((from, i) => {
      knots[i + 1] = knots[i] + Math.sqrt(lengthBetween(from, [b, c, d][i]));
    });
    for (let i = 1; i <= sectionSamples; i++) {
      const t = knots[1] + ((knots[2] - knots[1]) * i) / sectionSamples;
      const mix = (from: Point, to: Point, t0: number, t1: number): Point => {
        const s = (t - t0) / (t1 - t0);
        return [from[0] + (to[0] - from[0]) * s, from[1] + (to[1] - from[1]) * s];
      };
      const [t0, t1, t2, t3] = knots;
      const [ab, bc, cd] = [mix(a, b, t0, t1), mix(b, c, t1, t2), mix(c, d, t2, t3)];
      out.push(mix(mix(ab, bc, t0, t2), mix(bc, cd, t1, t3), t1, t2));
    }
  }
  return out;
}

function lengthBetween(a: Point, b: Point): number {
  const [x, z] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(x * x + z * z);
}
