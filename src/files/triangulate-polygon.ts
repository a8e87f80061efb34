import { maxOf } from '../math/lists.ts';

/** Polygons with more corners are divided into a fan, whatever their shape, because ear clipping takes O(corners²) or more. */
const maxCorners = 1000;

/**
 * Triangulates a polygon into count − 2 triangles with the same winding. A convex polygon becomes the fan from its first
 * corner; a concave one is divided by ear clipping (Meisters 1975) in a projection along its mean normal.
 *
 * out [3 · (count − 2)]: indices of corners in the polygon. at(corner, axis): coordinates of a corner. Returns false if the
 * polygon crosses itself, has no area or has too many corners, so that some triangles may be flipped or degenerate.
 */
export function triangulatePolygon(
  out: number[],
  count: number,
  at: (corner: number, axis: number) => number,
): boolean {
  out.length = 0;
  if (count === 3) {
    out.push(0, 1, 2);
    return true;
  }
  const flat = project(count, at);
  if (!flat) return fan(out, listCorners(count), false);
  if (count > maxCorners || isFan(flat, count)) return fan(out, listCorners(count), isFan(flat, count));
  return cutEars(out, flat, count);
}

function listCorners(count: number): number[] {
  return Array.from({ length: count }, (_, corner) => corner);
}

function fan(out: number[], corners: readonly number[], isRight: boolean): boolean {
  for (let k = 2; k < corners.length; k++) out.push(corners[0], corners[k - 1], corners[k]);
  return isRight;
}

/**
 * Returns the corners, projected to the coordinate plane in which the polygon has its largest area, counter-clockwise. [2 · count] Null for
 * a polygon without area.
 */
function project(count: number, at: (corner: number, axis: number) => number): Float64Array | null {
  const normal = [0, 0, 0];
  for (let corner = 0; corner < count; corner++) {
    const next = corner + 1 < count ? corner + 1 : 0;
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      // Coordinates are relative to the first corner, to avoid cancellation far from the origin.
      const from = [at(corner, u) - at(0, u), at(corner, v) - at(0, v)];
      const to = [at(next, u) - at(0, u), at(next, v) - at(0, v)];
      normal[axis] += from[0] * to[1] - from[1] * to[0];
    }
  }
  const sizes = normal.map(Math.abs);
  const away = sizes.indexOf(maxOf(sizes));
  if (!(sizes[away] > 0)) return null;
  const axes = [(away + 1) % 3, (away + 2) % 3];
  const [u, v] = normal[away] > 0 ? axes : [axes[1], axes[0]];
  const flat = new Float64Array(2 * count);
  for (let corner = 0; corner < count; corner++) {
    flat[2 * corner] = at(corner, u) - at(0, u);
    flat[2 * corner + 1] = at(corner, v) - at(0, v);
  }
  return flat;
}

/** Returns twice the area of a triangle, positive if counter-clockwise. */
function turn(flat: Float64Array, a: number, b: number, c: number): number {
  return (
    (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
    (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a])
  );
}

/** Returns whether all triangles of the fan from the first corner have the winding of the polygon. */
function isFan(flat: Float64Array, count: number): boolean {
  for (let k = 2; k < count; k++) if (turn(flat, 0, k - 1, k) < 0) return false;
  return true;
}

function cutEars(out: number[], flat: Float64Array, count: number): boolean {
  const rest = listCorners(count);
  let index = 0;
  let missed = 0;
  while (rest.length > 3) {
    const left = rest.length;
    const before = rest[(index + left - 1) % left];
    const own = rest[index % left];
    const after = rest[(index + 1) % left];
    if (isEar(flat, rest, before, own, after)) {
      out.push(before, own, after);
      rest.splice(index % left, 1);
      missed = 0;
    } else if (++missed === left) {
      return fan(out, rest, false);
    } else {
      index++;
    }
    index %= rest.length;
  }
  out.push(rest[0], rest[1], rest[2]);
  return turn(flat, rest[0], rest[1], rest[2]) >= 0;
}

/** Returns whether corner b is an ear: it is convex, and the triangle a b c contains no other corner. */
function isEar(flat: Float64Array, rest: readonly number[], a: number, b: number, c: number): boolean {
  if (!(turn(flat, a, b, c) > 0)) return false;
  for (const corner of rest) {
    if (corner === a || corner === b || corner === c) continue;
    const isSame = (other: number) =>
      flat[2 * corner] === flat[2 * other] && flat[2 * corner + 1] === flat[2 * other + 1];
    // These corners are ignored: a polygon with bridges to holes has two corners at the same position.
    if (isSame(a) || isSame(b) || isSame(c)) continue;
    if (turn(flat, a, b, corner) >= 0 && turn(flat, b, c, corner) >= 0 && turn(flat, c, a, corner) >= 0) {
      return false;
    }
  }
  return true;
}
