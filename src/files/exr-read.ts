import { InputError } from '../input-error.ts';
import {
  type ExrReadableCompression,
  exrBlockRows,
  exrCompressions,
  exrMagic,
  exrSampleBytes,
  unpackExrRuns,
  unpredictExrBytes,
} from './exr.ts';
import { inflateUpTo } from './inflate.ts';

/** An EXR image as it was read. */
export interface ExrImage {
  readonly width: number;
  readonly height: number;
  readonly compression: ExrReadableCompression;
  readonly channels: readonly ExrChannel[];
  /** Header attributes of the types string, int, float and double. */
  readonly attributes: Readonly<Record<string, number | string>>;
}

/** One channel of an EXR image, row by row from the top. */
export interface ExrChannel {
  readonly name: string;
  readonly type: 'UINT' | 'HALF' | 'FLOAT';
  /** Values, row 0 on top, [width · height]. UINT values above 2²⁴ are rounded. */
  readonly values: Float32Array;
}

/**
 * Reads an OpenEXR picture: one part, scan lines in any order, full-size channels, compression none, RLE, ZIPS or ZIP. Throws InputError,
 * with `name` as the path, for damaged files and for files of other kinds; the message names the kind.
 */
export function decodeExr(bytes: Uint8Array, name = 'EXR'): ExrImage {
  const reader = new Reader(bytes, name);
  const header = readHeader(reader);
  const { width, height, compression, channels } = header;
  const rowBytes = channels.reduce((sum, channel) => sum + width * exrSampleBytes[channel.type], 0);
  // Memory is allocated only if the compressed bytes can contain a picture of this size.
  if (rowBytes * height > maxGrowth[compression] * bytes.length)
    reader.fail(`${width} × ${height} pixels in ${bytes.length} bytes`);
  const planes = channels.map(() => new Float32Array(width * height));
  const blockRows = exrBlockRows[compression];
  const blockCount = Math.ceil(height / blockRows);
  const seen = new Uint8Array(blockCount);
  for (let k = 0; k < blockCount; k++) {
    const offset = reader.uint32() + reader.uint32() * 2 ** 32;
    const block = new Reader(bytes, name, offset);
    const row = block.int32() - header.top;
    if (row < 0 || row >= height || row % blockRows !== 0 || seen[row / blockRows]) {
      reader.fail(`block ${k} claims row ${row} of ${height}`);
    }
    seen[row / blockRows] = 1;
    const rows = Math.min(blockRows, height - row);
    const packed = block.bytes(block.int32());
    const raw = unpackBlock(packed, rows * rowBytes, compression, block);
    readSamples(planes, channels, raw, row, rows, width);
  }
  return {
    width,
    height,
    compression,
    channels: channels.map((channel, k) => ({
      name: channel.name,
      type: typeNames[channel.type],
      values: planes[k],
    })),
    attributes: header.attributes,
  };
}

/** Maximum ratio of unpacked to packed bytes. */
const maxGrowth: Readonly<Record<ExrReadableCompression, number>> = {
  NONE: 1,
  RLE: 64,
  ZIPS: 1040,
  ZIP: 1040,
};

/** Maximum number of samples of all channels of a picture; they take one gigabyte of memory. */
const maxSamples = 2 ** 28;

const typeNames = ['UINT', 'HALF', 'FLOAT'] as const;

interface ChannelHeader {
  readonly name: string;
  /** 0 UINT, 1 HALF, 2 FLOAT. */
  readonly type: 0 | 1 | 2;
}

interface Header {
  readonly width: number;
  readonly height: number;
  /** Row number of the first row. */
  readonly top: number;
  readonly compression: ExrReadableCompression;
  readonly channels: readonly ChannelHeader[];
  readonly attributes: Record<string, number | string>;
}

function readHeader(reader: Reader): Header {
  if (reader.remaining() < 8 || reader.int32() !== exrMagic) {
    reader.fail('a file without the first bytes of an EXR', '');
  }
  const version = reader.int32();
  if ((version & 255) !== 2) reader.fail(`version ${version & 255} of the format`, savedAs);
  if (version & 0x1000) reader.fail('a multi-part file', savedAs);
  if (version & 0x800) reader.fail('deep pixels', savedAs);
  if (version & 0x200) reader.fail('tiles', savedAs);

  let channels: ChannelHeader[] | null = null;
  let compression = -1;
  let window: number[] | null = null;
  const attributes: Record<string, number | string> = {};
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    const type = reader.text();
    const size = reader.int32();
    const value = new Reader(reader.bytes(size), reader.name);
    if (name === 'channels' && type === 'chlist') channels = readChannels(value);
    else if (name === 'compression' && type === 'compression') compression = value.bytes(1)[0];
    else if (name === 'dataWindow' && type === 'box2i') window = [0, 1, 2, 3].map(() => value.int32());
    else if (type === 'string') attributes[name] = new TextDecoder().decode(value.bytes(size));
    else if (type === 'int') attributes[name] = value.int32();
    else if (type === 'float') attributes[name] = value.float32();
    else if (type === 'double') attributes[name] = value.float64();
  }
  if (!channels?.length || !window) return reader.fail('a header without channels or without a data window');
  const kind = exrCompressions[compression] ?? `number ${compression}`;
  if (!(kind in exrBlockRows)) reader.fail(`${kind} compression`, savedAs);
  const [left, top, right, bottom] = window;
  const width = right - left + 1;
  const height = bottom - top + 1;
  if (!(width > 0 && height > 0 && width * height * channels.length <= maxSamples))
    reader.fail(`a data window of ${width} × ${height} with ${channels.length} channels`);
  return { width, height, top, compression: kind as ExrReadableCompression, channels, attributes };
}

