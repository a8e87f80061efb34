import { tileSize } from '../flow/sheet.ts';
import { never } from '../records.generated.ts';
import type { ErosionTable } from '../rules/thresholds.ts';
import type { InitialSurface } from '../surface/initial-surface.ts';
import { maxCohesion } from './beyond-settings.ts';

const side = tileSize + 2;
const heights = new Int32Array(side * side);

/**
 * Writes the cohesion in height units that keeps the initial surface of a tile stable, into out [tileSize²], from column (i0, j0).
 * It is the height by which the steepest pair of a column exceeds its threshold. A pair gets the mean of both columns, so that
 * nothing of the initial surface moves. inner: the heights of the tile, if they are known.
 */
export function findFirmness(
  out: Int32Array,
  i0: number,
  j0: number,
  surface: Pick<InitialSurface, 'fill'>,
  { axisOutside, diagonalOutside }: ErosionTable,
  inner: Int32Array | null = null,
): void {
  if (axisOutside === never) {
    out.fill(0);
    return;
  }
  if (inner) surround(inner, i0, j0, surface);
  else surface.fill(heights, i0 - 1, j0 - 1, side, side);
  for (let row = 0, n = 0; row < tileSize; row++) {
    for (let column = 0; column < tileSize; column++, n++) {
      const k = (row + 1) * side + column + 1;
      const own = heights[k];
      const axis = Math.max(
        Math.abs(heights[k - 1] - own),
        Math.abs(heights[k + 1] - own),
        Math.abs(heights[k - side] - own),
        Math.abs(heights[k + side] - own),
      );
      const diagonal = Math.max(
        Math.abs(heights[k - side - 1] - own),
        Math.abs(heights[k - side + 1] - own),
        Math.abs(heights[k + side - 1] - own),
        Math.abs(heights[k + side + 1] - own),
      );
      // A diagonal pair gets 181/128 of its cohesion, which is slightly less than √2.
      const over = Math.max(axis - axisOutside, Math.ceil(((diagonal - diagonalOutside) * 128) / 181));
      out[n] = over > 0 ? Math.min(maxCohesion, over + 2) : 0;
    }
  }
}

const line = new Int32Array(side);

/** Writes the heights of a tile and of the columns around it into `heights`. */
function surround(inner: Int32Array, i0: number, j0: number, surface: Pick<InitialSurface, 'fill'>): void {
  for (const row of [0, side - 1]) {
    surface.fill(line, i0 - 1, j0 - 1 + row, side, 1);
    heights.set(line, row * side);
  }
  for (const column of [0, side - 1]) {
    surface.fill(line, i0 - 1 + column, j0, 1, tileSize);
    for (let row = 0; row < tileSize; row++) heights[(row + 1) * side + column] = line[row];
  }
  for (let row = 0; row < tileSize; row++) {
    for (let column = 0; column < tileSize; column++)
      heights[(row + 1) * side + column + 1] = inner[row * tileSize + column];
  }
}
