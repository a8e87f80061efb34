import type { FurTopology } from '../topology/topology.ts';

/**
 * Returns for each strand the index of another strand of the same face. [strandCount] The direction to its root shows how the skin rotates
 * about the normal. For a strand without a neighbour, the index is its own.
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
 * Projects the edge (x, y, z) into the plane of the unit normal n and writes the unit tangent to out[0..2]. Returns false, and
 * writes nothing, if the edge has no length or is parallel to n.
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
