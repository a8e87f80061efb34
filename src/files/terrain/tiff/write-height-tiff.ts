import { zlibSync } from 'fflate';
import { type GeoKeys, locateOnMap, type MapReference } from '../../../motion/map-reference.ts';
import { geoKeys, listGeoKeys } from './geo-reference.ts';
import { tiffTags } from './tiff-directory.ts';

export interface HeightTiff {
  readonly columns: number;
  readonly rows: number;
  /** Heights in the map's unit, row by row, north up, [columns · rows]. `noHeight` outside of the ground. */
  readonly heights: Float32Array;
  /** Positions of the samples on the map, which counts in columns and rows. */
  readonly map: Pick<MapReference, 'origin' | 'alongX' | 'alongZ' | 'keys'>;
  /** Text of the tag ImageDescription; ASCII. */
  readonly description: string;
}

/** The value of samples without a height. It is written to the tag GDAL_NODATA. */
export const noHeight = -9999;

/** Approximate size of a strip before compression, bytes. */
const stripBytes = 2 ** 16;

const imageDescription = 270;
const deflate = 8;
const floatPredictor = 3;
const floatSamples = 3;
/** Value of RasterPixelIsArea. Programs interpret it more consistently than RasterPixelIsPoint. */
const pixelIsArea = 1;

type Field =
  | readonly [tag: number, type: 'short' | 'long' | 'double', values: readonly number[]]
  | readonly [tag: number, type: 'ascii', text: string];

const fieldTypes = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

/**
 * Encodes a GeoTIFF: one channel of 32-bit floats, little-endian, in strips compressed with deflate and predictor 3. The
 * georeference is written in doubles: ModelPixelScale and ModelTiepoint for a north-up map, ModelTransformation for a rotated one.
 * TIFF 6.0; OGC 19-008.
 */
export function encodeHeightTiff({
  columns,
  rows,
  heights,
  map,
  description,
}: HeightTiff): Uint8Array<ArrayBuffer> {
  const rowsPerStrip = Math.max(1, Math.floor(stripBytes / (4 * columns)));
  const strips: Uint8Array[] = [];
  for (let row = 0; row < rows; row += rowsPerStrip) {
    const end = Math.min(rows, row + rowsPerStrip);
    strips.push(zlibSync(predictFloats(heights.subarray(row * columns, end * columns), columns)));
  }
  let at = 8;
  const offsets = strips.map(({ length }) => {
    const start = at;
    at += length + (length % 2);
    return start;
  });
  const fields: Field[] = [
    [tiffTags.width, 'long', [columns]],
    [tiffTags.height, 'long', [rows]],
    [tiffTags.bitsPerSample, 'short', [32]],
    [tiffTags.compression, 'short', [deflate]],
    [tiffTags.photometric, 'short', [1]],
    [imageDescription, 'ascii', description],
    [tiffTags.stripOffsets, 'long', offsets],
    [tiffTags.samplesPerPixel, 'short', [1]],
    [tiffTags.rowsPerStrip, 'long', [rowsPerStrip]],
    [tiffTags.stripByteCounts, 'long', strips.map(({ length }) => length)],
    [tiffTags.planarConfiguration, 'short', [1]],
    [tiffTags.predictor, 'short', [floatPredictor]],
    [tiffTags.sampleFormat, 'short', [floatSamples]],
    ...placeFields(map),
    ...keyFields(map.keys),
    [tiffTags.gdalNoData, 'ascii', String(noHeight)],
  ];
  return assemble(fields, strips, offsets, at);
}

/**
 * Applies predictor 3: the bytes of a row are sorted by significance from highest to lowest, then replaced by the differences of
 * neighbouring bytes.
 */
function predictFloats(heights: Float32Array, columns: number): Uint8Array {
  const out = new Uint8Array(4 * heights.length);
  const word = new Uint8Array(4);
  const wordView = new DataView(word.buffer);
  for (let first = 0; first < heights.length; first += columns) {
    for (let k = 0; k < columns; k++) {
      // Big-endian, whatever the machine.
      wordView.setFloat32(0, heights[first + k]);
      for (let b = 0; b < 4; b++) out[4 * first + b * columns + k] = word[b];
    }
    for (let k = 4 * columns - 1; k > 0; k--) out[4 * first + k] -= out[4 * first + k - 1];
  }
  return out;
}

