import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import { packedShellsBytes, packShells, unpackShells } from './shells-record.ts';

const vertexCount = 20;
const random = (seed: number) =>
  Float32Array.from({ length: 3 * vertexCount }, (_, k) => hashUnit(seed, k) - 0.5);

test('a frame is bit-identical after packing, from bytes at any alignment', () => {
  const motion = { roots: random(1), normals: random(2), offsets: random(3) };
  motion.offsets[4] = Number.NaN;
  const packed = packShells(motion, null);
  expect(packed.length).toBe(packedShellsBytes(vertexCount));
  const shifted = new Uint8Array(packed.length + 1);
  shifted.set(packed, 1);
  for (const bytes of [packed, shifted.subarray(1)])
    expect(unpackShells(bytes, vertexCount, null)).toEqual(motion);
});

test('data that stays as in the first frame is kept once', () => {
  const motion = { roots: random(1), normals: random(2), offsets: random(3) };
  const first = packShells(motion, null);
  const later = { ...motion, offsets: random(4) };
  const packed = packShells(later, first);
  expect(packed.length).toBe(4 + 12 * vertexCount);
  expect(unpackShells(packed, vertexCount, first)).toEqual(later);
  const sunk = { ...later, roots: random(5) };
  const third = packShells(sunk, first);
  expect(third.length).toBe(4 + 24 * vertexCount);
  expect(unpackShells(third, vertexCount, first)).toEqual(sunk);
});
