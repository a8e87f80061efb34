import type { HeightfieldChange } from '../../systems/heightfield-change.ts';

/** Creates a change of a rectangle. `height` (units) and `pressed` are called for each column (i, j) in it. */
export function changeOf(
  i0: number,
  j0: number,
  columns: number,
  rows: number,
  height: (i: number, j: number) => number,
  pressed: (i: number, j: number) => boolean = () => false,
): HeightfieldChange {
  const heights = new Int32Array(columns * rows);
  const flags = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      heights[row * columns + column] = height(i0 + column, j0 + row);
      flags[row * columns + column] = pressed(i0 + column, j0 + row) ? 1 : 0;
    }
  }
  return { rectangle: { i0, j0, columns, rows }, heights, pressed: flags };
}
