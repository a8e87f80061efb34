import { cos, sin } from '../../../math/portable.ts';
import type { TiffDirectory } from './tiff-directory.ts';

/** Where and how large the samples of a TIFF are, as its GeoTIFF tags say. */
export interface GeoReference {
  /** Metres between samples along x (column to column) and z (row to row), both > 0; null where what the file says cannot be. */
  readonly spacing: readonly [number, number] | null;
  /** Whether row 0 of the file is the south edge, so that its rows are to be turned over. */
  readonly isSouthUp: boolean;
  /** Whether column 0 of the file is the east edge. */
  readonly isEastLeft: boolean;
  /** East and north of sample (0, 0), in steps of a sample: files of one grid differ by whole numbers. */
  readonly place: readonly [number, number];
  /** Metres to a unit of height, where the file says; else 1. */
  readonly heightUnit: number;
  readonly warnings: readonly string[];
}

/** GeoTIFF keys that are read. OGC 19-008, annex D. */
const geoKeys = {
  modelType: 1024,
  rasterType: 1025,
  angularUnit: 2054,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  linearUnit: 3076,
  linearUnitSize: 3077,
  verticalUnit: 4099,
} as const;

/** Metres by the EPSG's number of a unit of length. */
const linearUnits: Readonly<Record<number, readonly [name: string, metres: number] | undefined>> = {
  9001: ['metres', 1],
  9002: ['feet', 0.3048],
  9003: ['US survey feet', 1200 / 3937],
  9036: ['kilometres', 1000],
};

const wgs84 = { semiMajor: 6378137, inverseFlattening: 298.257223563 };

/**
 * Reads ModelPixelScale and ModelTiepoint, or ModelTransformation, and the GeoTIFF keys; null where there is none of them.
 *
 * Degrees become metres at the latitude of the middle of the map, on the file's ellipsoid or else WGS 84. A turned map is laid
 * straight. Without keys the unit is taken to be the metre.
 */
export function readGeoReference(
  directory: TiffDirectory,
  columns: number,
  rows: number,
): GeoReference | null {
  const grid = readGrid(directory);
  if (!grid) return null;
  const keys = readKeys(directory);
  const warnings: string[] = [];
  const { east, north, stepEast, stepNorth, turn } = grid;
  if (turn !== 0) {
    const degrees = Number(((turn * 180) / Math.PI).toPrecision(3));
    warnings.push(`its rows do not run east but are turned by ${degrees} degrees: laid straight along x`);
  }
  // The middle of a sample: half a step on where a sample is an area.
  const half = keys.get(geoKeys.rasterType) === 2 ? 0 : 0.5;
  const place = [east / stepEast + half, north / stepNorth + half] as const;
  const verticalUnit = keys.get(geoKeys.verticalUnit) ?? 9001;
  const vertical = linearUnits[verticalUnit];
  if (!vertical)
    warnings.push(
      `heights in a unit of the EPSG's number ${verticalUnit}, which is not known: taken as metres (terrainScale sets it)`,
    );
  if (vertical && vertical[1] !== 1) warnings.push(`heights in ${vertical[0]}: made metres`);
  const heightUnit = vertical?.[1] ?? 1;
  const isSouthUp = stepNorth > 0;
  const isEastLeft = stepEast < 0;
  if (isSouthUp) warnings.push('its first row is the south edge: rows turned over, so that north is −Z');
  if (isEastLeft) warnings.push('its first column is the east edge: columns turned over, so that east is +X');
  const steps = [Math.abs(stepEast), Math.abs(stepNorth)] as const;
  const common = { isSouthUp, isEastLeft, place, heightUnit };

  const measured =
    keys.get(geoKeys.modelType) === 2
      ? measureDegrees(keys, steps, north + (half + (rows - 1) / 2) * stepNorth)
      : measureLengths(keys, steps);
  const { spacing } = measured;
  if (spacing.every((step) => step >= leastStep && step <= greatestStep)) {
    const size = [(columns - 1) * spacing[0], (rows - 1) * spacing[1]].map((metres) => Math.round(metres));
    if (measured.words) warnings.push(`${measured.words}, ${size[0]} × ${size[1]} m in all`);
    return { ...common, spacing, warnings };
  }
  warnings.push('how far apart it says that its samples lie cannot be: not believed');
  return { ...common, spacing: null, warnings };
}

/** Metres between samples of any terrain. */
const [leastStep, greatestStep] = [1e-6, 1e6];

interface MeasuredSteps {
  readonly spacing: readonly [number, number];
  /** What was done about them; empty where nothing was. */
  readonly words: string;
}

/** Steps in degrees or radians at a latitude in the same unit. Beyond the poles they are not numbers. */
function measureDegrees(
  keys: ReadonlyMap<number, number>,
  steps: readonly [number, number],
  north: number,
): MeasuredSteps {
  const unit = keys.get(geoKeys.angularUnit) === 9101 ? 180 / Math.PI : 1;
  const latitude = north * unit;
  if (!(Math.abs(latitude) < 90)) return { spacing: [Number.NaN, Number.NaN], words: '' };
  const [eastMetres, northMetres] = metresPerDegree(latitude, ellipsoidOf(keys));
  return {
    spacing: [steps[0] * unit * eastMetres, steps[1] * unit * northMetres],
    words:
      `in degrees: made metres at latitude ${Number(latitude.toFixed(4))}° ` +
      `(1° is ${Math.round(eastMetres)} m east and ${Math.round(northMetres)} m north on the ellipsoid)`,
  };
}

