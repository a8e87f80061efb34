/**
 * How positions become the coordinates of a map, east and north, in the map's own units (metres, feet, degrees): along two axes, x
 * (columns, east on most maps) and z (rows, south on most maps). A terrain counts them in samples, a ground in metres of the world.
 */
export interface MapReference {
  /** East and north of x = 0, z = 0. */
  readonly origin: readonly [east: number, north: number];
  /** What one step along x adds to east and north. */
  readonly alongX: readonly [east: number, north: number];
  /** What one step along z adds to them. */
  readonly alongZ: readonly [east: number, north: number];
  /** Metres to the map's unit of height. */
  readonly heightUnit: number;
  /** What was added to the map's heights to get ours, m. */
  readonly heightShift: number;
  readonly keys: GeoKeys;
}

/** The keys of a GeoTIFF that name its coordinate system, as its tags hold them; empty where it is not known. OGC 19-008. */
export interface GeoKeys {
  /** GeoKeyDirectoryTag: a header of four numbers, then four for each key. */
  readonly directory: readonly number[];
  /** GeoDoubleParamsTag. */
  readonly doubles: readonly number[];
  /** GeoAsciiParamsTag. */
  readonly text: string;
}

/** The keys of a map of which nobody says what its coordinates mean. */
export const noGeoKeys: GeoKeys = { directory: [], doubles: [], text: '' };

/** East and north of a position. */
export function locateOnMap(
  { origin, alongX, alongZ }: Pick<MapReference, 'origin' | 'alongX' | 'alongZ'>,
  x: number,
  z: number,
): [east: number, north: number] {
  return [origin[0] + x * alongX[0] + z * alongZ[0], origin[1] + x * alongX[1] + z * alongZ[1]];
}

/**
 * The reference of a ground from that of its terrain. first: world x and z of sample (0, 0), m. spacing: metres between samples.
 * shift: what the ground adds to the terrain's heights, m.
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

/** The reference of a ground that no map tells about: east is +X, north is −Z, in metres of the world. */
export const worldReference: MapReference = {
  origin: [0, 0],
  alongX: [1, 0],
  alongZ: [0, -1],
  heightUnit: 1,
  heightShift: 0,
  keys: noGeoKeys,
};
