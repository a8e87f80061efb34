import { describeFileKind } from '../files/file-kind.ts';
import { finishTerrain, scaleHeights } from '../files/terrain/finish-terrain.ts';
import { readRaster } from '../files/terrain/read-terrain.ts';
import type { TerrainRaster } from '../files/terrain/terrain-raster.ts';
import { InputError } from '../input-error.ts';

/** Contents of a terrain file. */
export interface TerrainInspection {
  readonly file: string;
  /** Format, such as `16-bit PNG`. */
  readonly format: string;
  readonly columns: number;
  readonly rows: number;
  /**
   * Minimum and maximum of the known levels of a picture, and the maximum level that the file format can store. Null if the file stores
   * heights.
   */
  readonly levels: { readonly min: number; readonly max: number; readonly greatest: number } | null;
  /** Minimum and maximum of the known heights, m. Null if the file does not define the heights of its levels. */
  readonly heights: { readonly min: number; readonly max: number } | null;
  /** Number of different levels or heights. */
  readonly distinct: number;
  /** Metres between samples along x and z. Null if the file does not contain the spacing. */
  readonly spacing: readonly [number, number] | null;
  /** Metres from the first sample to the last along x and z. */
  readonly size: readonly [number, number] | null;
  /** World x and z of the first sample, m. Null if the file does not contain them. */
  readonly origin: readonly [number, number] | null;
  /** Number of masked samples. */
  readonly masked: number;
  /** Parameters that a ground with this terrain must set. */
  readonly needs: readonly ('terrainMax' | 'terrainSpacing')[];
  readonly problems: readonly string[];
}

/** Inspects a terrain: PNG, EXR, TIFF, ASCII grid, SRTM tile, raw levels. Throws InputError if the file cannot be read. */
export function inspectTerrain(bytes: Uint8Array, file: string): TerrainInspection {
  const raster = readRaster({ name: file, bytes }, {});
  if (!raster) {
    throw InputError.at(
      file,
      `expected a terrain (.png, .exr, .tif, .asc, .hgt, .r16 or .raw), got ${describeFileKind(bytes)}`,
    );
  }
  const { kind: format, columns, rows, levels, range, spacing, origin } = raster;
  const isUnscaled = levels !== null && range === null;
  const known = levels === null ? null : measureKnown(raster);
  const distinct = countDistinct(raster);
  const terrain = finishTerrain(
    isUnscaled ? { ...raster, heights: raster.values } : scaleHeights(raster, {}, file),
    file,
  );
  const problems = [...terrain.warnings];
  if (isUnscaled)
    problems.push('it does not define the heights of its levels: set terrainMax (and terrainMin)');
  if (!spacing) problems.push('it does not define the spacing of its samples: set terrainSpacing');
  if (terrain.min === terrain.max) problems.push('all of its samples have the same height');
  let masked = 0;
  for (const flag of terrain.mask ?? []) masked += flag;
  return {
    file,
    format,
    columns,
    rows,
    levels: known && { ...known, greatest: levels! },
    heights: isUnscaled ? null : { min: terrain.min, max: terrain.max },
    distinct,
    spacing,
    size: spacing && [(columns - 1) * spacing[0], (rows - 1) * spacing[1]],
    origin,
    masked,
    needs: [...(isUnscaled ? ['terrainMax' as const] : []), ...(spacing ? [] : ['terrainSpacing' as const])],
    problems,
  };
}

function measureKnown({ values, mask }: TerrainRaster): { min: number; max: number } {
  let [min, max] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k++) {
    if (mask?.[k]) continue;
    min = Math.min(min, values[k]);
    max = Math.max(max, values[k]);
  }
  return { min, max };
}

function countDistinct({ values, mask }: TerrainRaster): number {
  const known = mask ? values.filter((_, k) => !mask[k]) : values.slice();
  known.sort();
  let count = 0;
  for (let k = 0; k < known.length; k++) if (k === 0 || known[k] !== known[k - 1]) count++;
  return count;
}
