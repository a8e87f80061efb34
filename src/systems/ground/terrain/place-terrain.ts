import { InputError } from '../../../input-error.ts';
import { Hasher } from '../../../math/hash.ts';
import { minOf } from '../../../math/lists.ts';
import { type MapReference, offsetOnMap, referToWorld } from '../../../motion/map-reference.ts';
import type { Terrain, TileFit } from '../../../motion/terrain.ts';
import type { ColumnRectangle } from '../../outputs/heightfield.ts';
import type { GroundParams } from '../params.ts';
import { maxColumn, maxHeight } from '../rules/limits.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { overshootFraction, type TerrainGrid, terrainExtent } from './terrain-grid.ts';

/** A terrain at its position in a ground. It does not change. */
export interface PlacedTerrain {
  readonly grid: TerrainGrid;
  /** The columns that exist: all between the outermost samples of the terrain, or the part that a size selects. */
  readonly extent: ColumnRectangle;
  /** Datum of the heights, height units. */
  readonly datum: number;
  /** Minimum range of height maps of this ground, so that they reproduce the levels of a picture: height units relative to the datum. */
  readonly levels: readonly [low: number, high: number] | null;
  /** Converts world positions in metres to coordinates of the terrain's map; null when its file has no georeference. */
  readonly map: MapReference | null;
  /** Offset that was subtracted from the coordinates of the terrain's file, m, Y up. Null if the file has none in metres. */
  readonly offset: readonly [x: number, y: number, z: number] | null;
  /** How its tiles were joined. Absent if they were not. */
  readonly fit?: TileFit;
  /** Hash of samples, mask and position. Equal terrains have equal hashes. */
  readonly identity: string;
  /** Number of samples without data. */
  readonly maskedCount: number;
  /** Maximum slope at known samples in any direction, as a tangent. */
  readonly steepest: number;
  /** Upper bound of the slope of the part in any direction, with splines, as a tangent. */
  readonly slopeBound: number;
  readonly warnings: readonly string[];
}

/**
 * Places a terrain under a ground. Samples become integer height units relative to a datum: that of the ground, or, if heights would
 * then exceed ± 1023 m, the mean of the minimum and the maximum. Sample (0, 0) is moved to the nearest column.
 *
 * spacing: metres between samples. swell: maximum height of noise and stones above the terrain, m. path: path of the system in the
 * scene. Throws an InputError if the range of heights is too large, or if the rectangle of `params.size` does not overlap the
 * terrain.
 */
