import { expect, test } from 'vitest';
import { hashBits, hashUnit } from '../../math/random.ts';
import { CrateBytes, encodeIntegers, paddingTo8, wrapLiterals } from './crate-bytes.ts';

/**
 * Decodes an LZ4 block of literals and copies, according to the description of the format. The first byte states that there is a single
 * chunk.
 */
function unwrap(bytes: Uint8Array): number[] {
  const out: number[] = [];
  let at = 1;
  const length = (nibble: number) => {
    let sum = nibble;
    if (nibble === 15) {
      let more: number;
      do {
        more = bytes[at++];
        sum += more;
      } while (more === 255);
    }
    return sum;
  };
  while (at < bytes.length) {
    const token = bytes[at++];
    const literals = length(token >> 4);
    out.push(...bytes.subarray(at, at + literals));
    at += literals;
    if (at >= bytes.length) break;
    const distance = bytes[at] + 256 * bytes[at + 1];
    at += 2;
    for (let k = length(token & 15) + 4; k > 0; k--) out.push(out[out.length - distance]);
  }
  return out;
}

/** A slow reference implementation: the inverse of `encodeIntegers`. */
function decodeIntegers(packed: Uint8Array, count: number): number[] {
  const bytes = Uint8Array.from(unwrap(packed));
  const view = new DataView(bytes.buffer);
  const common = view.getInt32(0, true);
  let at = 4 + Math.ceil(count / 4);
  let value = 0;
  return Array.from({ length: count }, (_, k) => {
    const code = (bytes[4 + (k >> 2)] >> (2 * (k & 3))) & 3;
    const difference =
      code === 0
        ? common
        : code === 1
          ? view.getInt8(at)
          : code === 2
            ? view.getInt16(at, true)
            : view.getInt32(at, true);
    at += [0, 1, 2, 4][code];
    value = (value + difference) | 0;
    return value;
  });
}

test.each([0, 1, 14, 15, 16, 269, 270, 271, 524, 525, 526, 5000])(
  '%i bytes come back from a block',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, k) => hashBits(1, k));
    const block = wrapLiterals(bytes);
    expect(block[0]).toBe(0);
    expect(unwrap(block)).toEqual([...bytes]);
  },
);

test.each([1, 2, 3, 4, 5])('integers of every width survive the round trip (seed %i)', (seed) => {
  for (const count of [1, 2, 3, 4, 5, 17, 400]) {
    const widths = [0, 2, 100, 30_000, 2 ** 31 - 1];
    const values = Array.from(
      { length: count },
      (_, k) =>
        // Without −0.
        ((2 * hashUnit(seed, k) - 1) * widths[Math.floor(5 * hashUnit(seed, k, 1))]) | 0,
    );
    expect(decodeIntegers(encodeIntegers(values), count)).toEqual(values);
  }
  const edges = [0, 127, -1, 32766, -2, -32770, 2 ** 31 - 1, -(2 ** 31), 0, -1];
  expect(decodeIntegers(encodeIntegers(edges), edges.length)).toEqual(edges);
});

test('uniformly ascending numbers take two bits each', () => {
  const values = Array.from({ length: 4000 }, (_, k) => 7 * k + 7);
  expect(unwrap(encodeIntegers(values)).length).toBe(4 + 1000);
});

test('integers beyond 32 bits, and padding to eight bytes', () => {
  const bytes = new CrateBytes()
    .uint64(2 ** 40 + 5)
    .align()
    .toBytes();
  expect([...bytes]).toEqual([5, 0, 0, 0, 0, 1, 0, 0]);
  expect(new CrateBytes().uint32(1).align().length).toBe(8);
  expect([0, 1, 7, 8].map(paddingTo8)).toEqual([0, 7, 1, 0]);
});
