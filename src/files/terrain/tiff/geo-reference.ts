import { atan, cos, exp, sin } from '../../../math/portable.ts';
import { type GeoKeys, locateOnMap, type MapReference } from '../../../motion/map-reference.ts';
import type { TiffDirectory } from './tiff-directory.ts';

/** Position and size of the samples of a TIFF, from its GeoTIFF tags. */
export interface GeoReference {
  /**
   * Metres between samples along x (column to column) and z (row to row), both > 0. Null if the values in the file are
   * impossible.
   */
  readonly spacing: readonly [number, number] | null;
  /** Whether row 0 of the file is the south edge, so that its rows must be reversed. */
  readonly isSouthUp: boolean;
  /** Whether column 0 of the file is the east edge. */
  readonly isEastLeft: boolean;
  /** East and north of sample (0, 0), in samples. The positions of files on the same grid differ by integers. */
  readonly position: readonly [number, number];
  /** Georeference of the samples. It counts columns and rows after these are reversed. */
  readonly map: MapReference;
  readonly warnings: readonly string[];
}

/** GeoTIFF keys that are read. OGC 19-008, annex D. */
export const geoKeys = {
  modelType: 1024,
  rasterType: 1025,
  angularUnit: 2054,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  projectedSystem: 3072,
  linearUnit: 3076,
  linearUnitSize: 3077,
  verticalUnit: 4099,
} as const;

/**
 * EPSG codes of Web Mercator, including old ones. A metre of this map is shorter than a metre on the ground: the map's scale factor is 1 /
 * cos(latitude).
 */
const webMercators: ReadonlySet<number> = new Set([3857, 3785, 900913, 102100, 102113]);

/** Units of length by their EPSG code: name, and length in metres. */
const linearUnits: Readonly<Record<number, readonly [name: string, metres: number] | undefined>> = {
  9001: ['metres', 1],
  9002: ['feet', 0.3048],
  9003: ['US survey feet', 1200 / 3937],
  9036: ['kilometres', 1000],
};

const wgs84 = { semiMajor: 6378137, inverseFlattening: 298.257223563 };

/**
 * Reads ModelPixelScale and ModelTiepoint, or ModelTransformation, and the GeoTIFF keys. Returns null if the file has none of these tags.
 *
 * Degrees are converted to metres at the latitude of the middle of the map, on the file's ellipsoid or WGS 84. The rotation of a rotated
 * map is removed. If there are no keys, the unit is the metre.
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
    warnings.push(`its rows do not run east but are rotated by ${degrees} degrees: the rotation is removed`);
  }
  // If samples are areas, the middle of a sample is half a step away from its corner.
  const half = keys.get(geoKeys.rasterType) === 2 ? 0 : 0.5;
  const position = [east / stepEast + half, north / stepNorth + half] as const;
  const verticalUnit = keys.get(geoKeys.verticalUnit) ?? 9001;
  const vertical = linearUnits[verticalUnit];
  if (!vertical)
    warnings.push(
      `heights in a unit with EPSG code ${verticalUnit}, which is unknown: used as metres (terrainScale changes it)`,
    );
  if (vertical && vertical[1] !== 1) warnings.push(`heights in ${vertical[0]}: converted to metres`);
  const heightUnit = vertical?.[1] ?? 1;
  const isSouthUp = stepNorth > 0;
  const isEastLeft = stepEast < 0;
  if (isSouthUp) warnings.push('its first row is the south edge: rows are reversed, so that north is −Z');
  if (isEastLeft)
    warnings.push('its first column is the east edge: columns are reversed, so that east is +X');
  const steps = [Math.abs(stepEast), Math.abs(stepNorth)] as const;
  const map = orientMap(
    grid,
    { half, columns, rows, isSouthUp, isEastLeft, heightUnit },
    keysAsTheyAre(directory),
  );
  const common = { isSouthUp, isEastLeft, position, map };

  const middle = north + (half + (rows - 1) / 2) * stepNorth;
  const measured =
    keys.get(geoKeys.modelType) === 2
      ? measureDegrees(keys, steps, middle)
      : webMercators.has(keys.get(geoKeys.projectedSystem) ?? 0)
        ? measureWebMercator(steps, middle)
        : measureLengths(keys, steps);
  const { spacing } = measured;
  if (spacing.every((step) => step >= minStep && step <= maxStep)) {
    const size = [(columns - 1) * spacing[0], (rows - 1) * spacing[1]].map((metres) => Math.round(metres));
    if (measured.description) warnings.push(`${measured.description}, ${size[0]} × ${size[1]} m in total`);
    return { ...common, spacing, warnings };
  }
  warnings.push('the sample spacing that it states is impossible and is ignored');
  return { ...common, spacing: null, warnings };
}

/** Minimum and maximum possible distance between samples, metres. */
const [minStep, maxStep] = [1e-6, 1e6];

