import { joinBytes } from '../../join-bytes.ts';

/** A growing buffer, little-endian, for the parts of a crate file. */
export class CrateBytes {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  get length(): number {
    return this.size;
  }

  raw(bytes: Uint8Array): this {
    this.parts.push(bytes);
    this.size += bytes.length;
    return this;
  }

  uint32(value: number): this {
    return this.raw(new Uint8Array(Uint32Array.of(value).buffer));
  }

  /** Appends an integer from 0 to 2⁵³ as 64 bits. */
  uint64(value: number): this {
    return this.uint32(value % 2 ** 32).uint32(Math.floor(value / 2 ** 32));
  }

  float64(value: number): this {
    return this.raw(new Uint8Array(Float64Array.of(value).buffer));
  }

  /** Pads with zeros to a multiple of eight. */
  align(): this {
    return this.raw(new Uint8Array(paddingTo8(this.size)));
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return joinBytes(this.parts);
  }
}

/** Returns the number of bytes to the next multiple of eight. */
export function paddingTo8(length: number): number {
  return (8 - (length % 8)) % 8;
}

/**
 * Encodes bytes as an LZ4 block with one run of literals, after a byte 0 that means a single chunk. Crate files require this compressed
 * form. The compressed parts of a file have only a few kilobytes, so a search for repeated sequences would gain nothing.
 */
export function wrapLiterals(bytes: Uint8Array): Uint8Array {
  const head: number[] = [0];
  if (bytes.length < 15) head.push(bytes.length << 4);
  else {
    head.push(0xf0);
    let rest = bytes.length - 15;
    for (; rest >= 255; rest -= 255) head.push(255);
    head.push(rest);
  }
  const out = new Uint8Array(head.length + bytes.length);
  out.set(head);
  out.set(bytes, head.length);
  return out;
}

/**
 * Encodes 32-bit integers in the form of crate files: the most frequent difference of neighbours; two bits for each number (0: this
 * difference; 1, 2, 3: another difference, of 8, 16 or 32 bits); and the other differences. The whole is an LZ4 block.
 */
export function encodeIntegers(values: readonly number[]): Uint8Array {
  const differences = values.map((value, k) => (value - (k > 0 ? values[k - 1] : 0)) | 0);
  const common = mostFrequent(differences);
  const codes = new Uint8Array(Math.ceil(values.length / 4));
  const rest: Uint8Array[] = [];
  differences.forEach((difference, k) => {
    const [code, bytes] = codeOf(difference, common);
    codes[k >> 2] |= code << (2 * (k & 3));
    rest.push(bytes);
  });
  const out = new CrateBytes().raw(bytesOf(Int32Array.of(common))).raw(codes);
  for (const bytes of rest) out.raw(bytes);
  return wrapLiterals(out.toBytes());
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = 0;
  for (const value of values) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}

function codeOf(difference: number, common: number): [number, Uint8Array] {
  if (difference === common) return [0, new Uint8Array(0)];
  if (difference === (difference << 24) >> 24) return [1, bytesOf(Int8Array.of(difference))];
  if (difference === (difference << 16) >> 16) return [2, bytesOf(Int16Array.of(difference))];
  return [3, bytesOf(Int32Array.of(difference))];
}

function bytesOf(array: Int8Array | Int16Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer);
}
