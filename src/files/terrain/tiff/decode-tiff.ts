import { InputError } from '../../../input-error.ts';
import { halfToNumber } from '../../exr-read.ts';
import { checkRasterSize } from '../terrain-raster.ts';
import { readTiffDirectory, type TiffDirectory } from './tiff-directory.ts';
import { type SampleLayout, undoPredictor } from './undo-predictor.ts';
import { foreignTiffCompressions, tiffCompressions, unpackTiffBlock } from './unpack-block.ts';

/** The picture of a TIFF file. Its samples are still compressed. */
export interface TiffImage {
  readonly directory: TiffDirectory;
  readonly columns: number;
  readonly rows: number;
  readonly samplesPerPixel: number;
  readonly bits: 8 | 16 | 32 | 64;
  readonly format: 'unsigned' | 'signed' | 'float';
  /**
   * Decodes one sample of all pixels, [columns · rows] in the order of the file. `absent` is 1 at pixels of blocks that the file does not
   * contain.
   */
  readSample(sample: number): { readonly values: Float64Array; readonly absent: Uint8Array | null };
}

/**
 * Opens the first full-size picture of a TIFF or BigTIFF: strips or tiles, interleaved or planar samples, integers of 8, 16 and 32 bits,
 * floats of 16, 32 and 64 bits, compression LZW, deflate, PackBits or none, predictors 1, 2 and 3.
 *
 * Throws InputError for damaged data and for unsupported features; the message names the feature.
 */
export function decodeTiff(bytes: Uint8Array, file: string): TiffImage {
  const directory = readTiffDirectory(bytes, file);
  const refuse = (expected: string, found: string, remedy: string): never => {
    throw InputError.at(file, `expected ${expected}, got ${found}: ${remedy}`);
  };
  const columns = directory.number('width', 0);
  const rows = directory.number('height', 0);
  checkRasterSize(columns, rows, file);
  const samplesPerPixel = directory.number('samplesPerPixel', 1);
  if (!(samplesPerPixel >= 1 && samplesPerPixel <= maxSamples))
    refuse(`1 to ${maxSamples} samples a pixel`, String(samplesPerPixel), 'export one band of it');
  if (directory.number('photometric', 1) === 3)
    refuse('numbers', 'a picture with a palette', 'export the heights themselves');
  const { bits, format } = findSampleKind(directory, file);
  const compression = directory.number('compression', 1);
  const packing = tiffCompressions[compression];
  if (!packing) {
    const name = foreignTiffCompressions[compression] ?? `number ${compression}`;
    return refuse(
      'LZW, deflate, PackBits or no compression',
      name,
      'save it with one of these (gdal_translate -co COMPRESS=DEFLATE)',
    );
  }
  const predictor = directory.number('predictor', 1);
  if (predictor !== 1 && predictor !== 2 && !(predictor === 3 && format === 'float'))
    return refuse('predictor 1, 2, or 3 of floats', `predictor ${predictor}`, 'save it without a predictor');
  const blocks = findBlocks(directory, columns, rows, samplesPerPixel, file);
  const bytesPerSample = (bits / 8) as 1 | 2 | 4 | 8;
  const blockSamples = blocks.isApart ? 1 : samplesPerPixel;

  const readSample = (sample: number) => {
    const values = new Float64Array(columns * rows);
    let absent: Uint8Array | null = null;
    const plane = blocks.isApart ? sample * blocks.across * blocks.down : 0;
    const within = blocks.isApart ? 0 : sample;
    for (let k = 0; k < blocks.across * blocks.down; k++) {
      const left = (k % blocks.across) * blocks.width;
      const top = Math.floor(k / blocks.across) * blocks.height;
      const shownColumns = Math.min(blocks.width, columns - left);
      const shownRows = Math.min(blocks.height, rows - top);
      const start = blocks.offsets[plane + k];
      const size = blocks.byteCounts[plane + k];
      if (size === 0) {
        // The block was never written, as in GDAL's sparse files.
        absent ??= new Uint8Array(columns * rows);
        for (let row = top; row < top + shownRows; row++)
          absent.fill(1, row * columns + left, row * columns + left + shownColumns);
        continue;
      }
      // Tiles at the edges have full size, strips do not.
      const layout: SampleLayout = {
        width: blocks.width,
        rows: shownRows,
        samplesPerPixel: blockSamples,
        bytesPerSample,
        isLittleEndian: directory.isLittleEndian,
      };
      const needed = blocks.width * shownRows * blockSamples * bytesPerSample;
      if (!(start + size <= bytes.length) || needed > packing.max * size + 64)
        return refuse(
          'a whole TIFF file',
          `block ${k} of ${size} bytes at ${start} in ${bytes.length}`,
          again,
        );
      const raw = new Uint8Array(needed);
      let written = 0;
      try {
        written = unpackTiffBlock(raw, bytes.subarray(start, start + size), compression);
      } catch (error) {
        return refuse(
          'a whole TIFF file',
          `block ${k} that does not unpack (${(error as Error).message})`,
          again,
        );
      }
      if (written < needed)
        return refuse('a whole TIFF file', `block ${k} that ends after ${written} of ${needed} bytes`, again);
      undoPredictor(raw, layout, predictor);
      const readNumber = createNumberReader(raw, bits, format, directory.isLittleEndian);
      for (let row = 0; row < shownRows; row++) {
        const from = row * blocks.width * blockSamples + within;
        const to = (top + row) * columns + left;
        for (let i = 0; i < shownColumns; i++)
          values[to + i] = readNumber((from + i * blockSamples) * bytesPerSample);
      }
    }
    return { values, absent };
  };
  return { directory, columns, rows, samplesPerPixel, bits, format, readSample };
}

