/** The parts of an OpenEXR file, shared by the writer and the reader. Source: "OpenEXR File Layout", openexr.com. */

/** Names of the compressions, indexed by their number in the file. */
export const exrCompressions = [
  'NONE',
  'RLE',
  'ZIPS',
  'ZIP',
  'PIZ',
  'PXR24',
  'B44',
  'B44A',
  'DWAA',
  'DWAB',
] as const;

export type ExrCompression = (typeof exrCompressions)[number];

/** Number of rows in one block, for each compression that is supported here. */
export const exrBlockRows = { NONE: 1, RLE: 1, ZIPS: 1, ZIP: 16 } as const;

export type ExrReadableCompression = keyof typeof exrBlockRows;

export const exrMagic = 20000630;

/** Number of bytes of a sample, indexed by the channel's type number: UINT, HALF, FLOAT. */
export const exrSampleBytes = [4, 2, 4] as const;

/**
 * Writes to `out` the bytes with even index, then those with odd index, each as the difference from its predecessor. RLE and ZIP compress
 * the result.
 */
export function predictExrBytes(out: Uint8Array, bytes: Uint8Array): void {
  const half = (bytes.length + 1) >> 1;
  for (let k = 0; k < half; k++) out[k] = bytes[2 * k];
  for (let k = half; k < bytes.length; k++) out[k] = bytes[2 * (k - half) + 1];
  for (let k = bytes.length - 1; k > 0; k--) out[k] = out[k] - out[k - 1] + 128;
}

/** Applies the inverse of `predictExrBytes`. Overwrites `bytes`. */
export function unpredictExrBytes(out: Uint8Array, bytes: Uint8Array): void {
  for (let k = 1; k < bytes.length; k++) bytes[k] = bytes[k - 1] + bytes[k] - 128;
  const half = (bytes.length + 1) >> 1;
  for (let k = 0; k < half; k++) out[2 * k] = bytes[k];
  for (let k = half; k < bytes.length; k++) out[2 * (k - half) + 1] = bytes[k];
}

/** Encodes runs: 3 to 128 equal bytes as (count − 1, value), and up to 127 other bytes as (−count, values). */
export function packExrRuns(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + Math.ceil(bytes.length / 127) + 1);
  let o = 0;
  for (let start = 0; start < bytes.length; ) {
    let end = start + 1;
    while (end < bytes.length && end - start < 128 && bytes[end] === bytes[start]) end++;
    if (end - start >= 3) {
      out[o++] = end - start - 1;
      out[o++] = bytes[start];
    } else {
      while (
        end < bytes.length &&
        end - start < 127 &&
        !(end + 2 < bytes.length && bytes[end] === bytes[end + 1] && bytes[end] === bytes[end + 2])
      ) {
        end++;
      }
      out[o++] = start - end;
      out.set(bytes.subarray(start, end), o);
      o += end - start;
    }
    start = end;
  }
  return out.slice(0, o);
}

/** Returns the inverse of `packExrRuns`. Returns false if the decoded bytes do not fill `out` exactly. */
export function unpackExrRuns(out: Uint8Array, packed: Uint8Array): boolean {
  let o = 0;
  for (let k = 0; k < packed.length; ) {
    const count = (packed[k++] << 24) >> 24;
    if (count < 0) {
      if (k - count > packed.length || o - count > out.length) return false;
      out.set(packed.subarray(k, k - count), o);
      o -= count;
      k -= count;
    } else {
      if (k >= packed.length || o + count + 1 > out.length) return false;
      out.fill(packed[k++], o, o + count + 1);
      o += count + 1;
    }
  }
  return o === out.length;
}

const half = new Float32Array(1);
const halfBits = new Uint32Array(half.buffer);

/** Returns the IEEE 754 binary16 value nearest to a number. If two are equally near, the even one. Numbers beyond 65504 become infinite. */
export function numberToHalf(value: number): number {
  half[0] = value;
  const bits = halfBits[0];
  const sign = (bits >>> 16) & 0x8000;
  const size = bits & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x477ff000) return sign | 0x7c00;
  // Below 2⁻¹⁴, values are multiples of 2⁻²⁴ (subnormal).
  if (size < 0x38800000) {
    const steps = Math.abs(half[0]) * 2 ** 24;
    const whole = Math.floor(steps);
    const rest = steps - whole;
    return sign | (rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole);
  }
  const rounded = size + 0xfff + ((size >>> 13) & 1);
  return sign | ((rounded - 0x38000000) >>> 13);
}