interface MeasuredSteps {
  readonly spacing: readonly [number, number];
  /** Message about the conversion to metres. Empty if nothing was converted. */
  readonly description: string;
}

/** Converts steps in degrees or radians to metres at a latitude in the same unit. Latitudes beyond the poles give NaN. */
function measureDegrees(
  keys: ReadonlyMap<number, number>,
  steps: readonly [number, number],
  north: number,
): MeasuredSteps {
  const unit = keys.get(geoKeys.angularUnit) === 9101 ? 180 / Math.PI : 1;
  const latitude = north * unit;
  if (!(Math.abs(latitude) < 90)) return { spacing: [Number.NaN, Number.NaN], description: '' };
  const [eastMetres, northMetres] = metresPerDegree(latitude, ellipsoidOf(keys));
  return {
    spacing: [steps[0] * unit * eastMetres, steps[1] * unit * northMetres],
    description:
      `in degrees: converted to metres at latitude ${Number(latitude.toFixed(4))}° ` +
      `(1° is ${Math.round(eastMetres)} m east and ${Math.round(northMetres)} m north on the ellipsoid)`,
  };
}

/**
 * Converts steps in metres of Web Mercator, whose scale grows with the latitude, to metres on the ground. north: map coordinate of the
 * middle, in map metres.
 */
function measureWebMercator(steps: readonly [number, number], north: number): MeasuredSteps {
  const latitude = (2 * atan(exp(north / wgs84.semiMajor)) - Math.PI / 2) * (180 / Math.PI);
  const [east, up] = metresPerDegree(latitude, wgs84Ellipsoid);
  // On this map, a degree of longitude has the same length everywhere. The length of a degree of latitude grows by 1 / cos(latitude).
  const mapMetres = (wgs84.semiMajor * Math.PI) / 180;
  const scale = [east / mapMetres, (up * cos((latitude * Math.PI) / 180)) / mapMetres];
  return {
    spacing: [steps[0] * scale[0], steps[1] * scale[1]],
    description:
      `in metres of Web Mercator: converted to metres on the ground at latitude ${Number(latitude.toFixed(4))}° ` +
      `(× ${Number(scale[0].toFixed(4))} east, × ${Number(scale[1].toFixed(4))} north)`,
  };
}

function measureLengths(keys: ReadonlyMap<number, number>, steps: readonly [number, number]): MeasuredSteps {
  const unit = keys.get(geoKeys.linearUnit) ?? 9001;
  const linear = linearUnits[unit];
  const known = linear?.[1] ?? keys.get(geoKeys.linearUnitSize);
  const metres = known ?? 1;
  const description =
    keys.size === 0
      ? 'it does not state the unit of its sample spacing: used as metres (terrainSpacing changes it)'
      : known === undefined
        ? `distances in a unit with EPSG code ${unit}, which is unknown: used as metres (terrainSpacing changes it)`
        : metres !== 1
          ? `distances in ${linear?.[0] ?? `units of ${metres} m`}: converted to metres`
          : '';
  return { spacing: [steps[0] * metres, steps[1] * metres], description };
}

/** Position of the columns and rows of a file, in the units of the map. All values are finite, and the steps are not zero. */
interface FileGrid {
  /** East and north of the corner of sample (0, 0). */
  readonly east: number;
  readonly north: number;
  /** Length of a step from column to column, and of a step from row to row. Negative if the step goes west or south. */
  readonly stepEast: number;
  readonly stepNorth: number;
  /** Angle between columns' direction and east, radians. */
  readonly turn: number;
  /** Change of east and north in a step from column to column, and in a step from row to row. */
  readonly alongColumns: readonly [number, number];
  readonly alongRows: readonly [number, number];
}

