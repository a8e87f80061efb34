import { InputError } from '../../input-error.ts';
import type { Terrain, TerrainHints, TileFit } from '../../motion/terrain.ts';
import { fillMasked } from './fill-masked.ts';
import { percent } from './percent.ts';
import type { TerrainRaster } from './terrain-raster.ts';

/** A grid of heights in metres in which masked samples are not filled yet. */
export interface TerrainDraft
  extends Pick<
    TerrainRaster,
    'columns' | 'rows' | 'mask' | 'range' | 'datum' | 'spacing' | 'origin' | 'position' | 'map'
  > {
  readonly heights: Float64Array;
  /** How the tiles were fitted together. Absent if they were not. */
  readonly fit?: TileFit;
  readonly warnings: readonly string[];
}

/**
 * Converts the numbers of a file to heights in metres, according to the file and the user's hints. Overwrites `raster.values`.
 *
 * If the numbers are levels, their range is needed: `hints.low` (0 if only `high` is given) and `hints.high`, or the range in the height
 * maps that Aftermotion writes. If the numbers are heights, they are multiplied by `hints.scale`. Throws an InputError that names
 * `terrainMax` if the range is missing.
 */
export function scaleHeights(raster: TerrainRaster, hints: TerrainHints, file: string): TerrainDraft {
  const { columns, rows, values, mask, levels, origin, position, warnings: before } = raster;
  const warnings = [...before];
  let { datum, map = null } = raster;
  let range: readonly [number, number] | null = null;
  if (levels === null) {
    const scale = hints.scale ?? 1;
    if (hints.high !== undefined || hints.low !== undefined)
      warnings.push(`it holds heights, not levels: terrainMin and terrainMax are not used, terrainScale is`);
    if (raster.step !== null)
      warnings.push(
        `its heights are whole numbers, steps of ${short(raster.step * scale)} m: a file of floats has no steps`,
      );
    if (scale !== 1) {
      for (let k = 0; k < values.length; k++) values[k] *= scale;
      datum = null;
      map &&= { ...map, heightUnit: map.heightUnit * scale };
    }
  } else {
    range = findRange(raster, hints, file);
    const [low, high] = range;
    if (hints.low !== undefined || hints.high !== undefined) datum = null;
    if (hints.scale !== undefined)
      warnings.push('it holds levels, not heights: terrainScale is not used, terrainMin and terrainMax are');
    for (let k = 0; k < values.length; k++) values[k] = low + (values[k] / levels) * (high - low);
    if (levels < 65535) {
      const step = short((high - low) / levels);
      warnings.push(
        `it has only ${levels + 1} levels, steps of ${step} m: those of a 16-bit file would be 257 times smaller`,
      );
    }
  }
  return {
    columns,
    rows,
    heights: values,
    mask,
    range,
    datum,
    spacing: hints.spacing ?? raster.spacing,
    origin,
    position,
    map,
    warnings,
  };
}

/** Formats a number with three significant digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function findRange(
  { range, kind }: TerrainRaster,
  { low, high }: TerrainHints,
  file: string,
): readonly [number, number] {
  const max = high ?? range?.[1];
  if (max === undefined) {
    throw InputError.at(
      file,
      `expected heights for its levels, got a ${kind} without them: set terrainMax, the height in metres of its maximum level (and terrainMin, that of level 0)`,
    );
  }
  const min = low ?? range?.[0] ?? 0;
  if (Number.isFinite(max) && Number.isFinite(min) && max > min) return [min, max];
  throw InputError.at(file, `expected terrainMax above terrainMin, got ${max} and ${min} m`);
}

/** Finds the range of the known heights and fills the masked samples. Throws InputError if no height is known. */
export function finishTerrain(draft: TerrainDraft, file: string): Terrain {
  const { columns, rows, heights, mask, range, datum, spacing, origin, map, fit, warnings: before } = draft;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let masked = 0;
  for (let k = 0; k < heights.length; k++) {
    if (mask?.[k]) {
      masked++;
      continue;
    }
    const height = heights[k];
    if (height < min) min = height;
    if (height > max) max = height;
  }
  if (min > max) {
    throw InputError.at(file, `expected at least one height, got ${columns} × ${rows} samples without data`);
  }
  if (!Number.isFinite(min) || !Number.isFinite(max))
    throw InputError.at(file, `expected finite heights, got ${min} to ${max} m: check terrainScale`);
  const warnings = [...before];
  if (mask) {
    fillMasked(heights, mask, columns, rows, min, max);
    warnings.push(
      `nothing is known of ${masked} of ${mask.length} samples (${percent(masked / mask.length)}): filled from the nearest known ones, and nothing touches the ground there`,
    );
  }
  return {
    columns,
    rows,
    heights,
    mask,
    spacing,
    origin,
    ...(map && { map }),
    ...(datum === null ? {} : { datum }),
    ...(range ? { levels: range } : {}),
    ...(fit && { fit }),
    min,
    max,
    warnings,
  };
}
