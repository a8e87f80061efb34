import { hashUnit } from '../../../math/random.ts';

/** Below this part of a normal along an axis the projection along that axis has no weight at all. */
export const leastPart = 0.5;

/**
 * Weights of the projections along x, y and z where the skin at rest has the unit normal (nx, ny, nz): out [3], sum 1. One of them
 * is 1 over most of a body; they are continuous and smooth everywhere.
 */
export function weighProjections(
  out: Float64Array | Float32Array | number[],
  nx: number,
  ny: number,
  nz: number,
): void {
  const x = weigh(nx);
  const y = weigh(ny);
  const z = weigh(nz);
  const sum = x + y + z;
  out[0] = x / sum;
  out[1] = y / sum;
  out[2] = z / sum;
}

function weigh(part: number): number {
  const over = Math.max(0, Math.abs(part) - leastPart);
  return over * over * over;
}

/**
 * Where a point of the skin at rest lies in the tile, by the projection along one axis (0 x, 1 y, 2 z): out [2], in tiles, not wrapped.
 * facing: sign of the normal along the axis; both sides of a body show different blades. The two other axes follow in
 * cyclic order, mirrored on the negative side, so that the tile is never seen from behind.
 */
export function projectCoat(
  out: Float64Array | number[],
  axis: number,
  facing: number,
  point: ArrayLike<number>,
  tile: number,
): void {
  const sign = facing < 0 ? -1 : 1;
  out[0] = (sign * point[(axis + 1) % 3]) / tile + projectionOffset(axis, sign, 0);
  out[1] = point[(axis + 2) % 3] / tile + projectionOffset(axis, sign, 1);
}

/** Where the tile of a projection begins, so that no two of the six show the same blades side by side. which: 0 along, 1 across. */
export function projectionOffset(axis: number, sign: number, which: number): number {
  return hashUnit(0x0c0a7, axis, sign < 0 ? 1 : 0, which);
}

/**
 * Whether the projection along `axis` shows a blade with this tone. The tones 0..1 are dealt out to the three projections in the
 * shares of their weights: each blade is shown whole or not at all, as much of the skin is covered as before, and every tone is as
 * frequent. Nothing is blended, so nothing blurs.
 */
export function showsTone(axis: number, weights: ArrayLike<number>, tone: number): boolean {
  const from = axis === 0 ? 0 : axis === 1 ? weights[0] : 1 - weights[2];
  return tone >= from && tone < from + weights[axis];
}
