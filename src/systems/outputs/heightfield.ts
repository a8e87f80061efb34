import type { MapReference } from '../../motion/map-reference.ts';

/**
 * A ground surface on a uniform grid. Column (i, j) stands at world x = i · cell, z = j · cell (i and j may be negative),
 * its height is datum + value · heightUnit.
 */
export interface HeightfieldOutput {
  readonly kind: 'heightfield';
  /** Which of the system's outputs this is. A scene's own name for the system is added by who holds the scene. */
  readonly name: string;
  /** Metres. */
  readonly cell: number;
  readonly datum: number;
  /** 2⁻²⁰ m. */
  readonly heightUnit: number;
  /** The columns that exist, or null when the ground has no edge. */
  readonly extent: ColumnRectangle | null;
  /** The smallest rectangle that holds every column changed so far, or null when none is. */
  changed(): ColumnRectangle | null;
  /** Current heights of a rectangle, row by row (j, then i), into out [columns · rows]. Untouched ground is made on the fly. */
  read(out: Int32Array, rectangle: ColumnRectangle): void;
  /** The same for the heights before anything touched them. */
  readInitial(out: Int32Array, rectangle: ColumnRectangle): void;
  /** 1 where a column was pressed and not buried since, for shading; [columns · rows]. */
  readPressed(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** How wet columns are now, 0 dry … 255, for shading; [columns · rows]. Absent: dry everywhere. */
  readWetness?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** 1 where a stone stands, 0 elsewhere; [columns · rows]. Absent: no stones. */
  readStones?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Writes 1 for columns of the extent where there is no ground, else 0; [columns · rows]. Absent: there is ground everywhere. */
  readMissing?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** All of it, as bytes of a file, for a later scene to start from; absent where it cannot. */
  encodeState?(): Uint8Array;
  /** Heights that height maps should have levels for even where nothing is so low or so high: those of the map it came from. */
  readonly levels?: readonly [low: number, high: number];
  /** Converts world positions in metres to coordinates of the terrain's map; absent when there is none. */
  readonly map?: MapReference;
  /** `sand`, `mud`, `snow`: what the surface should look like. */
  readonly material: string;
}

/** A heightfield that a system goes on changing. */
export interface LiveHeightfield extends HeightfieldOutput {
  /**
   * Rectangles that hold every column changed since the last call: everything that exists, at the first call and after
   * a load. Scratch, not state.
   */
  takeChanges(): ColumnRectangle[];
}

/** Columns i0 … i0 + columns − 1, rows j0 … j0 + rows − 1. */
export interface ColumnRectangle {
  readonly i0: number;
  readonly j0: number;
  readonly columns: number;
  readonly rows: number;
}
