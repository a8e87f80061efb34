import { zlibSync } from 'fflate';
import { append } from '../math/lists.ts';
import { sameBits } from '../math/same-bits.ts';
import {
  exrBlockRows,
  exrCompressions,
  exrMagic,
  numberToHalf,
  packExrRuns,
  predictExrBytes,
} from './exr.ts';

/** Options of `encodeExr`. */
export interface ExrWriteOptions {
  readonly compression?: 'NONE' | 'RLE' | 'ZIP';
  /** Additional header attributes: numbers become `double`, text `string`. Names have 1 to 31 characters. */
  readonly attributes?: Readonly<Record<string, number | string>>;
  /** Channels that contain the values: one channel, or three equal channels. Default `Y`. Only for 32-bit floats. */
  readonly channels?: ExrChannels;
}

export const exrChannelChoices = ['Y', 'R', 'RGB'] as const;
export type ExrChannels = (typeof exrChannelChoices)[number];

/** Encodes 32-bit floats [width · height], row 0 on top, without loss. See `ExrEncoder`. */
export function encodeExr(
  values: Float32Array,
  width: number,
  height: number,
  options: ExrWriteOptions = {},
): Uint8Array<ArrayBuffer> {
  return new ExrEncoder(width, height, options).encode(values);
}

/**
 * Encodes red, green and blue, values [3 · width · height], row 0 on top, for textures that contain other data than colours. depth: 32-bit
 * floats, or half floats (the default), to which values are rounded.
 */
export function encodeExrColor(
  values: Float32Array,
  width: number,
  height: number,
  options: ExrWriteOptions & { readonly depth?: 'half' | 'float' } = {},
): Uint8Array<ArrayBuffer> {
  if (values.length !== 3 * width * height)
    throw new RangeError(
      `a picture of ${width} × ${height} in colour has ${3 * width * height} values, got ${values.length}`,
    );
  const { compression = 'ZIP', attributes = {}, depth = 'half' } = options;
  const isHalf = depth === 'half';
  const size = isHalf ? 2 : 4;
  const channels = { names: ['B', 'G', 'R'], type: isHalf ? 1 : 2 };
  const header = encodeHeader(width, height, compression, attributes, channels);
  const blockRows = exrBlockRows[compression];
  const blocks: Uint8Array[] = [];
  for (let row = 0; row < height; row += blockRows) {
    const end = Math.min(row + blockRows, height);
    const raw = new Uint8Array(3 * size * width * (end - row));
    const view = new DataView(raw.buffer);
    let at = 0;
    for (let y = row; y < end; y++) {
      for (const channel of [2, 1, 0]) {
        for (let x = 0; x < width; x++, at += size) {
          const value = values[3 * (y * width + x) + channel];
          if (isHalf) view.setUint16(at, numberToHalf(value), true);
          else view.setFloat32(at, value, true);
        }
      }
    }
    blocks.push(packBytes(raw, compression));
  }
  return joinBlocks(header, blocks, blockRows);
}

/**
 * Encodes the frames of a sequence, which all have the same size, as 32-bit floats in scan lines from the top. `channels` selects one
 * channel `Y` (default), one channel `R`, or three equal channels `R`, `G` and `B`.
 *
 * `Y` (luminance) is the format's standard name for a single channel, so programs read it as a grey picture (checked with Blender 3.4). A
 * custom name such as `height` would make it a layer, which readers of plain pictures ignore.
 *
 * If a block of rows equals that of the previous frame, its compressed bytes are used again. The result depends on the frame alone. ZIP
 * uses fflate's level 1: on 800 × 200 heights 24 ms and 531 kB for a new frame; level 6 takes 31 ms and 503 kB.
 */
export class ExrEncoder {
  private readonly header: Uint8Array;
  private readonly blocks: { readonly values: Float32Array; packed: Uint8Array }[] = [];
  private readonly compression: 'NONE' | 'RLE' | 'ZIP';
  private readonly channelCount: number;

  constructor(
    readonly width: number,
    readonly height: number,
    options: ExrWriteOptions = {},
  ) {
    if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
      throw new RangeError(`a picture needs a width and a height ≥ 1, got ${width} × ${height}`);
    }
    this.compression = options.compression ?? 'ZIP';
    const names = [...(options.channels ?? 'Y')].reverse();
    this.channelCount = names.length;
    this.header = encodeHeader(width, height, this.compression, options.attributes ?? {}, { names, type: 2 });
  }

  /** Encodes values, [width · height], row 0 on top. */
  encode(values: Float32Array): Uint8Array<ArrayBuffer> {
    const { width, height, blocks, header, channelCount } = this;
    if (values.length !== width * height) {
      throw new RangeError(
        `a picture of ${width} × ${height} has ${width * height} values, got ${values.length}`,
      );
    }
    const blockRows = exrBlockRows[this.compression];
    for (let row = 0, k = 0; row < height; row += blockRows, k++) {
      const block = values.subarray(row * width, Math.min(row + blockRows, height) * width);
      const known = blocks[k];
      if (known && sameBits(known.values, block)) continue;
      const packed = packBlock(block, width, channelCount, this.compression);
      if (known) {
        known.values.set(block);
        known.packed = packed;
      } else {
        blocks[k] = { values: block.slice(), packed };
      }
    }
    return joinBlocks(
      header,
      blocks.map(({ packed }) => packed),
      blockRows,
    );
  }
}

