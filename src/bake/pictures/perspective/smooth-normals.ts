import type { Figure } from '../figure.ts';

/**
 * Unit normals [3 · vertexCount], each the mean of the faces around it by area. Vertices at the same place share their
 * normal, so that seams of texture do not show; a vertex without area gets +Y.
 */
export function smoothNormals({ positions, indices }: Figure): Float64Array {
  const count = Math.floor(positions.length / 3);
  const places = new Map<string, number>();
  const place = new Int32Array(count);
  for (let v = 0; v < count; v++) {
    const key = `${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}`;
    const known = places.get(key);
    place[v] = known ?? v;
    if (known === undefined) places.set(key, v);
  }
  const sums = new Float64Array(3 * count);
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    for (let corner = 0; corner < 3; corner++) {
      const k = 3 * place[indices[t + corner]];
      sums[k] += uy * vz - uz * vy;
      sums[k + 1] += uz * vx - ux * vz;
      sums[k + 2] += ux * vy - uy * vx;
    }
  }
  const normals = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const k = 3 * place[v];
    const length = Math.sqrt(sums[k] ** 2 + sums[k + 1] ** 2 + sums[k + 2] ** 2);
    normals[3 * v] = length > 0 ? sums[k] / length : 0;
    normals[3 * v + 1] = length > 0 ? sums[k + 1] / length : 1;
    normals[3 * v + 2] = length > 0 ? sums[k + 2] / length : 0;
  }
  return normals;
}
