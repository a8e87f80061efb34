import { describeFileKind } from '../files/file-kind.ts';
import { finishTerrain, scaleHeights } from '../files/terrain/finish-terrain.ts';
import { readRaster } from '../files/terrain/read-terrain.ts';
import type { TerrainRaster } from '../files/terrain/terrain-raster.ts';
import { InputError } from '../input-error.ts';

/** What a terrain's file holds. */
export interface TerrainInspection {
  readonly file: string;
  /** What the file is, such as `16-bit PNG`. */
  readonly format: string;
  readonly columns: number;
  readonly rows: number;
  /** Levels of a picture: the least and the greatest of the known ones, and the greatest that the file could hold; null where it holds heights. */
  readonly levels: { readonly min: number; readonly max: number; readonly greatest: number } | null;
  /** Least and greatest of the known heights, m; null where only a person can say what the levels mean. */
  readonly heights: { readonly min: number; readonly max: number } | null;
  /** How many different levels or heights there are. */
  readonly distinct: number;
  /** Metres between samples along x and z; null where the file does not say. */
  readonly spacing: readonly [number, number] | null;
  /** Metres from the first sample to the last along x and z. */
  readonly size: readonly [number, number] | null;
  /** World x and z of the first sample, m, where the file says. */
  readonly origin: readonly [number, number] | null;
  /** Samples of which nothing is known. */
  readonly masked: number;
  /** What a ground that is to start from it must be told. */
  readonly needs: readonly ('terrainHigh' | 'terrainSpacing')[];
  readonly problems: readonly string[];
}

/** Looks a terrain over: PNG, EXR, TIFF, ASCII grid, SRTM tile, raw levels. Throws InputError for one that cannot be read. */
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
    problems.push('it does not say which heights its levels stand for: terrainHigh (and terrainLow) do');
  if (!spacing) problems.push('it does not say how far apart its samples lie: terrainSpacing does');
  if (terrain.min === terrain.max) problems.push('all of it has the same height');
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
    needs: [...(isUnscaled ? ['terrainHigh' as const] : []), ...(spacing ? [] : ['terrainSpacing' as const])],
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
