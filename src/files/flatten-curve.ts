/** Straight pieces of curves: corners are pushed to `out` as x y x y …, without the point where the curve begins. */
export type Corners = number[];

/** Against files that are damaged: no curve has more pieces. */
const mostPieces = 1000;

/** A quadratic Bézier curve, nowhere further than `tolerance` from its pieces. */
export function flattenQuadratic(
  out: Corners,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  tolerance: number,
): void {
  // Between n pieces and a curve of second derivative 2 · bend lies at most bend / 4n².
  const bend = lengthOf(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2);
  const count = countPieces(bend / 4 / tolerance);
  for (let k = 1; k < count; k++) {
    const t = k / count;
    const s = 1 - t;
    out.push(s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2);
  }
  out.push(x2, y2);
}

/** A cubic Bézier curve, nowhere further than `tolerance` from its pieces. */
export function flattenCubic(
  out: Corners,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  tolerance: number,
): void {
  const bend = Math.max(
    lengthOf(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    lengthOf(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const count = countPieces((0.75 * bend) / tolerance);
  for (let k = 1; k < count; k++) {
    const t = k / count;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    out.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
  out.push(x3, y3);
}

/** Pieces of a curve whose single piece would err by so many tolerances. */
function countPieces(errors: number): number {
  const count = Math.ceil(Math.sqrt(errors));
  return count >= 1 ? Math.min(count, mostPieces) : 1;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
