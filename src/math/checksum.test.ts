import { expect, test } from 'vitest';
import { checksum } from './checksum.ts';

const bytes = Uint8Array.from({ length: 103 }, (_, k) => 37 * k);

test('every changed bit, every truncation and every swap of two words changes the checksum', () => {
  const whole = checksum(bytes).join();
  const seen = new Set([whole]);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] ^= 1 << (bit & 7);
    seen.add(checksum(changed).join());
  }
  for (let length = 0; length < bytes.length; length++) seen.add(checksum(bytes.subarray(0, length)).join());
  const swapped = bytes.slice();
  swapped.copyWithin(0, 8, 12);
  swapped.set(bytes.subarray(0, 4), 8);
  seen.add(checksum(swapped).join());
  expect(seen.size).toBe(1 + 8 * bytes.length + bytes.length + 1);
});

test('does not depend on the alignment of the bytes, but on the division into parts', () => {
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(checksum(shifted.subarray(3))).toEqual(checksum(bytes));
  expect(checksum(bytes.subarray(0, 50), bytes.subarray(50))).not.toEqual(checksum(bytes));
});
