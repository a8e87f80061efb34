/**
 * The ground before anything touches it. It never changes, and the value of a column does not depend on the requested rectangle, so it
 * can be computed again at any time, on any machine. Kinds: noise, a terrain, the result of an earlier run. Surfaces may wrap
 * others.
 */
export interface InitialSurface {
  /** Bounds of the heights, height units. */
  readonly top: number;
  readonly bottom: number;
  /**
   * Returns an upper bound of the heights of a rectangle, height units, for surfaces with large differences in height. Null if `top` is
   * sufficient everywhere.
   */
  readonly topOf: ((i0: number, j0: number, columns: number, rows: number) => number) | null;
  /** Writes heights above the datum in height units, row-major from column (i0, j0), into out [columns · rows]. */
  readonly fill: FillColumns<Int32Array>;
  /** Writes 1 for columns without ground and 0 for others. Null if there is ground everywhere within the extent. */
  readonly fillMissing: FillColumns<Uint8Array> | null;
  /** Writes the pressed words (see `sheet.ts`) of columns that an earlier run pressed, 0 for others. Null if there are none. */
  readonly fillPressed: FillColumns<Uint16Array> | null;
  /** Writes the height units that an earlier run pressed out of columns, 0 for others. Null if none were stored. */
  readonly fillPressedOut: FillColumns<Int32Array> | null;
  /** Writes the height units of material that an earlier run displaced, on top of each column. Null if there is none. */
  readonly fillDisplaced: FillColumns<Int32Array> | null;
  /** Settings that must match, besides the noise, for saved tiles to be valid: plain JSON. Empty if there are none. */
  readonly identity: Readonly<Record<string, unknown>>;
}

export type FillColumns<Columns> = (
  out: Columns,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
) => void;