const maxSamples = 64;
const again = 'it is damaged or cut short, export it again';

function findSampleKind(
  directory: TiffDirectory,
  file: string,
): { bits: TiffImage['bits']; format: TiffImage['format'] } {
  const bits = directory.number('bitsPerSample', 1);
  const number = directory.number('sampleFormat', 1);
  const format = ([undefined, 'unsigned', 'signed', 'float'] as const)[number] ?? null;
  const isRead = format === 'float' ? [16, 32, 64].includes(bits) : [8, 16, 32].includes(bits);
  const differs = (tag: 'bitsPerSample' | 'sampleFormat') =>
    directory.numbers(tag)?.some((value, _, all) => value !== all[0]);
  if (format && isRead && !differs('bitsPerSample') && !differs('sampleFormat'))
    return { bits: bits as TiffImage['bits'], format };
  const found = format
    ? `${format === 'float' ? 'floats' : `${format} numbers`} of ${bits} bits`
    : `samples of format ${number}`;
  throw InputError.at(
    file,
    `expected whole numbers of 8, 16 or 32 bits or floats of 16, 32 or 64, all of one type, got ${found}: ` +
      'save it as 32-bit float (gdal_translate -ot Float32)',
  );
}

interface BlockTable {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  readonly down: number;
  /** Whether each sample of a pixel has separate blocks. */
  readonly isApart: boolean;
  readonly offsets: Float64Array;
  readonly byteCounts: Float64Array;
}

function findBlocks(
  directory: TiffDirectory,
  columns: number,
  rows: number,
  samplesPerPixel: number,
  file: string,
): BlockTable {
  const isTiled = directory.numbers('tileWidth') !== null;
  const width = isTiled ? directory.number('tileWidth', 0) : columns;
  const height = isTiled
    ? directory.number('tileHeight', 0)
    : Math.min(rows, directory.number('rowsPerStrip', rows));
  checkRasterSize(width, height, file);
  const across = Math.ceil(columns / width);
  const down = Math.ceil(rows / height);
  const isApart = samplesPerPixel > 1 && directory.number('planarConfiguration', 1) === 2;
  const count = across * down * (isApart ? samplesPerPixel : 1);
  const offsets = directory.numbers(isTiled ? 'tileOffsets' : 'stripOffsets');
  const byteCounts = directory.numbers(isTiled ? 'tileByteCounts' : 'stripByteCounts');
  if (offsets && byteCounts && offsets.length >= count && byteCounts.length >= count)
    return { width, height, across, down, isApart, offsets, byteCounts };
  throw InputError.at(
    file,
    `expected a complete TIFF file, got ${Math.min(offsets?.length ?? 0, byteCounts?.length ?? 0)} of ${count} blocks: ${again}`,
  );
}

/** Returns a function that reads the number at a byte offset. */
function createNumberReader(
  raw: Uint8Array,
  bits: TiffImage['bits'],
  format: TiffImage['format'],
  isLittleEndian: boolean,
): (at: number) => number {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  if (format === 'float') {
    if (bits === 16) return (at) => halfToNumber(view.getUint16(at, isLittleEndian));
    if (bits === 32) return (at) => view.getFloat32(at, isLittleEndian);
    return (at) => view.getFloat64(at, isLittleEndian);
  }
  if (format === 'signed') {
    if (bits === 8) return (at) => view.getInt8(at);
    if (bits === 16) return (at) => view.getInt16(at, isLittleEndian);
    return (at) => view.getInt32(at, isLittleEndian);
  }
  if (bits === 8) return (at) => raw[at];
  if (bits === 16) return (at) => view.getUint16(at, isLittleEndian);
  return (at) => view.getUint32(at, isLittleEndian);
}
