/**
 * A square of quads × quads on the grid of columns. A position is (column, 0, row), with 1 in the middle at the outer edge
 * of a hem, which patches of different fineness have to close the gaps between them.
 *
 * Tried and left: an upright skirt shows as a dark dashed line, its triangles are seen edge-on.
 */
export function createPatchArrays(
  quads: number,
  hasHem: boolean,
): {
  positions: Float32Array<ArrayBuffer>;
  indices: Uint16Array<ArrayBuffer>;
} {
  const side = quads + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) positions.push(column, 0, row);
  for (let row = 0; row < quads; row++) {
    for (let column = 0; column < quads; column++) {
      const a = row * side + column;
      // Diagonals alternate, so that slopes look the same from both sides.
      if ((row + column) % 2 === 0) indices.push(a, a + side, a + side + 1, a, a + side + 1, a + 1);
      else indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  }
  if (hasHem) addHem(positions, indices, quads);
  return { positions: Float32Array.from(positions), indices: Uint16Array.from(indices) };
}

function addHem(positions: number[], indices: number[], quads: number): void {
  const side = quads + 1;
  // Once around, with the ground on the left hand seen from above: +Z edge, +X edge, −Z edge, −X edge.
  const rim: number[] = [];
  for (let k = 0; k < quads; k++) rim.push(quads * side + k);
  for (let k = 0; k < quads; k++) rim.push((quads - k) * side + quads);
  for (let k = 0; k < quads; k++) rim.push(quads - k);
  for (let k = 0; k < quads; k++) rim.push(k * side);
  const firstLower = positions.length / 3;
  for (const vertex of rim) positions.push(positions[3 * vertex], 1, positions[3 * vertex + 2]);
  for (let k = 0; k < rim.length; k++) {
    const next = (k + 1) % rim.length;
    const [upper, upperNext] = [rim[k], rim[next]];
    const [lower, lowerNext] = [firstLower + k, firstLower + next];
    indices.push(upper, lower, lowerNext, upper, lowerNext, upperNext);
  }
}
