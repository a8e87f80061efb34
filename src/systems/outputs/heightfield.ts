import type { ColliderCover } from '../../motion/cover-surfaces.ts';
import type { MapReference } from '../../motion/map-reference.ts';

/**
 * A ground surface on a uniform grid. Column (i, j) is at world x = i · cell, z = j · cell (i and j may be negative). Its height
 * is datum + value · heightUnit.
 */
export interface HeightfieldOutput {
  readonly kind: 'heightfield';
  /** Name of the output within its system. Whoever holds the scene adds the scene's name of the system. */
  readonly name: string;
  /** Metres. */
  readonly cell: number;
  readonly datum: number;
  /** 2⁻²⁰ m. */
  readonly heightUnit: number;
  /** The existing columns; null if the ground has no boundary. */
  readonly extent: ColumnRectangle | null;
  /** Returns the smallest rectangle that contains every column changed so far; null if no column has changed. */
  changed(): ColumnRectangle | null;
  /** Returns rectangles that contain every column that stamps changed before the run. Absent: there are no stamps. */
  listStamped?(): ColumnRectangle[];
  /**
   * Writes the current heights of a rectangle, row by row (j, then i), into out [columns · rows]. Untouched ground is computed on
   * demand.
   */
  read(out: Int32Array, rectangle: ColumnRectangle): void;
  /** Like `read`, for the heights before anything touched them. */
  readInitial(out: Int32Array, rectangle: ColumnRectangle): void;
  /**
   * Writes the differences of the current heights from the initial ones. [columns · rows] Absent: they are computed from both. It is
   * faster where most columns are untouched.
   */
  readDifferences?(out: Int32Array, rectangle: ColumnRectangle): void;
  /** Writes 1 for columns that were pressed and not buried since, else 0, for shading. [columns · rows] */
  readPressed(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Writes the current wetness of columns, 0 dry … 255, for shading. [columns · rows] Absent: dry everywhere. */
  readWetness?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Writes 1 for columns with a stone, else 0. [columns · rows] Absent: no stones. */
  readStones?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Writes 1 for columns of the extent without ground, else 0; [columns · rows]. Absent: there is ground everywhere. */
  readMissing?(out: Uint8Array, rectangle: ColumnRectangle): void;
  /** Returns what sticks to the bodies that touched the ground so far, by collider. Absent: nothing sticks. */
  readCovers?(): readonly ColliderCover[];
  /** Returns the snow on bodies, by collider. Absent: bodies stay bare. */
  readSnow?(): readonly BodySnowOutput[];
  /** Returns the whole ground as the bytes of a file from which a later scene can start. Absent if this is not possible. */
  encodeState?(): Uint8Array;
  /** Range of heights that height maps must be able to represent, even if no height reaches its ends: that of the source map. */
  readonly levels?: readonly [low: number, high: number];
  /** Converts world positions in metres to coordinates of the terrain's map. Absent if there is none. */
  readonly map?: MapReference;
  /** Appearance of the surface: `sand`, `mud` or `snow`. */
  readonly material: string;
  /** Appearance that differs from that of the material. Absent: none. */
  readonly look?: SurfaceLook;
}

/** Snow on a body. */
export interface BodySnowOutput {
  /** Name of the collider. */
  readonly collider: string;
  /** [vertexCount of the collider] thickness above each vertex, m. */
  readonly depths: Float32Array;
}

/** Appearance of a surface that differs from that of its material. Absent values are those of the material. */
export interface SurfaceLook {
  /** Colour of loose ground: red, green, blue, 0..1, sRGB. */
  readonly color?: readonly number[];
  /** 0: dry. 1: covered by a film of water. */
  readonly dampness?: number;
  /** Brightness of single bright grains. 0: none. 1: as in fresh snow. */
  readonly sparkle?: number;
  /** Strength of the visible grain, relative to the material. */
  readonly grain?: number;
  /** Name of the material in files. */
  readonly materialName?: string;
}

/** Returns the name of the material of a ground in files and pictures. */
export function nameMaterial({ material, look }: Pick<HeightfieldOutput, 'material' | 'look'>): string {
  return look?.materialName ?? material;
}

/** A heightfield that a system keeps changing. */
export interface LiveHeightfield extends HeightfieldOutput {
  /**
   * Rectangles that contain every column changed since the last call. The first call, and the first after a load, return
   * everything that exists. Scratch, not part of the state.
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
