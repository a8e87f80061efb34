import { InputError } from '../../input-error.ts';
import type { MapReference } from '../../motion/map-reference.ts';

/** Samples that a terrain may have: 33 554 432, as 8192 × 4096, the same as the height maps that are written. */
export const terrainSampleLimit = 2 ** 25;

/** What a file holds, before anybody has said what its numbers mean. */
export interface TerrainRaster {
  /** What the file is, such as `16-bit PNG`, in words. */
  readonly kind: string;
  readonly columns: number;
  readonly rows: number;
  /**
   * [columns · rows], row 0 the far (−Z) edge, column 0 the −X edge. Levels 0..`levels` where that is given, else metres.
   * What stands where the mask is 1 means nothing.
   */
  readonly values: Float64Array;
  /** [columns · rows] 1 where nothing is known; null where everything is. */
  readonly mask: Uint8Array | null;
  /** The greatest level that the file can hold; null where its numbers are heights. */
  readonly levels: number | null;
  /** Heights of level 0 and of the greatest, m, as our own height maps say them; null for other files. */
  readonly range: readonly [number, number] | null;
  /** How far neighbouring numbers lie apart where the file holds whole numbers of heights, m; null for levels and fractions. */
  readonly step: number | null;
  /** World height that our own height maps' numbers are above, m; null for other files. */
  readonly datum: number | null;
  /** Metres between samples along x and z, where the file says. */
  readonly spacing: readonly [number, number] | null;
  /** World x and z of sample (0, 0), m, where the file says it of a scene's world. */
  readonly origin: readonly [number, number] | null;
  /** Where sample (0, 0) lies counted in samples on a grid that several files share, along x and z; null where the file does not say. */
  readonly place: readonly [number, number] | null;
  /** Converts (column, row) to map coordinates; absent or null when the file has no georeference. */
  readonly map?: MapReference | null;
  readonly warnings: readonly string[];
}

/** Throws InputError, with `file` as the path, for grids without a sample or with more than `terrainSampleLimit`. */
export function checkRasterSize(columns: number, rows: number, file: string): void {
  if (columns >= 1 && rows >= 1 && columns * rows <= terrainSampleLimit) return;
  throw InputError.at(
    file,
    `expected a terrain of 1 to ${terrainSampleLimit} samples, got ${columns} × ${rows}: cut it to the part that is used, or make it coarser`,
  );
}