export function placeTerrain(
  terrain: Terrain,
  spacing: readonly [number, number],
  params: GroundParams,
  swell: number,
  path: string,
): PlacedTerrain {
  const { cell, terrainPoint, size } = params;
  const warnings = terrain.warnings.map((warning) => `${params.terrain}: ${warning}`);
  const half = [((terrain.columns - 1) * spacing[0]) / 2, ((terrain.rows - 1) * spacing[1]) / 2];
  const isOwnPlace = terrain.origin !== null && params.center === undefined;
  const center = params.center ?? [0, 0];
  const origin = isOwnPlace
    ? terrain.origin!
    : center.map((value, axis) => value - terrainPoint[axis] - half[axis]);
  const [firstColumn, firstRow] = origin.map((value) => Math.round(value / cell));
  const place = { columns: terrain.columns, rows: terrain.rows, spacing, cell, firstColumn, firstRow };
  const whole = terrainExtent({ ...place, samples: none, mask: null, min: 0, max: 0 });
  const middle = isOwnPlace ? origin.map((value, axis) => value + half[axis] + terrainPoint[axis]) : center;
  const extent = size ? cutOut(whole, middle, size, cell, path) : whole;
  const furthest = Math.max(-extent.i0, -extent.j0, extent.i0 + extent.columns, extent.j0 + extent.rows);
  if (furthest > maxColumn) {
    throw InputError.at(
      `${path}.terrain`,
      `expected an edge within 2³⁰ cells of the origin, got ${furthest}; use a larger cell, or a smaller terrainSpacing`,
    );
  }
  if (minOf(spacing) < cell * (1 - 1e-9)) {
    warnings.push(
      `${params.terrain}: its samples are ${spacing.join(' × ')} m apart, less than a cell (${cell} m): details smaller than a cell are ignored`,
    );
  }
  if (isOwnPlace && !size && terrainPoint.some((coordinate) => coordinate !== 0)) {
    warnings.push(
      `${params.terrain}: it has its own position, so terrainPoint has no effect: add a center, or a size to cut it out`,
    );
  }
  if (isOwnPlace && middle.some((coordinate) => Math.abs(coordinate) > farthestMiddle)) {
    warnings.push(
      `${params.terrain}: its own position is far from the origin, where files in single precision are coarse: add "center": [0, 0] to bring it near`,
    );
  }
  const survey = surveyTerrain(terrain, place, extent);
  const datum = chooseDatum(terrain, survey, params, swell, path);
  const toUnits = (metres: number) => Math.floor((metres + params.datum) * unitsPerMetre + 0.5) - datum;
  const samples = new Int32Array(terrain.heights.length);
  for (let k = 0; k < samples.length; k++) samples[k] = clampInt(toUnits(terrain.heights[k]));
  const grid: TerrainGrid = {
    ...place,
    samples,
    mask: terrain.mask,
    min: toUnits(survey.low),
    max: toUnits(survey.high),
  };
  const map = terrain.map
    ? referToWorld(terrain.map, [firstColumn * cell, firstRow * cell], spacing, params.datum)
    : null;
  const own = terrain.origin?.map((value, axis) => value - [firstColumn, firstRow][axis] * cell);
  return {
    grid,
    extent,
    datum,
    levels: terrain.levels ? [toUnits(terrain.levels[0]), toUnits(terrain.levels[1])] : null,
    map,
    ...(terrain.fit && { fit: terrain.fit }),
    offset: map ? offsetOnMap(map) : own ? [own[0], 0 - params.datum, own[1]] : null,
    identity: identify(grid),
    maskedCount: terrain.mask ? terrain.mask.reduce((sum, value) => sum + value, 0) : 0,
    steepest: survey.steepest,
    slopeBound: survey.slopeBound,
    warnings,
  };
}

/** Distance of the center from the origin in m beyond which there is a warning. Float32 values are 1 mm apart there. */
const farthestMiddle = 1e4;

const none = new Int32Array(0);

/** Returns the columns of `whole` within a rectangle of `size` metres around `middle`. */
function cutOut(
  whole: ColumnRectangle,
  middle: readonly number[],
  size: readonly number[],
  cell: number,
  path: string,
): ColumnRectangle {
  const i0 = Math.max(whole.i0, Math.round((middle[0] - size[0] / 2) / cell));
  const j0 = Math.max(whole.j0, Math.round((middle[1] - size[1] / 2) / cell));
  const columns = Math.min(whole.i0 + whole.columns, Math.round((middle[0] + size[0] / 2) / cell) + 1) - i0;
  const rows = Math.min(whole.j0 + whole.rows, Math.round((middle[1] + size[1] / 2) / cell) + 1) - j0;
  if (columns > 0 && rows > 0) return { i0, j0, columns, rows };
  const span = (first: number, count: number) =>
    `${Number((first * cell).toPrecision(6))} to ${Number(((first + count - 1) * cell).toPrecision(6))}`;
  throw InputError.at(
    `${path}.size`,
    `expected a part of the terrain, which goes from ${span(whole.i0, whole.columns)} m in x and ${span(whole.j0, whole.rows)} m in z, ` +
      `got ${size.join(' × ')} m about ${middle.map((value) => Number(value.toPrecision(6))).join(', ')}; move terrainPoint`,
  );
}

interface Survey {
  /** Bounds of the heights of the part, with splines, m. */
  readonly low: number;
  readonly high: number;
  readonly steepest: number;
  readonly slopeBound: number;
}

