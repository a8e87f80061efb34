import { expect } from 'vitest';
import type { TriangleMesh } from '../../motion/keyed-collider.ts';
import { fuzzReader } from './fuzz-reader.ts';

export { fuzzSeed } from './fuzz-reader.ts';

/** Damaged files give a surface or an InputError, some of each. sources: at least two; the last is binary. */
export function fuzzSurface(read: (bytes: Uint8Array) => TriangleMesh, sources: readonly Uint8Array[]): void {
  fuzzReader((bytes) => {
    const { positions, indices } = read(bytes);
    expect(positions.every(Number.isFinite) && indices.every((index) => 3 * index < positions.length)).toBe(
      true,
    );
  }, sources);
}
