import { expect, test } from 'vitest';
import { hashUnit } from '../../math/random.ts';
import type { RigSurface } from '../rig.ts';
import { splitBlocks } from './split-blocks.ts';

/** Creates separate triangles scattered over a strip of 100 m. */
function createSurface(triangleCount: number): RigSurface {
  const positions = new Float32Array(9 * triangleCount);
  for (let k = 0; k < positions.length; k++) {
    const triangle = Math.floor(k / 9);
    positions[k] = (k % 3 === 0 ? 100 * hashUnit(1, triangle) : 0) + hashUnit(2, k);
  }
  return {
    name: 'strip',
    node: 0,
    skin: -1,
    positions,
    normals: null,
    indices: Uint32Array.from({ length: 3 * triangleCount }, (_, k) => k),
    influenceCount: 0,
    jointIndices: new Uint16Array(0),
    jointWeights: new Float32Array(0),
    morphTargets: [],
    color: [1, 1, 1],
  };
}

const trianglesOf = ({ indices, positions }: RigSurface) =>
  Array.from({ length: indices.length / 3 }, (_, t) =>
    [0, 1, 2]
      .map((corner) =>
        positions
          .slice(3 * indices[3 * t + corner])
          .slice(0, 3)
          .join(' '),
      )
      .join(' | '),
  );

test('each triangle is in one block; blocks are small and far apart', () => {
  const surface = createSurface(3000);
  const blocks = splitBlocks(surface);
  expect(blocks.flatMap(trianglesOf).sort()).toEqual(trianglesOf(surface).sort());
  expect(new Set(blocks.map((block) => block.name)).size).toBe(blocks.length);
  for (const block of blocks) {
    expect(block.indices.length).toBeLessThanOrEqual(3 * 256);
    const along = block.positions.filter((_, k) => k % 3 === 0);
    expect(Math.max(...along) - Math.min(...along)).toBeLessThan(12);
  }
});

test('a small surface is not divided', () => {
  const surface = createSurface(200);
  expect(splitBlocks(surface)).toEqual([surface]);
});