/**
 * Maximum slope of a Catmull-Rom surface relative to the maximum slope between neighbouring samples along an axis: 1.5 for a curve (1/4
 * more in its middle, and 1/8 for each neighbour), and 1/4 more for the weighted mean of four curves.
 */
const splineSteepening = 1.5 * 1.25;

/** Measures the samples that determine a part of the ground. */
function surveyTerrain(
  { heights, mask, columns, rows, min, max }: Terrain,
  {
    firstColumn,
    firstRow,
    spacing,
    cell,
  }: Pick<TerrainGrid, 'firstColumn' | 'firstRow' | 'spacing' | 'cell'>,
  extent: ColumnRectangle,
): Survey {
  const range = (first: number, count: number, start: number, step: number, samples: number) => {
    const from = Math.floor(((first - start) * cell) / step) - 1;
    const to = Math.ceil(((first + count - 1 - start) * cell) / step) + 1;
    return [Math.max(0, Math.min(samples - 1, from)), Math.max(0, Math.min(samples - 1, to))];
  };
  const [i0, i1] = range(extent.i0, extent.columns, firstColumn, spacing[0], columns);
  const [j0, j1] = range(extent.j0, extent.rows, firstRow, spacing[1], rows);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let steepest2 = 0;
  let [alongX, alongZ] = [0, 0];
  for (let j = j0; j <= j1; j++) {
    for (let i = i0; i <= i1; i++) {
      const k = j * columns + i;
      const height = heights[k];
      if (height < low) low = height;
      if (height > high) high = height;
      const dx = i < i1 ? Math.abs(heights[k + 1] - height) / spacing[0] : 0;
      const dz = j < j1 ? Math.abs(heights[k + columns] - height) / spacing[1] : 0;
      if (dx > alongX) alongX = dx;
      if (dz > alongZ) alongZ = dz;
      if (mask?.[k]) continue;
      const knownX = mask?.[k + 1] ? 0 : dx;
      const knownZ = mask?.[k + columns] ? 0 : dz;
      steepest2 = Math.max(steepest2, knownX * knownX + knownZ * knownZ);
    }
  }
  // A part may overshoot its own samples, but not the range of the whole terrain.
  const isWhole = i0 === 0 && j0 === 0 && i1 === columns - 1 && j1 === rows - 1;
  const overshoot = isWhole ? 0 : overshootFraction * (high - low);
  return {
    low: Math.max(min, low - overshoot),
    high: Math.min(max, high + overshoot),
    steepest: Math.sqrt(steepest2),
    slopeBound: splineSteepening * Math.sqrt(alongX * alongX + alongZ * alongZ),
  };
}

function chooseDatum(
  terrain: Terrain,
  { low, high }: Survey,
  params: GroundParams,
  swell: number,
  path: string,
): number {
  const room = maxHeight - swell;
  const own = (terrain.datum ?? 0) + params.datum;
  const [bottom, top] = [low + params.datum, high + params.datum];
  if (bottom >= own - room && top <= own + room) return Math.round(own * unitsPerMetre);
  if (top - bottom <= 2 * room - 1) return Math.round((bottom + top) / 2) * unitsPerMetre;
  const showMetres = (value: number) => Number(value.toPrecision(6));
  throw InputError.at(
    `${path}.terrain`,
    `expected heights within ${2 * maxHeight - 1} m of each other, got ${showMetres(low)} to ${showMetres(high)} m: ` +
      'cut out a part with size (and terrainPoint), or make it lower with terrainScale or terrainMax',
  );
}

/** Samples outside the part that the ground uses are not checked. */
function clampInt(units: number): number {
  return Math.max(-unitLimit, Math.min(unitLimit, units));
}
const unitLimit = maxHeight * unitsPerMetre;

function identify({
  samples,
  mask,
  columns,
  rows,
  spacing,
  firstColumn,
  firstRow,
  min,
  max,
}: TerrainGrid): string {
  const hasher = new Hasher()
    .numbers(columns, rows, ...spacing, firstColumn, firstRow, min, max)
    .array(samples);
  if (mask) hasher.bytes(mask);
  return hasher.digest();
}
