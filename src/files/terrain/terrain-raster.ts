import { InputError } from '../../input-error.ts';
import type { MapReference } from '../../motion/map-reference.ts';

/** Maximum number of samples of a terrain: 33 554 432, for example 8192 × 4096. The limit is the same for height maps that are written. */
export const terrainSampleLimit = 2 ** 25;

/** The content of a terrain file before the meaning of its numbers is known. */
export interface TerrainRaster {
  /** Description of the file, such as `16-bit PNG`. */
  readonly kind: string;
  readonly columns: number;
  readonly rows: number;
  /**
   * Values, [columns · rows]. Row 0 is at the far (−Z) edge, column 0 at the −X edge. Levels 0..`levels` if `levels` is not null, otherwise
   * metres. Values of masked samples have no meaning.
   */
  readonly values: Float64Array;
  /** 1 for unknown samples, [columns · rows]. Null if all are known. */
  readonly mask: Uint8Array | null;
  /** The maximum level of the file's format. Null if the numbers are heights. */
  readonly levels: number | null;
  /** Heights of level 0 and of the maximum level, m, if Aftermotion wrote the file. Null for other files. */
  readonly range: readonly [number, number] | null;
  /** Height of one step of integer heights, m. Null if the numbers are levels or fractions. */
  readonly step: number | null;
  /** World height of the number 0, m, if Aftermotion wrote the file. Null for other files. */
  readonly datum: number | null;
  /** Metres between samples along x and z. Null if the file does not state them. */
  readonly spacing: readonly [number, number] | null;
  /** World x and z of sample (0, 0), m. Null if the file does not state them. */
  readonly origin: readonly [number, number] | null;
  /**
   * Position of sample (0, 0) along x and z, in samples, on a grid that several files share. Null if the file does not
   * state it.
   */
  readonly position: readonly [number, number] | null;
  /** Converts (column, row) to map coordinates. Absent or null if the file has no georeference. */
  readonly map?: MapReference | null;
  readonly warnings: readonly string[];
}

/** Throws InputError, with `file` as the path, for grids without a sample or with more than `terrainSampleLimit`. */
export function checkRasterSize(columns: number, rows: number, file: string): void {
  if (columns >= 1 && rows >= 1 && columns * rows <= terrainSampleLimit) return;
  throw InputError.at(
    file,
    `expected a terrain of 1 to ${terrainSampleLimit} samples, got ${columns} × ${rows}: crop it to the part that is used, or make it coarser`,
  );
}
