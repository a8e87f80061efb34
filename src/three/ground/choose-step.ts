import type { PatchShape } from './layer-page.ts';

/**
 * Maximum difference between the slopes of the patch and those of the full patch. Under a low sun this changes the light by less than one
 * of 255 levels.
 */
const slopeTolerance = 0.003;
/** Maximum deviation of heights, as a fraction of the vertex spacing: a tenth of a millimetre at 4 cm. */
const heightTolerance = 0.0025;

/**
 * Returns the maximum step between vertices for which a patch looks the same as with all vertices. Small triangles of a few pixels cost
 * several times their area, especially without a graphics card, and are not needed where the ground is smooth.
 *
 * texels: texels of one layer, see `LayerPage`. spacing: distance between vertices, in units of height. heightMask: bits of a texel that
 * contain the height. If the other bits differ within the patch, every vertex is needed.
 */
export function chooseStep(
  texels: Int32Array,
  { quads, border }: Pick<PatchShape, 'quads' | 'border'>,
  spacing: number,
  heightMask: number,
): number {
  const size = quads + 1 + 2 * border;
  const side = quads + 1;
  for (const texel of texels) if ((texel ^ texels[0]) & ~heightMask) return 1;
  const at = (i: number, j: number) => texels[(j + border) * size + i + border] & heightMask;
  // The values that the vertex shader computes from the texels, see ground-glsl.ts.
  const heights = new Float64Array(side * side);
  const slopesX = new Float64Array(side * side);
  const slopesZ = new Float64Array(side * side);
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const [a, b, c] = [at(i - 1, j - 1), at(i, j - 1), at(i + 1, j - 1)];
      const [d, e, f] = [at(i - 1, j), at(i, j), at(i + 1, j)];
      const [g, h, k] = [at(i - 1, j + 1), at(i, j + 1), at(i + 1, j + 1)];
      const vertex = j * side + i;
      heights[vertex] = (a + c + g + k + 4 * (b + d + f + h) + 16 * e) / 36;
      slopesX[vertex] = (c + k - a - g + 4 * (f - d)) / (12 * spacing);
      slopesZ[vertex] = (g + k - a - c + 4 * (h - b)) / (12 * spacing);
    }
  }
  const looksSame = (step: number) =>
    isBetween(heights, side, step, heightTolerance * spacing) &&
    isBetween(slopesX, side, step, slopeTolerance) &&
    isBetween(slopesZ, side, step, slopeTolerance);
  let step = 1;
  while (2 * step <= quads && quads % (2 * step) === 0 && looksSame(2 * step)) step *= 2;
  return step;
}

/** Returns whether all values of a square equal the linear interpolation of the values at every step-th position, within the tolerance. */
function isBetween(values: Float64Array, side: number, step: number, tolerance: number): boolean {
  for (let j = 0; j < side; j++) {
    const row = Math.min(j - (j % step), side - 1 - step);
    const t = (j - row) / step;
    for (let i = 0; i < side; i++) {
      const column = Math.min(i - (i % step), side - 1 - step);
      const s = (i - column) / step;
      const first = row * side + column;
      const upper = values[first] + s * (values[first + step] - values[first]);
      const below = first + step * side;
      const lower = values[below] + s * (values[below + step] - values[below]);
      if (Math.abs(values[j * side + i] - upper - t * (lower - upper)) > tolerance) return false;
    }
  }
  return true;
}
