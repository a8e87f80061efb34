import { zlibSync } from 'fflate';
import { numberToHalf } from '../../exr.ts';
import { tiffTags } from '../tiff/tiff-directory.ts';
import { packLzw } from './pack-lzw.ts';

export interface TiffSpec {
  readonly columns: number;
  readonly rows: number;
  /** One list of values [columns · rows] for each sample of a pixel. */
  readonly samples: readonly ArrayLike<number>[];
  readonly bits?: 8 | 16 | 32 | 64;
  readonly format?: 'unsigned' | 'signed' | 'float';
  readonly isBigEndian?: boolean;
  /** BigTIFF. */
  readonly isBig?: boolean;
  readonly compression?: 'none' | 'LZW' | 'deflate' | 'PackBits';
  readonly predictor?: 1 | 2 | 3;
  /** Width and height of tiles. Absent: the picture is stored in strips. */
  readonly tile?: readonly [number, number];
  readonly rowsPerStrip?: number;
  /** Whether each sample of a pixel has separate blocks (planar). */
  readonly isApart?: boolean;
  /** Indices of blocks that are omitted, as in sparse files. */
  readonly sparse?: readonly number[];
  /** Values of additional tags, by tag number: lists of numbers (`doubles`, `shorts`) or text (`text`). */
  readonly doubles?: Readonly<Record<number, readonly number[]>>;
  readonly shorts?: Readonly<Record<number, readonly number[]>>;
  readonly text?: Readonly<Record<number, string>>;
}

/** The supported compressions, as numbers of the format. */
const compressions = { none: 1, LZW: 5, deflate: 8, PackBits: 32773 } as const;
const formats = { unsigned: 1, signed: 2, float: 3 } as const;

/** Writes a TIFF, by default 32-bit floats in one strip. */
export function writeTiff(spec: TiffSpec): Uint8Array {
  const { columns, rows, samples, bits = 32, format = 'float', compression = 'none', predictor = 1 } = spec;
  const { isApart = false, isBig = false, tile, rowsPerStrip = rows, sparse = [] } = spec;
  const [width, height] = tile ?? [columns, rowsPerStrip];
  const blocks: Uint8Array[] = [];
  for (const plane of isApart ? samples.map((sample) => [sample]) : [samples]) {
    for (let top = 0; top < rows; top += height) {
      for (let left = 0; left < columns; left += width) {
        const blockRows = tile ? height : Math.min(height, rows - top);
        const raw = encodeBlock(spec, plane, left, top, width, blockRows);
        blocks.push(sparse.includes(blocks.length) ? new Uint8Array(0) : pack(raw, compression));
      }
    }
  }
  const count = samples.length;
  const entries: [
    tag: number,
    type: 'shorts' | 'longs' | 'doubles' | 'text',
    values: readonly number[] | string,
  ][] = [
    [tiffTags.width, 'longs', [columns]],
    [tiffTags.height, 'longs', [rows]],
    [tiffTags.bitsPerSample, 'shorts', samples.map(() => bits)],
    [tiffTags.compression, 'shorts', [compressions[compression]]],
    [tiffTags.photometric, 'shorts', [count >= 3 ? 2 : 1]],
    [tiffTags.samplesPerPixel, 'shorts', [count]],
    [tiffTags.planarConfiguration, 'shorts', [isApart ? 2 : 1]],
    [tiffTags.predictor, 'shorts', [predictor]],
    [tiffTags.sampleFormat, 'shorts', samples.map(() => formats[format])],
  ];
  if (tile) entries.push([tiffTags.tileWidth, 'shorts', [width]], [tiffTags.tileHeight, 'shorts', [height]]);
  else entries.push([tiffTags.rowsPerStrip, 'longs', [rowsPerStrip]]);
  const sizes = blocks.map((block) => block.length);
  // The blocks come first, after the header.
  let at = isBig ? 16 : 8;
  const offsets = sizes.map((size) => {
    const start = size > 0 ? at : 0;
    at += size + (size % 2);
    return start;
  });
  entries.push([tile ? tiffTags.tileOffsets : tiffTags.stripOffsets, 'longs', offsets]);
  entries.push([tile ? tiffTags.tileByteCounts : tiffTags.stripByteCounts, 'longs', sizes]);
  for (const [tag, values] of Object.entries(spec.shorts ?? {}))
    entries.push([Number(tag), 'shorts', values]);
  for (const [tag, values] of Object.entries(spec.doubles ?? {}))
    entries.push([Number(tag), 'doubles', values]);
  for (const [tag, values] of Object.entries(spec.text ?? {})) entries.push([Number(tag), 'text', values]);
  return assemble(
    spec,
    blocks,
    offsets,
    at,
    entries.sort((a, b) => a[0] - b[0]),
  );
}

const typeNumbers = { shorts: 3, longs: 4, doubles: 12, text: 2 } as const;
const typeSizes = { shorts: 2, longs: 4, doubles: 8, text: 1 } as const;

