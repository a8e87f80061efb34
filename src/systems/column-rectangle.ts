import type { ColumnRectangle } from './outputs/heightfield.ts';

/** Returns the intersection of two rectangles of columns; null if it is empty. */
export function intersectRectangles(a: ColumnRectangle, b: ColumnRectangle): ColumnRectangle | null {
  const i0 = Math.max(a.i0, b.i0);
  const j0 = Math.max(a.j0, b.j0);
  const columns = Math.min(a.i0 + a.columns, b.i0 + b.columns) - i0;
  const rows = Math.min(a.j0 + a.rows, b.j0 + b.rows) - j0;
  return columns > 0 && rows > 0 ? { i0, j0, columns, rows } : null;
}

/** Returns the smallest rectangle that contains both; `b` if `a` is null. */
export function uniteRectangles(a: ColumnRectangle | null, b: ColumnRectangle): ColumnRectangle {
  if (!a) return b;
  const i0 = Math.min(a.i0, b.i0);
  const j0 = Math.min(a.j0, b.j0);
  return {
    i0,
    j0,
    columns: Math.max(a.i0 + a.columns, b.i0 + b.columns) - i0,
    rows: Math.max(a.j0 + a.rows, b.j0 + b.rows) - j0,
  };
}

/** Returns whether a rectangle contains a column. */
export function containsColumn({ i0, j0, columns, rows }: ColumnRectangle, i: number, j: number): boolean {
  return i >= i0 && j >= j0 && i < i0 + columns && j < j0 + rows;
}

type Columns = Int32Array | Uint16Array | Uint8Array;

/** Copies the columns `part` from an array over one rectangle to an array over another. Both rectangles contain `part`. */
export function copyColumns(
  out: Columns,
  outRectangle: ColumnRectangle,
  from: Columns,
  fromRectangle: ColumnRectangle,
  part: ColumnRectangle,
): void {
  for (let row = 0; row < part.rows; row++) {
    const j = part.j0 + row;
    const target = (j - outRectangle.j0) * outRectangle.columns + part.i0 - outRectangle.i0;
    const source = (j - fromRectangle.j0) * fromRectangle.columns + part.i0 - fromRectangle.i0;
    for (let k = 0; k < part.columns; k++) out[target + k] = from[source + k];
  }
}
