import { crc32 } from '../crc32.ts';
import { CrateBytes } from './crate-bytes.ts';

/** A file in a package. */
export interface ZipEntry {
  /** Path in the package, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The data of each file begins at a multiple of this number, so that programs can map it into memory. */
const alignment = 64;
/** 1 January 1980, the first date that the format can express. A package without the current time is the same whenever it is made. */
const date = 0x21;

/**
 * Writes a USD package (.usdz): a ZIP archive whose files are not compressed and begin at multiples of 64 bytes. The first file is the
 * layer that is opened.
 *
 * Throws a `RangeError` beyond 4 GB, which the format does not allow.
 */
export function writeUsdz(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const out = new CrateBytes();
  const directory = new CrateBytes();
  for (const { name, bytes } of entries) {
    const label = new TextEncoder().encode(name);
    const start = out.length;
    const padding = padTo64(start + 30 + label.length);
    // An extra field has a header of four bytes.
    const extra = padding > 0 && padding < 4 ? padding + alignment : padding;
    const common = new CrateBytes()
      .raw(uint16(0, 0, 0, date))
      .uint32(crc32(bytes))
      .uint32(bytes.length)
      .uint32(bytes.length)
      .raw(uint16(label.length))
      .toBytes();
    out.uint32(0x04034b50).raw(uint16(10)).raw(common).raw(uint16(extra)).raw(label);
    if (extra > 0) out.raw(uint16(0x1986, extra - 4)).raw(new Uint8Array(extra - 4));
    out.raw(bytes);
    directory.uint32(0x02014b50).raw(uint16(10, 10)).raw(common);
    directory
      .raw(uint16(0, 0, 0, 0))
      .uint32(0)
      .uint32(start)
      .raw(label);
  }
  const start = out.length;
  if (start + directory.length >= 2 ** 32) throw new RangeError('a USD package has at most 4 GB');
  return out
    .raw(directory.toBytes())
    .uint32(0x06054b50)
    .raw(uint16(0, 0, entries.length, entries.length))
    .uint32(directory.length)
    .uint32(start)
    .raw(uint16(0))
    .toBytes();
}

function padTo64(length: number): number {
  return (alignment - (length % alignment)) % alignment;
}

function uint16(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}