function measureLengths(keys: ReadonlyMap<number, number>, steps: readonly [number, number]): MeasuredSteps {
  const unit = keys.get(geoKeys.linearUnit) ?? 9001;
  const linear = linearUnits[unit];
  const known = linear?.[1] ?? keys.get(geoKeys.linearUnitSize);
  const metres = known ?? 1;
  const words =
    keys.size === 0
      ? 'it does not say in which unit its samples lie apart: taken as metres (terrainSpacing sets it)'
      : known === undefined
        ? `distances in a unit of the EPSG's number ${unit}, which is not known: taken as metres (terrainSpacing sets it)`
        : metres !== 1
          ? `distances in ${linear?.[0] ?? `units of ${metres} m`}: made metres`
          : '';
  return { spacing: [steps[0] * metres, steps[1] * metres], words };
}

/** East and north of the corner of sample (0, 0) and their steps, in the map's own units, all finite, the steps not zero. */
function readGrid(
  directory: TiffDirectory,
): { east: number; north: number; stepEast: number; stepNorth: number; turn: number } | null {
  const scale = directory.numbers('modelPixelScale');
  const tie = directory.numbers('modelTiepoint');
  const matrix = directory.numbers('modelTransformation');
  if (scale && scale.length >= 2) {
    const [column, row, , x, y] = tie && tie.length >= 6 ? tie : [0, 0, 0, 0, 0];
    const [stepEast, stepNorth] = [scale[0], -scale[1]];
    const grid = { east: x - column * stepEast, north: y - row * stepNorth, stepEast, stepNorth, turn: 0 };
    return isGrid(grid) ? grid : null;
  }
  if (!matrix || matrix.length < 8) return null;
  const [a, b, , east, c, d, , north] = matrix;
  // Columns step by (a, c), rows by (b, d).
  if (b === 0 && c === 0) {
    const grid = { east, north, stepEast: a, stepNorth: d, turn: 0 };
    return isGrid(grid) ? grid : null;
  }
  const isMirrored = a * d - b * c > 0;
  const stepEast = Math.sqrt(a * a + c * c);
  const stepNorth = Math.sqrt(b * b + d * d) * (isMirrored ? 1 : -1);
  const grid = { east, north, stepEast, stepNorth, turn: Math.atan2(c, a) };
  return isGrid(grid) ? grid : null;
}

function isGrid(grid: Readonly<Record<string, number>>): boolean {
  return Object.values(grid).every(Number.isFinite) && grid.stepEast !== 0 && grid.stepNorth !== 0;
}

/** Keys with one number: short ones stand in the directory itself, doubles in a tag of their own. */
function readKeys(directory: TiffDirectory): Map<number, number> {
  const entries = directory.numbers('geoKeyDirectory') ?? new Float64Array(0);
  const doubles = directory.numbers('geoDoubles') ?? new Float64Array(0);
  const keys = new Map<number, number>();
  for (let k = 4; k + 4 <= entries.length; k += 4) {
    const [key, location, , value] = entries.subarray(k, k + 4);
    if (location === 0) keys.set(key, value);
    else if (location === 34736 && value < doubles.length) keys.set(key, doubles[value]);
  }
  return keys;
}

export interface Ellipsoid {
  /** m. */
  readonly semiMajor: number;
  /** Square of the eccentricity, 0 a sphere. */
  readonly eccentricity2: number;
}

function ellipsoidOf(keys: ReadonlyMap<number, number>): Ellipsoid {
  const semiMajor = keys.get(geoKeys.semiMajorAxis) ?? wgs84.semiMajor;
  const minor = keys.get(geoKeys.semiMinorAxis);
  const inverse = keys.get(geoKeys.inverseFlattening) ?? wgs84.inverseFlattening;
  const flattening = minor === undefined ? 1 / inverse : 1 - minor / semiMajor;
  const isOne = semiMajor > 0 && semiMajor < 1e9 && flattening >= 0 && flattening < 0.5;
  if (!isOne) return wgs84Ellipsoid;
  return { semiMajor, eccentricity2: eccentricity2Of(flattening) };
}

const eccentricity2Of = (flattening: number) => flattening * (2 - flattening);

export const wgs84Ellipsoid: Ellipsoid = {
  semiMajor: wgs84.semiMajor,
  eccentricity2: eccentricity2Of(1 / wgs84.inverseFlattening),
};

/**
 * Metres of one degree east and one degree north at a latitude in degrees, −90..90: the radii of curvature of the parallel and of
 * the meridian. Snyder 1987, Map Projections, USGS Professional Paper 1395, eq. 4-18 and 4-20.
 */
export function metresPerDegree(
  latitude: number,
  { semiMajor, eccentricity2 }: Ellipsoid,
): readonly [east: number, north: number] {
  const angle = (latitude * Math.PI) / 180;
  const root = Math.sqrt(1 - eccentricity2 * sin(angle) * sin(angle));
  const parallel = (semiMajor * cos(angle)) / root;
  const meridian = (semiMajor * (1 - eccentricity2)) / (root * root * root);
  return [(parallel * Math.PI) / 180, (meridian * Math.PI) / 180];
}
