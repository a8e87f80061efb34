/**
 * An affine map from positions (x, z) to map coordinates (east, north) in the map's own units, such as metres, feet or degrees. For a
 * terrain, x and z are in samples (columns and rows); for a ground, in metres of the world.
 */
export interface MapReference {
  /** East and north at x = 0, z = 0. */
  readonly origin: readonly [east: number, north: number];
  /** Change of east and north per step along x. */
  readonly alongX: readonly [east: number, north: number];
  /** Change of east and north per step along z. */
  readonly alongZ: readonly [east: number, north: number];
  /** Metres per unit of height of the map. */
  readonly heightUnit: number;
  /** Offset that was added to the map's heights, m. */
  readonly heightShift: number;
  readonly keys: GeoKeys;
}

/**
 * The GeoTIFF keys that define a coordinate system, as they are in the tags of a file; empty if the coordinate system is not known. OGC
 * 19-008.
 */
export interface GeoKeys {
  /** GeoKeyDirectoryTag: a header of four numbers, then four for each key. */
  readonly directory: readonly number[];
  /** GeoDoubleParamsTag. */
  readonly doubles: readonly number[];
  /** GeoAsciiParamsTag. */
  readonly text: string;
}

/** No keys: the coordinate system is not known. */
export const noGeoKeys: GeoKeys = { directory: [], doubles: [], text: '' };

/** Returns east and north of a position. */
export function locateOnMap(
  { origin, alongX, alongZ }: Pick<MapReference, 'origin' | 'alongX' | 'alongZ'>,
  x: number,
  z: number,
): [east: number, north: number] {
  return [origin[0] + x * alongX[0] + z * alongZ[0], origin[1] + x * alongX[1] + z * alongZ[1]];
}

/**
 * Returns the reference of a ground, derived from the reference of its terrain. first: world x and z of sample (0, 0), m. spacing: metres
 * between samples. shift: offset that the ground adds to the terrain's heights, m.
 */
export function referToWorld(
  map: MapReference,
  first: readonly [x: number, z: number],
  spacing: readonly [x: number, z: number],
  shift: number,
): MapReference {
  const perMetre = ([east, north]: readonly [number, number], step: number) =>
    [east / step, north / step] as const;
  const alongX = perMetre(map.alongX, spacing[0]);
  const alongZ = perMetre(map.alongZ, spacing[1]);
  return {
    ...map,
    alongX,
    alongZ,
    origin: locateOnMap({ origin: map.origin, alongX, alongZ }, -first[0], -first[1]),
    heightShift: map.heightShift + shift,
  };
}

/**
 * Returns the offset that converts positions of the world (x, y, z), m, to east, height and −north on the map. Null if the map is rotated
 * or not in metres.
 */
export function offsetOnMap({
  origin,
  alongX,
  alongZ,
  heightUnit,
  heightShift,
}: MapReference): [x: number, y: number, z: number] | null {
  const steps = [...alongX, ...alongZ, heightUnit];
  const isMetric = [1, 0, 0, -1, 1].every((step, k) => Math.abs(steps[k] - step) < 1e-9);
  return isMetric ? [origin[0], 0 - heightShift, 0 - origin[1]] : null;
}

/**
 * Returns the reference of a map whose columns run east and whose rows run south, with heights in metres. origin: east and north of sample
 * (0, 0). steps: map units from column to column and from row to row, both above 0.
 */
export function createNorthUpMap(
  origin: readonly [east: number, north: number],
  steps: readonly [east: number, south: number],
  keys: GeoKeys,
): MapReference {
  return { origin, alongX: [steps[0], 0], alongZ: [0, -steps[1]], heightUnit: 1, heightShift: 0, keys };
}

/** The reference of a ground without a map: east is +X and north is −Z, in metres of the world. */
export const worldReference: MapReference = createNorthUpMap([0, 0], [1, 1], noGeoKeys);
