import type { TerrainHints } from '../../motion/terrain.ts';
import { chooseChannel, maskClear } from './choose-channel.ts';
import { joinMasks, maskUnknown } from './mask-unknown.ts';
import type { TerrainRaster } from './terrain-raster.ts';
import { decodeTiff, type TiffImage } from './tiff/decode-tiff.ts';
import { readGeoReference } from './tiff/geo-reference.ts';

/**
 * Returns the heights of a TIFF or GeoTIFF, in metres, north at −Z. Unknown samples (GDAL_NODATA), NaN and infinite samples, and blocks
 * that were never written are masked first. Statistics in the tags of the file are ignored.
 *
 * Unsigned integers of 8 and 16 bits are levels if `hints.high` is given, as in a PNG. Otherwise they are heights.
 */
export function readTiffRaster(bytes: Uint8Array, file: string, hints: TerrainHints): TerrainRaster {
  const image = decodeTiff(bytes, file);
  const { directory, columns, rows, bits, format } = image;
  const { values, absent, channel, warnings: choice } = readHeights(image, file, hints);
  const unknown = maskUnknown(values, readNoData(image));
  const mask = joinMasks(unknown.mask, absent);
  const reference = readGeoReference(directory, columns, rows);
  const warnings = [...choice, ...unknown.warnings, ...(reference?.warnings ?? [])];
  const isLevels = hints.high !== undefined && format === 'unsigned' && bits <= 16;
  let step: number | null = null;
  if (!isLevels) {
    const { scale, offset } = readMeaning(directory.text('gdalMetadata') ?? '', channel);
    const unit = reference?.map.heightUnit ?? 1;
    if (scale !== 1 || offset !== 0 || unit !== 1)
      for (let k = 0; k < values.length; k++) values[k] = (values[k] * scale + offset) * unit;
    if (scale !== 1 || offset !== 0)
      warnings.push(`a height is its number times ${scale} plus ${offset}, as the file says`);
    if (format !== 'float') step = Math.abs(scale * unit);
  }
  if (directory.hasMaskBeside)
    warnings.push('a mask that is a separate picture in the file is not supported: write it as GDAL_NODATA');
  if (!reference && directory.number('orientation', 1) !== 1)
    warnings.push('its orientation tag is ignored: the first row is the far edge');
  for (const part of [values, mask]) {
    if (part && reference?.isSouthUp) turnRows(part, columns, rows);
    if (part && reference?.isEastLeft)
      for (let k = 0; k < part.length; k += columns) part.subarray(k, k + columns).reverse();
  }
  const position = reference && positionOf(reference.position, reference, columns, rows);
  return {
    kind: `${reference ? 'GeoTIFF' : 'TIFF'} (${describeSamples(image)})`,
    columns,
    rows,
    values,
    mask,
    levels: isLevels ? 2 ** bits - 1 : null,
    range: null,
    step,
    datum: null,
    spacing: reference?.spacing ?? null,
    origin: null,
    position,
    // If the samples are levels, the hints define their heights in metres.
    map: reference && (isLevels ? { ...reference.map, heightUnit: 1 } : reference.map),
    warnings,
  };
}

function describeSamples({ bits, format, directory }: TiffImage): string {
  const text = format === 'float' ? `${bits}-bit float` : `${bits}-bit ${format}`;
  return directory.isLittleEndian ? text : `${text}, big-endian`;
}

function readHeights(
  image: TiffImage,
  file: string,
  hints: TerrainHints,
): { values: Float64Array; absent: Uint8Array | null; channel: number; warnings: string[] } {
  const { samplesPerPixel } = image;
  if (samplesPerPixel === 1) return { ...image.readSample(0), channel: 0, warnings: [] };
  const asked = hints.channel ?? 'auto';
  // The values 1 and 2 mean that the first sample after the colours is opacity.
  const hasOpacity = [1, 2].includes(image.directory.number('extraSamples', 0));
  const names =
    samplesPerPixel === 2 && hasOpacity ? ['Y', 'A'] : ['R', 'G', 'B', 'A'].slice(0, samplesPerPixel);
  const channels = names.map((name, index) => ({ name, index, ...image.readSample(index) }));
  const { channel, warnings } = chooseChannel(channels, asked, file);
  const clear = hasOpacity ? maskClear(channels, asked) : null;
  return {
    values: channel.values,
    absent: joinMasks(clear, channel.absent),
    channel: channel.index,
    warnings,
  };
}

/** Returns the number that marks unknown samples, rounded to the sample type of the file. */
function readNoData({ directory, format, bits }: TiffImage): number | null {
  const text = directory.text('gdalNoData')?.trim();
  if (!text) return null;
  const value = Number(text);
  if (Number.isNaN(value)) return null;
  return format === 'float' && bits === 32 ? Math.fround(value) : value;
}

/** Reads scale and offset from GDAL's metadata: `<Item name="SCALE" sample="0" role="scale">0.1</Item>`. */
function readMeaning(metadata: string, channel: number): { scale: number; offset: number } {
  const numberOf = (role: string, otherwise: number) => {
    for (const [, attributes, text] of metadata.matchAll(/<Item([^<>]*)>([^<>]*)</g)) {
      const isOurs = attributes.includes(`role="${role}"`) && attributes.includes(`sample="${channel}"`);
      const value = Number(text);
      if (isOurs && text.trim() !== '' && Number.isFinite(value)) return value;
    }
    return otherwise;
  };
  const scale = numberOf('scale', 1);
  return { scale: scale === 0 ? 1 : scale, offset: numberOf('offset', 0) };
}

function turnRows(values: Float64Array | Uint8Array, columns: number, rows: number): void {
  const row = values.slice(0, columns);
  for (let top = 0, bottom = rows - 1; top < bottom; top++, bottom--) {
    row.set(values.subarray(top * columns, (top + 1) * columns));
    values.copyWithin(top * columns, bottom * columns, (bottom + 1) * columns);
    values.set(row, bottom * columns);
  }
}

/**
 * Converts a position. The input is in samples east and north of the file's first sample, the result in samples east and south of the first
 * sample of the terrain.
 */
function positionOf(
  [alongEast, alongNorth]: readonly [number, number],
  { isSouthUp, isEastLeft }: { readonly isSouthUp: boolean; readonly isEastLeft: boolean },
  columns: number,
  rows: number,
): readonly [number, number] {
  // A step to the east or to the south counts as +1. If the rows of a file run north, north counts as +1 instead.
  const x = isEastLeft ? -(alongEast + columns - 1) : alongEast;
  const z = isSouthUp ? -(alongNorth + rows - 1) : alongNorth;
  return [x, z];
}
