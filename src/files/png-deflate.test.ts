import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { deflateRuns } from './png-deflate.ts';

function expectRoundTrip(bytes: Uint8Array): void {
  expect(Buffer.compare(inflateSync(deflateRuns(bytes)), bytes)).toBe(0);
}

test('another inflater restores any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), expectRoundTrip), { numRuns: 200 });
  // Data with few distinct values and long runs, which contains repeats and needs tables with one symbol.
  const runs = fc.array(fc.tuple(fc.nat(3), fc.nat(700)), { maxLength: 30 });
  fc.assert(
    fc.property(runs, (parts) => {
      expectRoundTrip(
        Uint8Array.from(parts.flatMap(([value, count]) => new Array<number>(count).fill(value))),
      );
    }),
    { numRuns: 100 },
  );
});

test('blocks end at 65536 bytes: sizes near it survive the round trip', () => {
  for (const size of [65535, 65536, 65537, 131072, 200000]) {
    expectRoundTrip(new Uint8Array(size));
    expectRoundTrip(Uint8Array.from({ length: size }, (_, k) => 256 * hashUnit(1, k, 0)));
  }
});

test('Fibonacci frequencies would need codes of more than 15 bits: code lengths are limited', () => {
  const bytes: number[] = [];
  for (let symbol = 0, a = 1, b = 1; symbol < 22; symbol++, [a, b] = [b, a + b]) {
    for (let k = 0; k < a; k++) bytes.push(symbol * 3);
  }
  // The bytes are shuffled by a fixed hash, so that there are no long runs.
  const order = bytes.map((_, k) => k).sort((i, j) => hashUnit(5, i, 0) - hashUnit(5, j, 0));
  expectRoundTrip(Uint8Array.from(order, (k) => bytes[k]));
});

test('noise grows by less than 0.2 %, zeros shrink to less than 1 %', () => {
  const noise = Uint8Array.from({ length: 100000 }, (_, k) => 256 * hashUnit(2, k, 0));
  expect(deflateRuns(noise).length).toBeLessThan(100200);
  expect(deflateRuns(new Uint8Array(100000)).length).toBeLessThan(1000);
});
