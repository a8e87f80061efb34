import { expect, test } from 'vitest';
import { hashBits } from '../math/random.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

test('any number of bytes survives the round trip; the text agrees with other encoders', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, k) => hashBits(1, length, k) & 255);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
  }
});
