import type { FurTopology } from '../topology/topology.ts';

/**
 * For each strand another of its face, whose root shows how the skin turns about the normal; itself where there is none.
 * [strandCount]
 */
export function findNeighbors({ vertexOf, strandOfCorner, strandCount }: FurTopology): Uint32Array {
  const neighbors = Uint32Array.from({ length: strandCount }, (_, strand) => strand);
  for (let k = 0; k < strandOfCorner.length; k++) {
    const strand = strandOfCorner[k];
    if (neighbors[strand] !== strand) continue;
    const face = k - (k % 3);
    for (let n = 1; n <= 2; n++) {
      const other = strandOfCorner[face + ((k + n) % 3)];
      if (vertexOf[other] === vertexOf[strand]) continue;
      neighbors[strand] = other;
      break;
    }
  }
  return neighbors;
}

/**
 * The unit vector across the unit normal n, along the edge (x, y, z), into out[0..2]. False where the edge has no length or
 * runs along n, and nothing is written.
 */
export function writeTangent(
  out: Float64Array,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): boolean {
  const up = x * nx + y * ny + z * nz;
  const tx = x - up * nx;
  const ty = y - up * ny;
  const tz = z - up * nz;
  const square = tx * tx + ty * ty + tz * tz;
  if (!(square > 1e-12 * (x * x + y * y + z * z))) return false;
  const inverse = 1 / Math.sqrt(square);
  out[0] = inverse * tx;
  out[1] = inverse * ty;
  out[2] = inverse * tz;
  return true;
}
