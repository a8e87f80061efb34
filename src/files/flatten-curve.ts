/** Corners of segments into which curves are divided, as x y x y … Each function appends the corners of a curve, without its start. */
export type Corners = number[];

/** Maximum number of segments of a curve. This limits memory for damaged files. */
const maxPieces = 1000;

/** Flattens a quadratic Bézier curve. It deviates from its segments by at most `tolerance`. */
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
  // If the second derivative is 2 · bend, n segments deviate from the curve by at most bend / 4n².
  const bend = lengthOf(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2);
  const count = countPieces(bend / 4 / tolerance);
  for (let k = 1; k < count; k++) {
    const t = k / count;
    const s = 1 - t;
    out.push(s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2);
  }
  out.push(x2, y2);
}

/** Flattens a cubic Bézier curve. It deviates from its segments by at most `tolerance`. */
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

/** Returns the number of segments for a curve. errors: error of a single segment, as a multiple of the tolerance. */
function countPieces(errors: number): number {
  const count = Math.ceil(Math.sqrt(errors));
  return count >= 1 ? Math.min(count, maxPieces) : 1;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
