import { maxOf } from '../../math/lists.ts';
import type { RigSurface } from '../rig.ts';
import { pickTriangles } from '../split-surface.ts';

/** Maximum number of triangles of a block. Small blocks are used so that triangles far from the ground need not be posed. */
const blockTriangles = 256;

/**
 * Splits a surface into blocks of nearby triangles in mesh space, by halving along the longest side. Meant for surfaces that bend little,
 * where the triangles of a block come near the ground at the same time.
 */
export function splitBlocks(surface: RigSurface): RigSurface[] {
  const count = surface.indices.length / 3;
  if (count <= blockTriangles) return [surface];
  const centers = findCenters(surface);
  const blocks: Uint32Array[] = [];
  const split = (triangles: Uint32Array) => {
    if (triangles.length <= blockTriangles) {
      blocks.push(triangles);
      return;
    }
    const axis = longestAxis(centers, triangles);
    triangles.sort((a, b) => centers[3 * a + axis] - centers[3 * b + axis] || a - b);
    const middle = triangles.length >> 1;
    split(triangles.subarray(0, middle));
    split(triangles.subarray(middle));
  };
  split(Uint32Array.from({ length: count }, (_, triangle) => triangle));
  return blocks.map((triangles, k) => ({
    ...pickTriangles(surface, [...triangles]),
    name: `${surface.name}/${k}`,
  }));
}

function findCenters({ indices, positions }: RigSurface): Float64Array {
  const centers = new Float64Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    for (let axis = 0; axis < 3; axis++) {
      centers[t + axis] =
        positions[3 * indices[t] + axis] +
        positions[3 * indices[t + 1] + axis] +
        positions[3 * indices[t + 2] + axis];
    }
  }
  return centers;
}

function longestAxis(centers: Float64Array, triangles: Uint32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const triangle of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], centers[3 * triangle + axis]);
      high[axis] = Math.max(high[axis], centers[3 * triangle + axis]);
    }
  }
  const sides = high.map((value, axis) => value - low[axis]);
  return sides.indexOf(maxOf(sides));
}
