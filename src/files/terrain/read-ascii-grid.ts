import { InputError } from '../../input-error.ts';
import { createNorthUpMap, noGeoKeys } from '../../motion/map-reference.ts';
import { lettersOf } from '../letters.ts';
import { maskUnknown } from './mask-unknown.ts';
import { checkRasterSize, type TerrainRaster } from './terrain-raster.ts';
import { metresPerDegree, wgs84Ellipsoid, wgs84Keys } from './tiff/geo-reference.ts';

/** Returns whether a file is an Esri ASCII grid (.asc), which begins with the keyword `ncols`. */
export function isAsciiGrid(bytes: Uint8Array): boolean {
  return /^\s*ncols\s+\d/i.test(lettersOf(bytes.subarray(0, 64)));
}

/** Maximum cell size in degrees. A smaller cell size is in degrees if the corner is within the limits of longitude and latitude. */
const maxDegreeCell = 0.2;

/**
 * Reads an Esri ASCII grid: lines `ncols`, `nrows`, `xllcorner` or `xllcenter`, `yllcorner` or `yllcenter`, `cellsize`, optionally
 * `NODATA_value`, then heights in metres from the north edge, row by row. Cells in degrees are converted to metres at the latitude of the
 * middle.
 *
 * Throws InputError with the invalid word, and for more samples than `terrainSampleLimit`.
 */
export function readAsciiGrid(bytes: Uint8Array, file: string): TerrainRaster {
  const text = new TextDecoder().decode(bytes);
  const tokens = text.matchAll(/\S+/g);
  const next = () => tokens.next().value?.[0] as string | undefined;
  const header = new Map<string, number>();
  let first: string | undefined;
  for (;;) {
    const word = next();
    if (word === undefined || !/^[a-z_]/i.test(word) || /^nan$/i.test(word)) {
      first = word;
      break;
    }
    const value = next();
    if (value === undefined || !Number.isFinite(Number(value)))
      throw InputError.at(file, `expected a number after ${word}, got ${value ?? 'the end of the file'}`);
    header.set(word.toLowerCase(), Number(value));
  }
  const need = (name: string): number => {
    const value = header.get(name);
    if (value !== undefined) return value;
    throw InputError.at(
      file,
      `expected ${name} in the header of an ASCII grid, got ${[...header.keys()].join(', ') || 'none'}`,
    );
  };
  const [columns, rows] = [need('ncols'), need('nrows')];
  if (!Number.isInteger(columns) || !Number.isInteger(rows))
    throw InputError.at(file, `expected whole numbers ncols and nrows, got ${columns} and ${rows}`);
  checkRasterSize(columns, rows, file);
  const [stepX, stepY] = [header.get('dx') ?? need('cellsize'), header.get('dy') ?? need('cellsize')];
  if (!(stepX > 0 && stepY > 0)) throw InputError.at(file, `expected a cellsize > 0, got ${stepX}`);

  const values = new Float64Array(columns * rows);
  for (let k = 0; k < values.length; k++) {
    const word = k === 0 ? first : next();
    const value = Number(word);
    if (word === undefined || (Number.isNaN(value) && !/^nan$/i.test(word))) {
      throw InputError.at(
        file,
        `expected ${values.length} heights (${columns} × ${rows}), got ${word === undefined ? `${k}, then the end of the file` : `"${word.slice(0, 40)}" as number ${k + 1}`}` +
          (word?.includes(',') ? '; write decimals with a point' : ''),
      );
    }
    values[k] = value;
  }
  if (next() !== undefined)
    throw InputError.at(file, `expected ${values.length} heights (${columns} × ${rows}), got more`);

  const west = header.get('xllcenter') ?? need('xllcorner') + stepX / 2;
  const south = header.get('yllcenter') ?? need('yllcorner') + stepY / 2;
  const north = south + (rows - 1) * stepY;
  const isDegrees = stepX <= maxDegreeCell && Math.abs(west) <= 360 && Math.abs(north) <= 90;
  const latitude = (south + north) / 2;
  const [east, up] = isDegrees ? metresPerDegree(latitude, wgs84Ellipsoid) : [1, 1];
  const unknown = maskUnknown(values, header.get('nodata_value') ?? null);
  const spacing = [stepX * east, stepY * up] as const;
  const isPossible = spacing.every((step) => step >= 1e-6 && step <= 1e6);
  const warnings = [...unknown.warnings];
  if (isDegrees)
    warnings.push(
      `its cells are in degrees: converted to metres at latitude ${Number(latitude.toFixed(4))}°`,
    );
  if (!isPossible) warnings.push('the sample spacing that it states is impossible: set terrainSpacing');
  return {
    kind: 'ASCII grid',
    columns,
    rows,
    values,
    mask: unknown.mask,
    levels: null,
    range: null,
    step: null,
    datum: null,
    spacing: isPossible ? spacing : null,
    origin: null,
    position: [west / stepX, -north / stepY],
    // An ASCII grid does not name its coordinate system; degrees are interpreted as WGS 84, as in the spacing above.
    map: createNorthUpMap([west, north], [stepX, stepY], isDegrees ? wgs84Keys : noGeoKeys),
    warnings,
  };
}