/** Returns the georeference of the outer corner of the first pixel, half a step before its centre. */
function placeFields(map: HeightTiff['map']): Field[] {
  const { alongX, alongZ } = map;
  const [east, north] = locateOnMap(map, -0.5, -0.5);
  if (alongX[0] > 0 && alongX[1] === 0 && alongZ[0] === 0 && alongZ[1] < 0) {
    return [
      [tiffTags.modelPixelScale, 'double', [alongX[0], -alongZ[1], 0]],
      [tiffTags.modelTiepoint, 'double', [0, 0, 0, east, north, 0]],
    ];
  }
  const matrix = [alongX[0], alongZ[0], 0, east, alongX[1], alongZ[1], 0, north, 0, 0, 0, 0, 0, 0, 0, 1];
  return [[tiffTags.modelTransformation, 'double', matrix]];
}

/** Returns the map's keys, with the raster type set to RasterPixelIsArea. */
function keyFields({ directory, doubles, text }: GeoKeys): Field[] {
  const [version = 1, revision = 1, minor = 0] = directory;
  const keys: number[][] = [];
  // Keys of damaged files may refer to values that are missing.
  const lengths: Readonly<Record<number, number>> = {
    [tiffTags.geoDoubles]: doubles.length,
    [tiffTags.geoAscii]: text.length,
  };
  for (const [key, location, count, value] of listGeoKeys(directory)) {
    const isWhole = location === 0 || value + count <= (lengths[location] ?? 0);
    if (key !== geoKeys.rasterType && isWhole) keys.push([key, location, count, value]);
  }
  keys.push([geoKeys.rasterType, 0, 1, pixelIsArea]);
  keys.sort((a, b) => a[0] - b[0]);
  return [
    [tiffTags.geoKeyDirectory, 'short', [version, revision, minor, keys.length, ...keys.flat()]],
    ...(doubles.length > 0 ? ([[tiffTags.geoDoubles, 'double', doubles]] as const) : []),
    ...(text ? ([[tiffTags.geoAscii, 'ascii', text]] as const) : []),
  ];
}

/** Lays out the file: header, strips, directory, then values that do not fit into directory entries. */
function assemble(
  fields: readonly Field[],
  strips: readonly Uint8Array[],
  offsets: readonly number[],
  directoryAt: number,
): Uint8Array<ArrayBuffer> {
  const entries = [...fields].sort((a, b) => a[0] - b[0]);
  const sizeOf = ([, type, values]: Field) =>
    (values.length + (type === 'ascii' ? 1 : 0)) * fieldTypes[type][1];
  let extra = directoryAt + 2 + 12 * entries.length + 4;
  const total = entries.reduce(
    (sum, field) => sum + (sizeOf(field) > 4 ? sizeOf(field) + (sizeOf(field) % 2) : 0),
    extra,
  );
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  out.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directoryAt, true);
  strips.forEach((strip, k) => {
    out.set(strip, offsets[k]);
  });
  view.setUint16(directoryAt, entries.length, true);
  entries.forEach((field, k) => {
    const [tag, type, values] = field;
    const entry = directoryAt + 2 + 12 * k;
    const size = sizeOf(field);
    const [number, step] = fieldTypes[type];
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, number, true);
    view.setUint32(entry + 4, size / step, true);
    let where = entry + 8;
    if (size > 4) {
      view.setUint32(where, extra, true);
      where = extra;
      extra += size + (size % 2);
    }
    if (typeof values === 'string') {
      for (let i = 0; i < values.length; i++) out[where + i] = values.charCodeAt(i) & 255;
      return;
    }
    for (const value of values) {
      if (type === 'short') view.setUint16(where, value, true);
      else if (type === 'long') view.setUint32(where, value, true);
      else view.setFloat64(where, value, true);
      where += step;
    }
  });
  return out;
}