function readGrid(directory: TiffDirectory): FileGrid | null {
  const scale = directory.numbers('modelPixelScale');
  const tie = directory.numbers('modelTiepoint');
  const matrix = directory.numbers('modelTransformation');
  if (scale && scale.length >= 2) {
    const [column, row, , x, y] = tie && tie.length >= 6 ? tie : [0, 0, 0, 0, 0];
    const [stepEast, stepNorth] = [scale[0], -scale[1]];
    return straightGrid(x - column * stepEast, y - row * stepNorth, stepEast, stepNorth);
  }
  if (!matrix || matrix.length < 8) return null;
  const [a, b, , east, c, d, , north] = matrix;
  // A step from column to column is (a, c), a step from row to row is (b, d).
  if (b === 0 && c === 0) return straightGrid(east, north, a, d);
  const isMirrored = a * d - b * c > 0;
  const stepEast = Math.sqrt(a * a + c * c);
  const stepNorth = Math.sqrt(b * b + d * d) * (isMirrored ? 1 : -1);
  const turn = Math.atan2(c, a);
  return checkGrid({ east, north, stepEast, stepNorth, turn, alongColumns: [a, c], alongRows: [b, d] });
}

function straightGrid(east: number, north: number, stepEast: number, stepNorth: number): FileGrid | null {
  const along = { alongColumns: [stepEast, 0], alongRows: [0, stepNorth] } as const;
  return checkGrid({ east, north, stepEast, stepNorth, turn: 0, ...along });
}

function checkGrid(grid: FileGrid): FileGrid | null {
  const { east, north, stepEast, stepNorth, turn } = grid;
  const isGrid =
    [east, north, stepEast, stepNorth, turn].every(Number.isFinite) && stepEast !== 0 && stepNorth !== 0;
  return isGrid ? grid : null;
}

/**
 * Returns the georeference of the samples after columns and rows are reversed. half: half a step, from the corner of a sample to its
 * middle.
 */
function orientMap(
  { east, north, alongColumns, alongRows }: FileGrid,
  {
    half,
    columns,
    rows,
    isSouthUp,
    isEastLeft,
    heightUnit,
  }: {
    half: number;
    columns: number;
    rows: number;
    isSouthUp: boolean;
    isEastLeft: boolean;
    heightUnit: number;
  },
  keys: GeoKeys,
): MapReference {
  const file = { origin: [east, north], alongX: alongColumns, alongZ: alongRows } as const;
  const turned = ([e, n]: readonly [number, number], isTurned: boolean) =>
    isTurned ? ([-e, -n] as const) : ([e, n] as const);
  return {
    origin: locateOnMap(file, half + (isEastLeft ? columns - 1 : 0), half + (isSouthUp ? rows - 1 : 0)),
    alongX: turned(alongColumns, isEastLeft),
    alongZ: turned(alongRows, isSouthUp),
    heightUnit,
    heightShift: 0,
    keys,
  };
}

function keysAsTheyAre(directory: TiffDirectory): GeoKeys {
  return {
    directory: [...(directory.numbers('geoKeyDirectory') ?? [])],
    doubles: [...(directory.numbers('geoDoubles') ?? [])],
    text: directory.text('geoAscii') ?? '',
  };
}

/**
 * Yields the entries of a GeoKeyDirectoryTag, as many as its header states but not beyond its end: key, location of the values, number of
 * values, first value.
 */
export function* listGeoKeys(
  directory: ArrayLike<number>,
): Generator<readonly [number, number, number, number]> {
  const end = Math.min(directory.length, 4 + 4 * (directory[3] ?? 0));
  for (let k = 4; k + 4 <= end; k += 4)
    yield [directory[k], directory[k + 1], directory[k + 2], directory[k + 3]];
}

/** Returns the keys that have one number. Short numbers are stored in the directory itself, doubles in a separate tag. */
function readKeys(directory: TiffDirectory): Map<number, number> {
  const entries = directory.numbers('geoKeyDirectory') ?? new Float64Array(0);
  const doubles = directory.numbers('geoDoubles') ?? new Float64Array(0);
  const keys = new Map<number, number>();
  for (const [key, location, , value] of listGeoKeys(entries)) {
    if (location === 0) keys.set(key, value);
    else if (location === 34736 && value < doubles.length) keys.set(key, doubles[value]);
  }
  return keys;
}

export interface Ellipsoid {
  /** m. */
  readonly semiMajor: number;
  /** Squared eccentricity. 0 for a sphere. */
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

/** Keys that define coordinates as longitude and latitude in degrees on WGS 84 (EPSG 4326). Samples are points. */
export const wgs84Keys: GeoKeys = {
  directory: [1, 1, 0, 3, geoKeys.modelType, 0, 1, 2, geoKeys.rasterType, 0, 1, 2, 2048, 0, 1, 4326],
  doubles: [],
  text: '',
};

/**
 * Returns the metres of one degree east and of one degree north at a latitude in degrees, −90..90, from the radii of curvature of the
 * parallel and of the meridian. Snyder 1987, Map Projections, USGS Professional Paper 1395, eq. 4-18 and 4-20.
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
