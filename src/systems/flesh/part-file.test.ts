import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { decodeFleshPart, encodeFleshPart } from './part-file.ts';
import { makeRod } from './testing/lumped-part.ts';

const rod = { ...makeRod(), name: 'Schenkel ½' };

test('a decoded part equals the encoded one', () => {
  const bytes = encodeFleshPart(rod);
  expect(decodeFleshPart(bytes)).toEqual(rod);
  // The bytes are also decoded from an unaligned position within a larger buffer.
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(decodeFleshPart(shifted.subarray(3))).toEqual(rod);
  expect(decodeFleshPart(Buffer.from(shifted.buffer, 3))).toEqual(rod);
});

test('a part whose normals change with some of its modes is smaller, and decoded as it was', () => {
  const stride = 3 * rod.surfaces[0].vertices.length;
  const normals = rod.surfaces[0].normals.slice(0, stride);
  const part = { ...rod, surfaces: [{ ...rod.surfaces[0], normals, normalModes: [1] }] };
  const bytes = encodeFleshPart(part);
  expect(decodeFleshPart(bytes)).toEqual(part);
  expect(bytes.length).toBeLessThan(encodeFleshPart(rod).length);
});

test('damaged and truncated files are refused, with their path', () => {
  const bytes = encodeFleshPart(rod);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice();
      damaged[at] ^= change;
      expect(() => decodeFleshPart(damaged, 'belly.flesh')).toThrow(InputError);
      expect(() => decodeFleshPart(damaged, 'belly.flesh')).toThrow(/^belly\.flesh: /);
    }),
    { seed: 9, numRuns: 300 },
  );
  for (const length of [0, 3, 16, 40, bytes.length - 1]) {
    expect(() => decodeFleshPart(bytes.subarray(0, length))).toThrow(InputError);
  }
  const newer = bytes.slice();
  newer[8] = 99;
  expect(() => decodeFleshPart(newer)).toThrow('version 99');
  const earlier = new TextEncoder().encode('AMFP of long ago, longer than a head of a record');
  expect(() => decodeFleshPart(earlier)).toThrow('got an earlier one: prepare it anew');
});
