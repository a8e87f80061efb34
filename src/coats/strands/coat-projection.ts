import { hashUnit } from '../../math/random.ts';

/**
 * Writes the position of a point of the rest skin in the tile into out [2], in tiles, not wrapped. The projection is along one axis (0 x, 1
 * y, 2 z). facing: sign of the normal along the axis, so that the two sides of a body show different blades. The axes of the tile are the
 * two other axes in cyclic order. On the negative side they are mirrored, so that the tile is never seen from behind.
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

/**
 * Returns the offset of the tile for each projection, so that no two of the six show the same blades side by side. which: 0 for the first
 * axis of the tile, 1 for the second.
 */
export function projectionOffset(axis: number, sign: number, which: number): number {
  return hashUnit(0x0c0a7, axis, sign < 0 ? 1 : 0, which);
}
