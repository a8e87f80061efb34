import { inflateUpTo } from '../../inflate.ts';

/** Supported compressions of TIFF blocks, by their number in the file. most: maximum ratio of unpacked to packed bytes. */
export const tiffCompressions: Readonly<
  Record<number, { readonly name: string; readonly max: number } | undefined>
> = {
  1: { name: 'none', max: 1 },
  5: { name: 'LZW', max: 2800 },
  8: { name: 'deflate', max: 1040 },
  32773: { name: 'PackBits', max: 64 },
  32946: { name: 'deflate', max: 1040 },
};

/** Names of compressions that are not supported, for error messages. */
export const foreignTiffCompressions: Readonly<Record<number, string | undefined>> = {
  2: 'CCITT',
  3: 'CCITT',
  4: 'CCITT',
  6: 'JPEG',
  7: 'JPEG',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
  50002: 'JPEG XL',
};

/**
 * Decompresses a block into `out`; bytes that do not fit are dropped. compression: one of `tiffCompressions`. Returns the number of bytes
 * that were written. Throws Error for invalid data.
 */
export function unpackTiffBlock(out: Uint8Array, packed: Uint8Array, compression: number): number {
  if (compression === 1) {
    out.set(packed.subarray(0, out.length));
    return Math.min(packed.length, out.length);
  }
  if (compression === 5) return unpackLzw(out, packed);
  if (compression === 32773) return unpackBits(out, packed);
  const raw = inflateUpTo(packed, out.length);
  out.set(raw);
  return raw.length;
}

/**
 * Unpacks LZW. TIFF 6.0, section 13. Codes have 9 to 12 bits, the highest bit first; the code width grows one entry earlier than necessary.
 * 256 clears the table, 257 ends the data. A table entry is an earlier entry (prefix) followed by one byte (suffix).
 */
function unpackLzw(out: Uint8Array, packed: Uint8Array): number {
  if (packed.length > 1 && packed[0] === 0 && packed[1] & 1) throw new Error('LZW of before TIFF 6');
  const prefix = new Uint16Array(4096);
  const suffix = new Uint8Array(4096);
  const length = new Uint16Array(4096);
  for (let code = 0; code < 256; code++) {
    suffix[code] = code;
    length[code] = 1;
  }
  let next = 258;
  let width = 9;
  let previous = -1;
  let written = 0;
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  while (written < out.length) {
    while (bitCount < width && at < packed.length) {
      bits = ((bits << 8) | packed[at++]) & 0xffffff;
      bitCount += 8;
    }
    if (bitCount < width) break;
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code >= next + (previous < 0 ? 0 : 1)) throw new Error('an LZW code that is not in the table');
    // A code that is not in the table yet means the previous sequence followed by its own first byte.
    const isNew = code === next;
    const source = isNew ? previous : code;
    const count = length[source];
    let first = source;
    for (let k = written + count - 1; k >= written; k--) {
      if (k < out.length) out[k] = suffix[first];
      if (k > written) first = prefix[first];
    }
    const head = suffix[first];
    written += count;
    if (isNew) {
      if (written < out.length) out[written] = head;
      written++;
    }
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = head;
      length[next] = length[previous] + 1;
      next++;
    }
    previous = code;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return Math.min(written, out.length);
}

/** Unpacks PackBits. TIFF 6.0, section 9. n = 0..127: copy n + 1 bytes; n = −1..−127: repeat one byte 1 − n times; n = −128: skip. */
function unpackBits(out: Uint8Array, packed: Uint8Array): number {
  let written = 0;
  for (let at = 0; at < packed.length && written < out.length; ) {
    const n = (packed[at++] << 24) >> 24;
    if (n === -128) continue;
    if (n < 0) {
      if (at >= packed.length) break;
      out.fill(packed[at++], written, written + 1 - n);
      written += 1 - n;
    } else {
      const part = packed.subarray(at, Math.min(at + n + 1, at + out.length - written));
      out.set(part, written);
      at += n + 1;
      written += part.length;
    }
  }
  return Math.min(written, out.length);
}
