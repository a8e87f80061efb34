import { InputError } from '../../input-error.ts';
import { createNorthUpMap } from '../../motion/map-reference.ts';
import type { TerrainRaster } from './terrain-raster.ts';
import { metresPerDegree, wgs84Ellipsoid, wgs84Keys } from './tiff/geo-reference.ts';

/** Maps the size of the file in bytes to the number of samples along a side of one degree. */
const sides: ReadonlyMap<number, number> = new Map([1201, 3601].map((side) => [2 * side * side, side]));
/** The height of unknown samples. */
const unknown = -32768;

/**
 * Reads a tile of the Shuttle Radar Topography Mission (.hgt): big-endian integer metres, one square degree, from the north edge. The name
 * of the file states the position of the south-west corner (`N37W122.hgt`), which also determines the spacing.
 *
 * Throws InputError for other sizes than 1201 × 1201 and 3601 × 3601, and for names without a position.
 */
export function readHgt(bytes: Uint8Array, file: string): TerrainRaster {
  const side = sides.get(bytes.length);
  if (side === undefined) {
    throw InputError.at(
      file,
      `expected ${[...sides.keys()].join(' or ')} bytes (1201 × 1201 or 3601 × 3601 heights), got ${bytes.length}: the file is cut short or not an SRTM tile`,
    );
  }
  const corner = /([NS])(\d{2})([EW])(\d{3})[^/\\]*$/i.exec(file);
  if (!corner) {
    throw InputError.at(
      file,
      'expected a name with the position, such as N37W122.hgt (the south-west corner), got none: the spacing of samples depends on the latitude',
    );
  }
  const south = Number(corner[2]) * (corner[1].toUpperCase() === 'S' ? -1 : 1);
  const west = Number(corner[4]) * (corner[3].toUpperCase() === 'W' ? -1 : 1);
  if (south < -90 || south > 89 || Math.abs(west) > 180)
    throw InputError.at(file, `expected a name with a latitude and a longitude, got ${corner[0]}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(side * side);
  const mask = new Uint8Array(side * side);
  for (let k = 0; k < values.length; k++) {
    values[k] = view.getInt16(2 * k);
    if (values[k] === unknown) mask[k] = 1;
  }
  const [east, north] = metresPerDegree(south + 0.5, wgs84Ellipsoid);
  const steps = side - 1;
  return {
    kind: 'SRTM tile',
    columns: side,
    rows: side,
    values,
    mask: mask.includes(1) ? mask : null,
    levels: null,
    range: null,
    step: 1,
    datum: null,
    spacing: [east / steps, north / steps],
    origin: null,
    position: [west * steps, -(south + 1) * steps],
    map: createNorthUpMap([west, south + 1], [1 / steps, 1 / steps], wgs84Keys),
    warnings: [`one square degree: converted to metres at latitude ${south + 0.5}°`],
  };
}
