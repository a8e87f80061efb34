/**
 * Creates a square of quads × quads on the grid of columns. A position is (column, m, row). m is 1 at the outer boundary of a hem, which
 * closes the gaps between patches of different resolution, and 0 elsewhere. Triangles of the surface and of the hem are separate, because
 * the hem is drawn later. With `step` only every step-th vertex is used, along both sides.
 *
 * A vertical skirt instead of a hem would be visible as a dark dashed line, because its triangles are seen edge-on.
 */
export function createPatchArrays(
  quads: number,
  hasHem: boolean,
  step = 1,
): {
  positions: Float32Array<ArrayBuffer>;
  surface: Uint16Array<ArrayBuffer>;
  hem: Uint16Array<ArrayBuffer>;
} {
  const side = quads + 1;
  const positions: number[] = [];
  const surface: number[] = [];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) positions.push(column, 0, row);
  for (let row = 0; row < quads; row += step) {
    for (let column = 0; column < quads; column += step) {
      const a = row * side + column;
      const b = a + step * side;
      // The directions of diagonals alternate, so that slopes look the same from both sides.
      if (((row + column) / step) % 2 === 0) surface.push(a, b, b + step, a, b + step, a + step);
      else surface.push(a, b, a + step, a + step, b, b + step);
    }
  }
  const hem = hasHem ? addHem(positions, quads, step) : [];
  return {
    positions: Float32Array.from(positions),
    surface: Uint16Array.from(surface),
    hem: Uint16Array.from(hem),
  };
}

/** Adds the vertices of the hem to `positions`. Returns the hem's triangles. */
function addHem(positions: number[], quads: number, step: number): number[] {
  const side = quads + 1;
  // Goes once around the patch, with the ground on the left seen from above: +Z edge, +X edge, −Z edge, −X edge.
  const rim: number[] = [];
  for (let k = 0; k < quads; k += step) rim.push(quads * side + k);
  for (let k = 0; k < quads; k += step) rim.push((quads - k) * side + quads);
  for (let k = 0; k < quads; k += step) rim.push(quads - k);
  for (let k = 0; k < quads; k += step) rim.push(k * side);
  const firstLower = positions.length / 3;
  for (const vertex of rim) positions.push(positions[3 * vertex], 1, positions[3 * vertex + 2]);
  return rim.flatMap((upper, k) => {
    const next = (k + 1) % rim.length;
    const [lower, lowerNext] = [firstLower + k, firstLower + next];
    return [upper, lower, lowerNext, upper, lowerNext, rim[next]];
  });
}