const zipLevel = 1;

/** Joins the header, the table of block offsets, and the blocks, each with its first row and its length. */
function joinBlocks(
  header: Uint8Array,
  blocks: readonly Uint8Array[],
  blockRows: number,
): Uint8Array<ArrayBuffer> {
  const total = blocks.reduce((sum, packed) => sum + 16 + packed.length, header.length);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  out.set(header);
  let table = header.length;
  let offset = header.length + 8 * blocks.length;
  blocks.forEach((packed, k) => {
    view.setUint32(table, offset % 2 ** 32, true);
    view.setUint32(table + 4, Math.floor(offset / 2 ** 32), true);
    table += 8;
    view.setInt32(offset, k * blockRows, true);
    view.setInt32(offset + 4, packed.length, true);
    out.set(packed, offset + 8);
    offset += 8 + packed.length;
  });
  return out;
}

/** Encodes a block row by row. In a row, the channels follow one another; all have the same values. */
function packBlock(
  values: Float32Array,
  width: number,
  channelCount: number,
  compression: 'NONE' | 'RLE' | 'ZIP',
): Uint8Array {
  const raw = new Uint8Array(4 * channelCount * values.length);
  const view = new DataView(raw.buffer);
  let at = 0;
  for (let row = 0; row < values.length; row += width) {
    for (let channel = 0; channel < channelCount; channel++) {
      for (let k = row; k < row + width; k++, at += 4) view.setFloat32(at, values[k], true);
    }
  }
  return packBytes(raw, compression);
}

function packBytes(raw: Uint8Array, compression: 'NONE' | 'RLE' | 'ZIP'): Uint8Array {
  if (compression === 'NONE') return raw;
  const predicted = new Uint8Array(raw.length);
  predictExrBytes(predicted, raw);
  const packed = compression === 'RLE' ? packExrRuns(predicted) : zlibSync(predicted, { level: zipLevel });
  // According to the format, a block is stored uncompressed if compression does not make it smaller.
  return packed.length < raw.length ? packed : raw;
}

function encodeHeader(
  width: number,
  height: number,
  compression: 'NONE' | 'RLE' | 'ZIP',
  attributes: Readonly<Record<string, number | string>>,
  channels: { readonly names: readonly string[]; readonly type: number },
): Uint8Array {
  const bytes: number[] = [];
  const int = (value: number) => append(bytes, new Uint8Array(Int32Array.of(value).buffer));
  const float = (value: number) => append(bytes, new Uint8Array(Float32Array.of(value).buffer));
  const text = (value: string) => append(bytes, [...new TextEncoder().encode(value), 0]);
  const attribute = (name: string, type: string, size: number) => {
    text(name);
    text(type);
    int(size);
  };
  const window = (name: string) => {
    attribute(name, 'box2i', 16);
    for (const value of [0, 0, width - 1, height - 1]) int(value);
  };

  int(exrMagic);
  // Version 2, a single part with scan lines.
  int(2);
  // For each channel: a name of one letter, type, pLinear = 0 (4 bytes with padding), sampling 1 along x and y.
  attribute('channels', 'chlist', 18 * channels.names.length + 1);
  for (const name of channels.names) {
    text(name);
    for (const value of [channels.type, 0, 1, 1]) int(value);
  }
  bytes.push(0);
  attribute('compression', 'compression', 1);
  bytes.push(exrCompressions.indexOf(compression));
  window('dataWindow');
  window('displayWindow');
  attribute('lineOrder', 'lineOrder', 1);
  bytes.push(0);
  attribute('pixelAspectRatio', 'float', 4);
  float(1);
  attribute('screenWindowCenter', 'v2f', 8);
  float(0);
  float(0);
  attribute('screenWindowWidth', 'float', 4);
  float(1);
  for (const [name, value] of Object.entries(attributes)) {
    const size = new TextEncoder().encode(name).length;
    if (size < 1 || size > 31) throw new RangeError(`an EXR attribute's name has 1 to 31 bytes: "${name}"`);
    if (typeof value === 'number') {
      attribute(name, 'double', 8);
      append(bytes, new Uint8Array(Float64Array.of(value).buffer));
    } else {
      const encoded = new TextEncoder().encode(value);
      attribute(name, 'string', encoded.length);
      append(bytes, encoded);
    }
  }
  bytes.push(0);
  return Uint8Array.from(bytes);
}
