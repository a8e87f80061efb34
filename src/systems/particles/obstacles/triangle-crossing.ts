import { crossInto, dot } from '../../../geometry/vector.ts';

/** The crossing of a moving point and a moving triangle. */
export interface Crossing {
  /** 0 at the start of both motions, 1 at their end; above 1 if there is no crossing. */
  time: number;
  /** Barycentric coordinates of the crossing in the triangle. */
  a: number;
  b: number;
  c: number;
}

/** Tolerance of barycentric coordinates, so that a point cannot pass between two triangles that share an edge. */
const slack = 1e-9;

/**
 * Finds when a point that moves straight from p0 to p1 first passes through a triangle whose corners move straight, too. Exact:
 * the signed volume of the tetrahedron of point and triangle is a cubic function of time, and the point is in the plane at its
 * roots. A point in the plane counts as in front of it.
 *
 * start, end [9]: the three corners at both times. p0, p1 [3]. Sets out.time to 2 if there is no crossing.
 */
export function findCrossing(
  out: Crossing,
  start: Float64Array,
  end: Float64Array,
  p0: Float64Array,
  p1: Float64Array,
): void {
  out.time = 2;
  // The volume is (p − a) · ((b − a) × (c − a)), where each difference is linear in time.
  difference(r0, r1, p0, p1, 0, start, end, 0);
  difference(u0, u1, start, end, 3, start, end, 0);
  difference(w0, w1, start, end, 6, start, end, 0);
  crossInto(n0, u0, w0);
  crossInto(n1, u0, w1);
  crossInto(n2, u1, w0);
  for (let k = 0; k < 3; k++) n1[k] += n2[k];
  crossInto(n2, u1, w1);
  const c0 = dot(r0, n0);
  const c1 = dot(r1, n0) + dot(r0, n1);
  const c2 = dot(r1, n1) + dot(r0, n2);
  const c3 = dot(r1, n2);
  let count = 0;
  bounds[count++] = 0;
  // The cubic is monotonic between its extrema.
  const [k2, k1, k0] = [3 * c3, 2 * c2, c1];
  const discriminant = k1 * k1 - 4 * k2 * k0;
  if (k2 === 0) {
    if (k1 !== 0) count = addBound(count, -k0 / k1);
  } else if (discriminant > 0) {
    const q = -0.5 * (k1 + (k1 < 0 ? -1 : 1) * Math.sqrt(discriminant));
    const first = q / k2;
    const second = q === 0 ? first : k0 / q;
    count = addBound(count, Math.min(first, second));
    count = addBound(count, Math.max(first, second));
  }
  bounds[count++] = 1;
  let before = c0;
  for (let k = 1; k < count; k++) {
    const after = c0 + bounds[k] * (c1 + bounds[k] * (c2 + bounds[k] * c3));
    if (before < 0 !== after < 0) {
      const time = findRoot(c0, c1, c2, c3, bounds[k - 1], bounds[k], before < 0);
      if (isInside(out, time)) {
        out.time = time;
        return;
      }
    }
    before = after;
  }
}

function addBound(count: number, time: number): number {
  if (!(time > bounds[count - 1] && time < 1)) return count;
  bounds[count] = time;
  return count + 1;
}

/** Finds the sign change of the cubic by bisection. It must be monotonic between `from` and `to`. */
function findRoot(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  from: number,
  to: number,
  rises: boolean,
): number {
  // The function is linear if the triangle does not move or only translates.
  if (c2 === 0 && c3 === 0) return Math.min(to, Math.max(from, -c0 / c1));
  let low = from;
  let high = to;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    const value = c0 + middle * (c1 + middle * (c2 + middle * c3));
    if (value < 0 === rises) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns true if the point is in the triangle at a time. Writes its barycentric coordinates, clamped to the triangle. */
function isInside(out: Crossing, time: number): boolean {
  for (let k = 0; k < 3; k++) {
    at[k] = r0[k] + time * r1[k];
    u[k] = u0[k] + time * u1[k];
    w[k] = w0[k] + time * w1[k];
  }
  const uu = dot(u, u);
  const uw = dot(u, w);
  const ww = dot(w, w);
  const d1 = dot(u, at);
  const d2 = dot(w, at);
  const area = uu * ww - uw * uw;
  if (!(area > 0)) return false;
  const b = (ww * d1 - uw * d2) / area;
  const c = (uu * d2 - uw * d1) / area;
  if (b < -slack || c < -slack || b + c > 1 + slack) return false;
  out.b = Math.min(1, Math.max(0, b));
  out.c = Math.min(1 - out.b, Math.max(0, c));
  out.a = 1 - out.b - out.c;
  return true;
}

/**
 * Writes the difference of two points as out0 + time · out1. One moves from a to b at `from`, the other from c to d at `origin`.
 */
function difference(
  out0: Float64Array,
  out1: Float64Array,
  a: Float64Array,
  b: Float64Array,
  from: number,
  c: Float64Array,
  d: Float64Array,
  origin: number,
): void {
  for (let k = 0; k < 3; k++) {
    out0[k] = a[from + k] - c[origin + k];
    out1[k] = b[from + k] - d[origin + k] - out0[k];
  }
}

const [r0, r1, u0, u1, w0, w1, n0, n1, n2, at, u, w] = Array.from({ length: 12 }, () => new Float64Array(3));
const bounds = new Float64Array(5);
