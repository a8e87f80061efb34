import { InputError } from '../input-error.ts';
import { joinBytes } from '../join-bytes.ts';
import { crc32 } from './crc32.ts';
import { inflateUpTo, maxDeflateRatio } from './inflate.ts';
import { measurePngRows, unpackPngRows } from './png-rows.ts';

/** `tEXt` chunks as a map from keyword to value. A keyword has 1 to 79 characters. Keywords and values are Latin-1. */
export type PngText = Readonly<Record<string, string>>;

/** Content of the IHDR chunk. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 1: grey or palette index, 2: grey and alpha, 3: RGB, 4: RGBA. */
  readonly channels: number;
  readonly hasPalette: boolean;
  readonly isInterlaced: boolean;
}

/** A PNG image as it was read: `channels` samples of `depth` bits for each pixel, row by row from the top. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  /** Bits per sample: 1, 2, 4, 8 or 16. `data` holds samples of fewer than 8 bits packed, as in the file. */
  readonly depth: number;
  /** 1: grey or palette index, 2: grey and alpha, 3: RGB, 4: RGBA. */
  readonly channels: number;
  /** Colours of a palette picture: red, green, blue and, if the file has opacities, alpha, 0..255. */
  readonly palette?: number[][];
  /** Samples, row 0 on top, [width · height · channels]. Below 8 bits per sample: [height · bytes per row] packed bytes. */
  readonly data: Uint8Array | Uint16Array;
  /** Samples of the transparent colour (`tRNS`) of a grey or RGB picture, [channels]. */
  readonly transparency?: ArrayLike<number>;
  readonly text: PngText;
}

/**
 * Reads any PNG. Only the chunks IHDR, PLTE, tRNS, IDAT and tEXt are read. Decompression stops at the size that the header
 * implies. Throws InputError, with `name` as the path, for a file that is not a PNG or is damaged.
 */
export function decodePng(bytes: Uint8Array, name = 'PNG'): PngImage {
  try {
    return readImage(bytes);
  } catch (error) {
    throw InputError.at(
      name,
      `expected a complete PNG file, got ${bytes.length} bytes that cannot be read (${(error as Error).message}); export it again`,
    );
  }
}

/** Reads a 16-bit greyscale PNG. Throws InputError for other kinds of PNG. */
export function decodePng16(
  bytes: Uint8Array,
  name = 'PNG',
): { width: number; height: number; samples: Uint16Array; text: PngText } {
  const { width, height, depth, channels, data, text } = decodePng(bytes, name);
  if (!(data instanceof Uint16Array) || channels !== 1) {
    throw InputError.at(
      name,
      `expected a 16-bit greyscale PNG, got ${depth} bits and ${channels} channels; export it as 16-bit grey`,
    );
  }
  return { width, height, samples: data, text };
}

function readImage(bytes: Uint8Array): PngImage {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks.header);
  const { width, height, depth, channels, hasPalette } = header;
  const size = measurePngRows(header);
  const { pixels } = chunks;
  const packed = pixels.length === 1 ? pixels[0] : joinBytes(pixels);
  if (size > maxDeflateRatio * packed.length)
    throw new Error(`${width} × ${height} pixels in ${packed.length} bytes`);
  const rows = inflateUpTo(packed, size);
  if (rows.length < size) throw new Error(`its pixels end after ${rows.length} of ${size} bytes`);
  const data = unpackPngRows(rows, header);
  const image = { width, height, depth, channels, data, text: chunks.text };
  if (hasPalette) return { ...image, palette: readPalette(chunks.palette, chunks.transparency) };
  const clear = channels === 1 || channels === 3 ? chunks.transparency : null;
  return clear ? { ...image, transparency: readColor(clear, channels) } : image;
}

interface PngChunks {
  readonly header: Uint8Array;
  readonly palette: Uint8Array | null;
  readonly transparency: Uint8Array | null;
  readonly pixels: readonly Uint8Array[];
  readonly text: PngText;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Collects the chunks of `readTypes`. If a file repeats IHDR, PLTE or tRNS, the last one is used. Other chunks are skipped. */
function readChunks(bytes: Uint8Array): PngChunks {
  if (!signature.every((byte, k) => bytes[k] === byte))
    throw new Error('it does not have the signature of a PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const single = new Map<string, Uint8Array>();
  const pixels: Uint8Array[] = [];
  const text = new Map<string, string>();
  for (let at = signature.length; ; ) {
    if (at + 12 > bytes.length) throw new Error('it is cut short');
    const length = view.getUint32(at);
    const type = toLatin1(bytes.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw new Error(`it is cut short in a chunk ${JSON.stringify(type)}`);
    const isFirst = at === signature.length;
    if (isFirst !== (type === 'IHDR')) throw new Error('its header is not its first chunk');
    if (type === 'IEND') break;
    if (readTypes.has(type)) {
      if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end))
        throw new Error(`the checksum of a chunk ${type} is wrong`);
      const data = bytes.subarray(at + 8, end);
      if (type === 'IDAT') pixels.push(data);
      else if (type === 'tEXt') addText(text, data);
      else single.set(type, data);
    }
    at = end + 4;
  }
  return {
    header: single.get('IHDR') as Uint8Array,
    palette: single.get('PLTE') ?? null,
    transparency: single.get('tRNS') ?? null,
    pixels,
    text: Object.fromEntries(text),
  };
}

const readTypes: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'tEXt']);

function addText(text: Map<string, string>, data: Uint8Array): void {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) throw new Error('a text has a keyword that is empty or too long');
  text.set(toLatin1(data.subarray(0, end)), toLatin1(data.subarray(end + 1)));
}

/** Maps the colour type to the number of channels and the permitted bits per sample. */
const colorTypes: Readonly<Record<number, { channels: number; depths: readonly number[] } | undefined>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

function readHeader(data: Uint8Array): PngHeader {
  if (data.length !== 13) throw new Error(`its header has ${data.length} bytes instead of 13`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colorType, compression, filter, interlace] = data.subarray(8);
  if (width === 0 || height === 0) throw new Error(`it has ${width} × ${height} pixels`);
  const kind = colorTypes[colorType];
  if (!kind?.depths.includes(depth)) throw new Error(`colour type ${colorType} of ${depth} bits`);
  if (compression !== 0 || filter !== 0 || interlace > 1)
    throw new Error(`compression ${compression}, filter ${filter}, interlace ${interlace}`);
  return {
    width,
    height,
    depth,
    channels: kind.channels,
    hasPalette: colorType === 3,
    isInterlaced: interlace === 1,
  };
}

/** Returns red, green and blue of each colour, 0..255. If the file has a tRNS chunk, the opacity is appended to each colour. */
function readPalette(colors: Uint8Array | null, opacities: Uint8Array | null): number[][] {
  if (!colors || colors.length % 3 !== 0 || colors.length > 3 * 256)
    throw new Error(`a palette of ${colors?.length ?? 0} bytes`);
  const count = colors.length / 3;
  if (opacities && opacities.length > count)
    throw new Error(`${opacities.length} opacities of ${count} colours`);
  return Array.from({ length: count }, (_, k) => {
    const color = Array.from(colors.subarray(3 * k, 3 * k + 3));
    return opacities ? [...color, opacities[k] ?? 255] : color;
  });
}

function readColor(data: Uint8Array, channels: number): number[] {
  if (data.length !== 2 * channels) throw new Error(`a clear colour of ${data.length} bytes`);
  return Array.from({ length: channels }, (_, c) => 256 * data[2 * c] + data[2 * c + 1]);
}

const latin1 = new TextDecoder('latin1');

function toLatin1(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}
