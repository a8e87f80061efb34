/**
 * The ground before anything touched it. It never changes, and every column's answer is the same whatever rectangle it is
 * asked in, so it can be made again at any time, on any machine. Kinds: noise, a terrain, what an earlier run left; others
 * may be wrapped around them.
 */
export interface InitialSurface {
  /** No column stands higher or lower, units. */
  readonly top: number;
  readonly bottom: number;
  /**
   * No column of a rectangle stands higher, units: for surfaces whose heights differ much from place to place. Null where `top`
   * is good enough everywhere.
   */
  readonly topOf: ((i0: number, j0: number, columns: number, rows: number) => number) | null;
  /** Heights above the datum, in units, row by row from column (i0, j0), into out [columns · rows]. */
  readonly fill: FillColumns<Int32Array>;
  /** Writes 1 where there is no ground, 0 elsewhere; null where it is everywhere (within the extent). */
  readonly fillMissing: FillColumns<Uint8Array> | null;
  /** Pressed words (see `sheet.ts`) of what an earlier run pressed, 0 elsewhere; null where nothing is. */
  readonly fillPressed: FillColumns<Uint16Array> | null;
  /** Units that an earlier run pressed out of columns, 0 elsewhere; null where none remembers. */
  readonly fillPressedOut: FillColumns<Int32Array> | null;
  /** What must agree, beside the noise, for saved tiles to mean the same: plain JSON; empty where that is all. */
  readonly identity: Readonly<Record<string, unknown>>;
}

export type FillColumns<Columns> = (
  out: Columns,
  i0: number,
  j0: number,
  columns: number,
  rows: number,
) => void;
