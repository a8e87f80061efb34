/** Which blocks of a square matrix there are; row by row, columns rising. */
export interface SparsePattern {
  readonly rowCount: number;
  /** [rowCount + 1]. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
}

/** Blocks of one size at the places of a pattern. */
export interface BlockMatrix extends SparsePattern {
  /** Rows of a block, and columns. */
  readonly rowSize: number;
  readonly columnSize: number;
  /** [rowSize · columnSize · columns.length], each row-major. */
  readonly blocks: Float64Array;
}

/** Every pair of rows that share an element. `rowOf` gives a node's row, or −1. */
export function makePattern(
  tets: Uint32Array,
  nodesPerTet: number,
  rowOf: Int32Array,
  rowCount: number,
): SparsePattern {
  // Elements of every row.
  const elementStarts = new Uint32Array(rowCount + 1);
  for (let k = 0; k < tets.length; k++) {
    const row = rowOf[tets[k]];
    if (row >= 0) elementStarts[row + 1]++;
  }
  for (let row = 0; row < rowCount; row++) elementStarts[row + 1] += elementStarts[row];
  const elements = new Uint32Array(elementStarts[rowCount]);
  const fill = elementStarts.slice();
  for (let k = 0; k < tets.length; k++) {
    const row = rowOf[tets[k]];
    if (row >= 0) elements[fill[row]++] = k - (k % nodesPerTet);
  }
  // Twice over the neighbours of every row: count, then list. A row goes into its neighbours' lists, so they rise.
  const seen = new Int32Array(rowCount).fill(-1);
  const starts = new Uint32Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) {
    let count = 0;
    for (let p = elementStarts[row]; p < elementStarts[row + 1]; p++) {
      for (let k = elements[p]; k < elements[p] + nodesPerTet; k++) {
        const other = rowOf[tets[k]];
        if (other < 0 || seen[other] === row) continue;
        seen[other] = row;
        count++;
      }
    }
    starts[row + 1] = starts[row] + count;
  }
  const columns = new Uint32Array(starts[rowCount]);
  const next = starts.slice();
  seen.fill(-1);
  for (let row = 0; row < rowCount; row++) {
    for (let p = elementStarts[row]; p < elementStarts[row + 1]; p++) {
      for (let k = elements[p]; k < elements[p] + nodesPerTet; k++) {
        const other = rowOf[tets[k]];
        if (other < 0 || seen[other] === row) continue;
        seen[other] = row;
        columns[next[other]++] = row;
      }
    }
  }
  return { rowCount, starts, columns };
}

/** Where the block (row, column) lies; the pattern must have it. */
export function findBlock(pattern: SparsePattern, row: number, column: number): number {
  const { starts, columns } = pattern;
  let low = starts[row];
  let high = starts[row + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every row's own block, inverted; blocks of zeros give zeros. Null where one is not positive definite. */
export function invertDiagonal(matrix: BlockMatrix, invert: (block: Float64Array, size: number) => boolean) {
  const size = matrix.rowSize;
  const area = size * size;
  const out = new Float64Array(area * matrix.rowCount);
  for (let row = 0; row < matrix.rowCount; row++) {
    const at = findBlock(matrix, row, row) * area;
    const block = matrix.blocks.slice(at, at + area);
    // An aggregate of too few nodes leaves directions empty.
    for (let k = 0; k < size; k++) if (block[k * size + k] === 0) block[k * size + k] = 1;
    if (!invert(block, size)) return null;
    out.set(block, row * area);
  }
  return out;
}
