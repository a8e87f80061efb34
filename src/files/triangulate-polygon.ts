import { maxOf } from '../math/lists.ts';

/** Corners of a polygon beyond which it is opened as a fan whatever its shape: each ear costs a look at all corners. */
const mostCorners = 1000;

/**
 * Opens a polygon into corners − 2 triangles, wound as it is, along diagonals that lie inside it: concave ones by cutting off ears
 * (Meisters 1975), seen along its mean normal. A convex one becomes the fan from its first corner.
 *
 * out [3 · (count − 2)]: places of corners in the polygon. x, y, z: coordinates of a corner, by its place. False where the polygon
 * crosses itself or has no area, so that some triangles are turned over or flat.
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
  if (count > mostCorners || isFan(flat, count)) return fan(out, listCorners(count), isFan(flat, count));
  return cutEars(out, flat, count);
}

function listCorners(count: number): number[] {
  return Array.from({ length: count }, (_, corner) => corner);
}

function fan(out: number[], corners: readonly number[], isRight: boolean): boolean {
  for (let k = 2; k < corners.length; k++) out.push(corners[0], corners[k - 1], corners[k]);
  return isRight;
}

/** Corners [2 · count] in the plane of two axes across which the polygon is widest, counter-clockwise; null without an area. */
function project(count: number, at: (corner: number, axis: number) => number): Float64Array | null {
  const normal = [0, 0, 0];
  for (let corner = 0; corner < count; corner++) {
    const next = corner + 1 < count ? corner + 1 : 0;
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      // About the first corner: far from the origin little would be left of the digits.
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

/** Twice the area of a triangle, positive counter-clockwise. */
function turn(flat: Float64Array, a: number, b: number, c: number): number {
  return (
    (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
    (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a])
  );
}

/** Whether every triangle of the fan is turned as the polygon is: it is seen whole from its first corner. */
function isFan(flat: Float64Array, count: number): boolean {
  for (let k = 2; k < count; k++) if (turn(flat, 0, k - 1, k) < 0) return false;
  return true;
}

function cutEars(out: number[], flat: Float64Array, count: number): boolean {
  const rest = listCorners(count);
  let place = 0;
  let missed = 0;
  while (rest.length > 3) {
    const left = rest.length;
    const before = rest[(place + left - 1) % left];
    const own = rest[place % left];
    const after = rest[(place + 1) % left];
    if (isEar(flat, rest, before, own, after)) {
      out.push(before, own, after);
      rest.splice(place % left, 1);
      missed = 0;
    } else if (++missed === left) {
      return fan(out, rest, false);
    } else {
      place++;
    }
    place %= rest.length;
  }
  out.push(rest[0], rest[1], rest[2]);
  return turn(flat, rest[0], rest[1], rest[2]) >= 0;
}

/** Whether a corner can be cut off: it is convex, and no other corner lies in the triangle. */
function isEar(flat: Float64Array, rest: readonly number[], a: number, b: number, c: number): boolean {
  if (!(turn(flat, a, b, c) > 0)) return false;
  for (const corner of rest) {
    if (corner === a || corner === b || corner === c) continue;
    const isSame = (other: number) =>
      flat[2 * corner] === flat[2 * other] && flat[2 * corner + 1] === flat[2 * other + 1];
    // Bridges to holes come by the same place twice.
    if (isSame(a) || isSame(b) || isSame(c)) continue;
    if (turn(flat, a, b, corner) >= 0 && turn(flat, b, c, corner) >= 0 && turn(flat, c, a, corner) >= 0) {
      return false;
    }
  }
  return true;
}
