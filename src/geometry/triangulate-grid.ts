/**
 * Returns the triangles of a grid of vertices, two for each square, as vertex indices [6 · squares]. Vertices are numbered row by row. If
 * columns go along +x and rows along +z, the triangles are counter-clockwise seen from above.
 */
export function triangulateGrid(columns: number, rows: number): Uint32Array {
  const indices = new Uint32Array(6 * (columns - 1) * (rows - 1));
  for (let row = 0, k = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++, k += 6) {
      const corner = row * columns + column;
      const next = corner + columns;
      indices.set([corner, next, corner + 1, corner + 1, next, next + 1], k);
    }
  }
  return indices;
}
