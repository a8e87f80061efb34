/** Unit normals of the triangles around each vertex, by area; zeros where there are none. */
export function computeNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const sums = new Float64Array(positions.length);
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    for (const corner of [a, b, c]) {
      sums[corner] += uy * vz - uz * vy;
      sums[corner + 1] += uz * vx - ux * vz;
      sums[corner + 2] += ux * vy - uy * vx;
    }
  }
  const out = new Float32Array(positions.length);
  for (let k = 0; k < sums.length; k += 3) {
    const length = Math.sqrt(sums[k] ** 2 + sums[k + 1] ** 2 + sums[k + 2] ** 2);
    if (length > 0) for (let axis = 0; axis < 3; axis++) out[k + axis] = sums[k + axis] / length;
  }
  return out;
}
