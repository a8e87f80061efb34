import type { LongWork } from '../../../long-work.ts';
import { invertPositive } from '../../../math/cholesky.ts';

/** Number of rows that are processed between two yields. */
const rowsPerTurn = 2000;

/** The block pattern of a square sparse matrix, row by row (CSR), columns ascending. */
export interface SparsePattern {
  readonly rowCount: number;
  /** For each row, the index of its first block; at the end, the number of blocks. [rowCount + 1] */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
}

/** A sparse matrix with blocks of one size at the positions of a pattern. */
export interface BlockMatrix extends SparsePattern {
  /** Number of rows and of columns of a block. */
  readonly rowSize: number;
  readonly columnSize: number;
  /** Entries of the blocks, each block row-major, [rowSize · columnSize · columns.length]. */
  readonly blocks: Float64Array;
}

/** Creates the pattern that has a block for every pair of rows with an element in common. `rowOf`: row of each node, or −1. */
export function* makePattern(
  tets: Uint32Array,
  nodesPerTet: number,
  rowOf: Int32Array,
  rowCount: number,
): LongWork<SparsePattern> {
  // The elements of every row.
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
  // The neighbours of every row are visited twice: first to count them, then to list them. Each row is appended to the lists of its
  // neighbours, so the lists are ascending.
  const seen = new Int32Array(rowCount).fill(-1);
  const starts = new Uint32Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) {
    if (row % rowsPerTurn === 0) yield;
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
    if (row % rowsPerTurn === 0) yield;
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

/** Returns the index of the block (row, column). The pattern must contain it. */
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

/** Returns the diagonal blocks, row by row. */
export function pickDiagonal(matrix: BlockMatrix): Float64Array {
  const area = matrix.rowSize * matrix.columnSize;
  const out = new Float64Array(area * matrix.rowCount);
  for (let row = 0; row < matrix.rowCount; row++) {
    const from = findBlock(matrix, row, row) * area;
    for (let k = 0; k < area; k++) out[row * area + k] = matrix.blocks[from + k];
  }
  return out;
}

/**
 * Inverts blocks of size × size in place. A zero on the diagonal, which an aggregate with too few nodes causes, is replaced
 * by 1. Throws if a block is not positive definite.
 */
export function invertBlocks(blocks: Float64Array, size: number): Float64Array {
  const area = size * size;
  const block = new Float64Array(area);
  for (let at = 0; at < blocks.length; at += area) {
    for (let k = 0; k < area; k++) block[k] = blocks[at + k];
    for (let k = 0; k < area; k += size + 1) if (block[k] === 0) block[k] = 1;
    if (!invertPositive(block, size))
      throw new Error('a diagonal block of the stiffness matrix is not positive definite');
    blocks.set(block, at);
  }
  return blocks;
}
