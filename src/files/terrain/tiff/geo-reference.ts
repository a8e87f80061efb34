import { atan, cos, exp, sin } from '../../../math/portable.ts';
import { type GeoKeys, locateOnMap, type MapReference } from '../../../motion/map-reference.ts';
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
  /** Where samples lie on the map, counted in columns and rows once these are turned over as said. */
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

/** EPSG codes of Web Mercator, old ones included. Its scale factor is 1 / cos(latitude): a map metre is shorter than one on the ground. */
const webMercators: ReadonlySet<number> = new Set([3857, 3785, 900913, 102100, 102113]);

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
  const map = orientMap(
    grid,
    { half, columns, rows, isSouthUp, isEastLeft, heightUnit },
    keysAsTheyAre(directory),
  );
  const common = { isSouthUp, isEastLeft, place, map };

  const middle = north + (half + (rows - 1) / 2) * stepNorth;
  const measured =
    keys.get(geoKeys.modelType) === 2
      ? measureDegrees(keys, steps, middle)
      : webMercators.has(keys.get(geoKeys.projectedSystem) ?? 0)
        ? measureWebMercator(steps, middle)
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

/** Steps in metres of Web Mercator, whose scale grows with the latitude. north: of the middle, in the same metres. */
function measureWebMercator(steps: readonly [number, number], north: number): MeasuredSteps {
  const latitude = (2 * atan(exp(north / wgs84.semiMajor)) - Math.PI / 2) * (180 / Math.PI);
  const [east, up] = metresPerDegree(latitude, wgs84Ellipsoid);
  // A degree of longitude has the same length everywhere on this map, one of latitude grows by 1 / cos.
  const mapMetres = (wgs84.semiMajor * Math.PI) / 180;
  const scale = [east / mapMetres, (up * cos((latitude * Math.PI) / 180)) / mapMetres];
  return {
    spacing: [steps[0] * scale[0], steps[1] * scale[1]],
    words:
      `in metres of Web Mercator: made metres on the ground at latitude ${Number(latitude.toFixed(4))}° ` +
      `(× ${Number(scale[0].toFixed(4))} east, × ${Number(scale[1].toFixed(4))} north)`,
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

/** Where a file's own columns and rows lie, in the map's own units, all finite, the steps not zero. */
interface FileGrid {
  /** Of the corner of sample (0, 0). */
  readonly east: number;
  readonly north: number;
  /** Of a step from column to column and from row to row, along and against these. */
  readonly stepEast: number;
  readonly stepNorth: number;
  /** Radians by which columns run off east. */
  readonly turn: number;
  /** East and north of a step from column to column, and from row to row. */
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
  // Columns step by (a, c), rows by (b, d).
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

/** Where samples lie on the map once columns and rows are turned over. half: of a step, from a sample's corner to its middle. */
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

/** The entries of a GeoKeyDirectoryTag, as many as its header says and it holds: key, where its values are, how many, the first. */
export function* listGeoKeys(
  directory: ArrayLike<number>,
): Generator<readonly [number, number, number, number]> {
  const end = Math.min(directory.length, 4 + 4 * (directory[3] ?? 0));
  for (let k = 4; k + 4 <= end; k += 4)
    yield [directory[k], directory[k + 1], directory[k + 2], directory[k + 3]];
}

/** Keys with one number: short ones stand in the directory itself, doubles in a tag of their own. */
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

/** Keys of longitude and latitude in degrees on WGS 84 (EPSG 4326); samples are points. */
export const wgs84Keys: GeoKeys = {
  directory: [1, 1, 0, 3, geoKeys.modelType, 0, 1, 2, geoKeys.rasterType, 0, 1, 2, 2048, 0, 1, 4326],
  doubles: [],
  text: '',
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