function assemble(
  { isBig = false, isBigEndian = false }: TiffSpec,
  blocks: readonly Uint8Array[],
  offsets: readonly number[],
  directoryAt: number,
  entries: readonly (readonly [number, keyof typeof typeNumbers, readonly number[] | string])[],
): Uint8Array {
  const little = !isBigEndian;
  const fieldBytes = isBig ? 8 : 4;
  const entryBytes = isBig ? 20 : 12;
  let extra = directoryAt + (isBig ? 8 : 2) + entries.length * entryBytes + fieldBytes;
  const total = entries.reduce((sum, [, type, values]) => {
    const length = type === 'text' ? values.length + 1 : values.length;
    const size = length * typeSizes[type];
    return sum + (size > fieldBytes ? size + (size % 2) : 0);
  }, extra);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  const field = (where: number, value: number) => {
    if (isBig) view.setBigUint64(where, BigInt(value), little);
    else view.setUint32(where, value, little);
  };
  out.set(isBigEndian ? [77, 77] : [73, 73]);
  view.setUint16(2, isBig ? 43 : 42, little);
  if (isBig) view.setUint16(4, 8, little);
  field(isBig ? 8 : 4, directoryAt);
  for (const [k, block] of blocks.entries()) if (block.length > 0) out.set(block, offsets[k]);
  if (isBig) field(directoryAt, entries.length);
  else view.setUint16(directoryAt, entries.length, little);
  let at = directoryAt + (isBig ? 8 : 2);
  for (const [tag, type, list] of entries) {
    const values = typeof list === 'string' ? [...new TextEncoder().encode(list), 0] : list;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, typeNumbers[type], little);
    field(at + 4, values.length);
    const size = values.length * typeSizes[type];
    let where = at + 4 + fieldBytes;
    if (size > fieldBytes) {
      field(where, extra);
      where = extra;
      extra += size + (size % 2);
    }
    for (const value of values) {
      if (type === 'shorts') view.setUint16(where, value, little);
      else if (type === 'longs') view.setUint32(where, value, little);
      else if (type === 'doubles') view.setFloat64(where, value, little);
      else out[where] = value;
      where += typeSizes[type];
    }
    at += entryBytes;
  }
  return out;
}

function encodeBlock(
  spec: TiffSpec,
  plane: readonly ArrayLike<number>[],
  left: number,
  top: number,
  width: number,
  height: number,
): Uint8Array {
  const { columns, rows, bits = 32, format = 'float', predictor = 1, isBigEndian = false } = spec;
  const bytes = bits / 8;
  const raw = new Uint8Array(width * height * plane.length * bytes);
  const view = new DataView(raw.buffer);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      // Outside the picture, a tile repeats the last row and column.
      const from = Math.min(rows - 1, top + j) * columns + Math.min(columns - 1, left + i);
      for (const [c, sample] of plane.entries())
        writeNumber(
          view,
          ((j * width + i) * plane.length + c) * bytes,
          sample[from],
          bits,
          format,
          !isBigEndian,
        );
    }
  }
  if (predictor === 2) takeDifferences(raw, width * plane.length, plane.length, bytes, isBigEndian);
  if (predictor === 3) takeFloatDifferences(raw, width * plane.length, plane.length, bytes, isBigEndian);
  return raw;
}

function writeNumber(
  view: DataView,
  at: number,
  value: number,
  bits: number,
  format: string,
  little: boolean,
): void {
  if (format === 'float') {
    if (bits === 16) view.setUint16(at, numberToHalf(value), little);
    else if (bits === 32) view.setFloat32(at, value, little);
    else view.setFloat64(at, value, little);
  } else if (bits === 8) view.setInt8(at, value);
  else if (bits === 16) view.setInt16(at, value, little);
  else view.setInt32(at, value, little);
}

/**
 * Replaces each number of a row by its difference from the number `step` before. Works from right to left, so that it reads only original
 * values.
 */
function takeDifferences(
  raw: Uint8Array,
  rowNumbers: number,
  step: number,
  bytes: number,
  isBigEndian: boolean,
): void {
  const number = (at: number) => {
    let value = 0n;
    for (let b = 0; b < bytes; b++)
      value |= BigInt(raw[at + b]) << BigInt(8 * (isBigEndian ? bytes - 1 - b : b));
    return value;
  };
  for (let row = 0; row < raw.length; row += rowNumbers * bytes) {
    for (let k = rowNumbers - 1; k >= step; k--) {
      const at = row + k * bytes;
      const difference = number(at) - number(at - step * bytes);
      for (let b = 0; b < bytes; b++)
        raw[at + b] = Number((difference >> BigInt(8 * (isBigEndian ? bytes - 1 - b : b))) & 255n);
    }
  }
}

function takeFloatDifferences(
  raw: Uint8Array,
  rowNumbers: number,
  step: number,
  bytes: number,
  isBigEndian: boolean,
): void {
  const rowBytes = rowNumbers * bytes;
  for (let row = 0; row < raw.length; row += rowBytes) {
    const before = raw.slice(row, row + rowBytes);
    for (let k = 0; k < rowNumbers; k++) {
      for (let b = 0; b < bytes; b++)
        raw[row + b * rowNumbers + k] = before[k * bytes + (isBigEndian ? b : bytes - 1 - b)];
    }
    for (let k = rowBytes - 1; k >= step; k--) raw[row + k] -= raw[row + k - step];
  }
}

function pack(raw: Uint8Array, compression: NonNullable<TiffSpec['compression']>): Uint8Array {
  if (compression === 'LZW') return packLzw(raw);
  if (compression === 'deflate') return zlibSync(raw);
  return compression === 'PackBits' ? packRuns(raw) : raw;
}

/** Writes runs of equal bytes, and all other bytes one by one. */
function packRuns(raw: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let start = 0; start < raw.length; ) {
    let end = start + 1;
    while (end < raw.length && end - start < 128 && raw[end] === raw[start]) end++;
    if (end - start > 1) out.push(257 - (end - start), raw[start]);
    else out.push(0, raw[start]);
    start = end;
  }
  return Uint8Array.from(out);
}