function readChannels(reader: Reader): ChannelHeader[] {
  const channels: ChannelHeader[] = [];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    const type = reader.int32();
    reader.int32();
    const [xSampling, ySampling] = [reader.int32(), reader.int32()];
    if (type !== 0 && type !== 1 && type !== 2) return reader.fail(`type ${type} in channel ${name}`);
    if (xSampling !== 1 || ySampling !== 1) reader.fail(`channel ${name} at a part of the pixels`, savedAs);
    channels.push({ name, type });
  }
  return channels;
}

function unpackBlock(
  packed: Uint8Array,
  size: number,
  compression: ExrReadableCompression,
  reader: Reader,
): Uint8Array {
  // A block that compression would enlarge is stored uncompressed, so its size is that of the samples.
  if (packed.length === size) return packed;
  if (compression === 'NONE') return reader.fail(`a block of ${packed.length} bytes instead of ${size}`);
  const raw = new Uint8Array(size);
  let predicted: Uint8Array = new Uint8Array(size);
  let whole: boolean;
  if (compression === 'RLE') {
    whole = unpackExrRuns(predicted, packed);
  } else {
    try {
      predicted = inflateUpTo(packed, size);
    } catch (error) {
      return reader.fail(`a block that does not unpack (${(error as Error).message})`);
    }
    whole = predicted.length === size;
  }
  if (!whole) return reader.fail(`a block that does not unpack to ${size} bytes`);
  unpredictExrBytes(raw, predicted);
  return raw;
}

/** Reads a block row by row. In a row, the samples of each channel are consecutive, in the header's order of channels. */
function readSamples(
  planes: readonly Float32Array[],
  channels: readonly ChannelHeader[],
  raw: Uint8Array,
  row: number,
  rows: number,
  width: number,
): void {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  let at = 0;
  for (let start = row * width; start < (row + rows) * width; start += width) {
    for (let c = 0; c < channels.length; c++) {
      const plane = planes[c];
      const { type } = channels[c];
      for (let k = start; k < start + width; k++) {
        if (type === 2) plane[k] = view.getFloat32(at, true);
        else if (type === 1) plane[k] = halfToNumber(view.getUint16(at, true));
        else plane[k] = view.getUint32(at, true);
        at += exrSampleBytes[type];
      }
    }
  }
}

/** Returns the value of an IEEE 754 binary16 number. */
export function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const savedAs = '; save it as one part of scan lines with ZIP or no compression';

/** Reads values one after the other from a position in the bytes. Throws InputError for reading past the end. */
class Reader {
  private readonly view: DataView;

  constructor(
    private readonly data: Uint8Array,
    readonly name: string,
    private at = 0,
  ) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (!(at <= data.length)) this.fail(`a block at byte ${at} of ${data.length}`);
  }

  remaining(): number {
    return this.data.length - this.at;
  }

  int32(): number {
    return this.view.getInt32(this.take(4), true);
  }

  uint32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  float32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  float64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  bytes(count: number): Uint8Array {
    const start = this.take(count);
    return this.data.subarray(start, start + count);
  }

  /** Reads a text that ends with a zero byte. */
  text(): string {
    const end = this.data.indexOf(0, this.at);
    if (end < 0) this.fail('a name that is cut short');
    return new TextDecoder().decode(this.bytes(end + 1 - this.at).subarray(0, -1));
  }

  fail(found: string, remedy = '; it is damaged or cut short, export it again'): never {
    throw InputError.at(this.name, `expected an EXR picture that can be read, got ${found}${remedy}`);
  }

  private take(count: number): number {
    if (!(count >= 0 && this.at + count <= this.data.length)) {
      this.fail(`an end after ${this.data.length} bytes where ${count} more were due at ${this.at}`);
    }
    const start = this.at;
    this.at += count;
    return start;
  }
}
