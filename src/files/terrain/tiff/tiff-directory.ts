import { InputError } from '../../../input-error.ts';

/** The tags that are read, by name. From TIFF 6.0; GeoTIFF 1.1, OGC 19-008; and two tags of GDAL. */
export const tiffTags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  modelPixelScale: 33550,
  modelTiepoint: 33922,
  modelTransformation: 34264,
  geoKeyDirectory: 34735,
  geoDoubles: 34736,
  geoAscii: 34737,
  gdalMetadata: 42112,
  gdalNoData: 42113,
} as const;

export type TiffTag = keyof typeof tiffTags;

/** One directory of a TIFF, which describes one picture. */
export interface TiffDirectory {
  readonly isLittleEndian: boolean;
  /** Whether the file contains a mask as a separate picture. */
  readonly hasMaskBeside: boolean;
  /** Returns the numbers of a tag. Null if the directory does not contain it or its type is not numeric. */
  numbers(tag: TiffTag): Float64Array | null;
  /** Returns the first number of a tag. If the directory does not contain the tag or its type is not numeric, returns `otherwise`. */
  number(tag: TiffTag, otherwise: number): number;
  text(tag: TiffTag): string | null;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the byte at which the values begin. */
  readonly at: number;
}

/** Maximum number of directories that are searched for the first full-size picture, since thumbnails and overviews may precede it. */
const maxDirectories = 64;

/** Size in bytes of a value of each type, by type number. Other types are ignored. */
const typeBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** Sizes and byte order of the numbers in the file's own structure. */
interface Layout {
  readonly isLittleEndian: boolean;
  /** BigTIFF: 64-bit counts and offsets. */
  readonly isBig: boolean;
}

type Entries = ReadonlyMap<number, Entry>;

/**
 * Returns the directory of the first full-size picture. Supports TIFF and BigTIFF, little and big endian.
 *
 * Throws InputError, with `file` as the path, for files that are not TIFF and for directories outside the file.
 */
export function readTiffDirectory(bytes: Uint8Array, file: string): TiffDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refuse = (found: string): never => {
    throw InputError.at(
      file,
      `expected a complete TIFF file, got ${found}; it is damaged or cut short, export it again`,
    );
  };
  const order = bytes.length >= 16 ? String.fromCharCode(bytes[0], bytes[1]) : '';
  const isLittleEndian = order === 'II';
  const version = order === 'II' || order === 'MM' ? view.getUint16(2, isLittleEndian) : 0;
  const isBig = version === 43 && view.getUint16(4, isLittleEndian) === 8;
  if (version !== 42 && !isBig) return refuse('one without the signature of a TIFF');

  let first: Entries | null = null;
  let whole: Entries | null = null;
  let hasMaskBeside = false;
  for (const found of walkDirectories(view, { isLittleEndian, isBig })) {
    if (typeof found === 'string') {
      // If a picture was found, damage after it is ignored.
      if (whole) break;
      return refuse(found);
    }
    const kind = createDirectory(view, isLittleEndian, found, false).number('subfileType', 0);
    first ??= found;
    // Bit 0 means a reduced copy, bit 2 a mask.
    if ((kind & 5) === 0) whole ??= found;
    if ((kind & 5) === 4) hasMaskBeside = true;
  }
  const chosen = whole ?? first;
  return chosen
    ? createDirectory(view, isLittleEndian, chosen, hasMaskBeside)
    : refuse('one without a directory');
}

/** Yields all directories in order. If one cannot be read, the last item is a message with the reason. */
function* walkDirectories(view: DataView, { isLittleEndian, isBig }: Layout): Generator<Entries | string> {
  const length = view.byteLength;
  const long = (at: number) =>
    isBig ? Number(view.getBigUint64(at, isLittleEndian)) : view.getUint32(at, isLittleEndian);
  const [longBytes, countBytes, entryBytes] = isBig ? [8, 8, 20] : [4, 2, 12];
  const seen = new Set<number>();
  for (let at = long(isBig ? 8 : 4); at !== 0 && seen.size < maxDirectories; ) {
    if (seen.has(at)) return yield 'directories that form a cycle';
    seen.add(at);
    if (at + countBytes > length) return yield `a directory at byte ${at} of ${length}`;
    const count = isBig ? long(at) : view.getUint16(at, isLittleEndian);
    const end = at + countBytes + count * entryBytes;
    if (!(end <= length)) return yield `a directory of ${count} entries at byte ${at} of ${length}`;
    const entries = new Map<number, Entry>();
    for (let k = at + countBytes; k < end; k += entryBytes) {
      const type = view.getUint16(k + 2, isLittleEndian);
      const valueCount = long(k + 4);
      const size = valueCount * (typeBytes[type] ?? 0);
      if (size === 0) continue;
      const field = k + 4 + longBytes;
      const start = size <= longBytes ? field : long(field);
      if (start + size <= length)
        entries.set(view.getUint16(k, isLittleEndian), { type, count: valueCount, at: start });
    }
    yield entries;
    // Some programs omit the last pointer.
    at = end + longBytes <= length ? long(end) : 0;
  }
}

function createDirectory(
  view: DataView,
  isLittleEndian: boolean,
  entries: Entries,
  hasMaskBeside: boolean,
): TiffDirectory {
  const numbers = (tag: TiffTag) => {
    const entry = entries.get(tiffTags[tag]);
    if (!entry || entry.type === 2) return null;
    const values = new Float64Array(entry.count);
    const size = typeBytes[entry.type];
    for (let k = 0; k < values.length; k++)
      values[k] = readValue(view, entry.type, entry.at + k * size, isLittleEndian);
    return values;
  };
  return {
    isLittleEndian,
    hasMaskBeside,
    numbers,
    number: (tag, otherwise) => numbers(tag)?.[0] ?? otherwise,
    text: (tag) => {
      const entry = entries.get(tiffTags[tag]);
      if (entry?.type !== 2) return null;
      const letters = new Uint8Array(view.buffer, view.byteOffset + entry.at, entry.count);
      return new TextDecoder('latin1').decode(letters).split('\0')[0];
    },
  };
}

function readValue(view: DataView, type: number, at: number, isLittleEndian: boolean): number {
  switch (type) {
    case 3:
      return view.getUint16(at, isLittleEndian);
    case 4:
    case 13:
      return view.getUint32(at, isLittleEndian);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, isLittleEndian);
    case 9:
      return view.getInt32(at, isLittleEndian);
    case 11:
      return view.getFloat32(at, isLittleEndian);
    case 12:
      return view.getFloat64(at, isLittleEndian);
    case 16:
    case 18:
      return Number(view.getBigUint64(at, isLittleEndian));
    case 17:
      return Number(view.getBigInt64(at, isLittleEndian));
    default:
      return view.getUint8(at);
  }
}
