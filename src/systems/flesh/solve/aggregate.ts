import type { LongWork } from '../../../long-work.ts';
import { type BlockMatrix, findBlock, type SparsePattern } from './sparse.ts';

/** Number of rows of a product that are computed between two yields. */
const rowsPerTurn = 2000;

/**
 * Groups rows into aggregates (Vaněk, Mandel & Brezina 1996). First, each row without a grouped neighbour forms a group with all its
 * neighbours. Then each remaining row joins the group of a neighbour. If a remaining row has no grouped neighbour, it forms a group with
 * its remaining neighbours.
 */
export function aggregateRows(pattern: SparsePattern): { groupOf: Int32Array; groupCount: number } {
  const { rowCount, starts, columns } = pattern;
  const groupOf = new Int32Array(rowCount).fill(-1);
  let groupCount = 0;
  for (let row = 0; row < rowCount; row++) {
    let isClear = true;
    for (let p = starts[row]; p < starts[row + 1] && isClear; p++) isClear = groupOf[columns[p]] < 0;
    if (!isClear) continue;
    for (let p = starts[row]; p < starts[row + 1]; p++) groupOf[columns[p]] = groupCount;
    groupCount++;
  }
  const first = groupOf.slice();
  for (let row = 0; row < rowCount; row++) {
    if (groupOf[row] >= 0) continue;
    for (let p = starts[row]; p < starts[row + 1]; p++) {
      if (first[columns[p]] < 0) continue;
      groupOf[row] = first[columns[p]];
      break;
    }
  }
  for (let row = 0; row < rowCount; row++) {
    if (groupOf[row] >= 0) continue;
    for (let p = starts[row]; p < starts[row + 1]; p++) {
      if (groupOf[columns[p]] < 0) groupOf[columns[p]] = groupCount;
    }
    groupCount++;
  }
  return { groupOf, groupCount };
}

/**
 * Splits the near-null vectors `fields` [size · rowCount · 6] by group and orthonormalizes each group's columns
 * (Gram–Schmidt, twice). pieces: the orthonormal columns, [size · 6] per row. coarse: the coefficients that reproduce
 * `fields`, [6 · 6] per group; they are the near-null vectors of the next level. Columns that are linearly dependent within
 * a small group become zeros.
 */
export function splitFields(
  fields: Float64Array,
  size: number,
  groupOf: Int32Array,
  groupCount: number,
): { pieces: Float64Array; coarse: Float64Array } {
  const rowCount = groupOf.length;
  const members: number[][] = Array.from({ length: groupCount }, () => []);
  for (let row = 0; row < rowCount; row++) members[groupOf[row]].push(row);
  const pieces = fields.slice();
  const coarse = new Float64Array(36 * groupCount);
  const area = 6 * size;
  for (let group = 0; group < groupCount; group++) {
    const rows = members[group];
    const dot = (a: number, b: number) => {
      let sum = 0;
      for (const row of rows)
        for (let k = 0; k < area; k += 6) sum += pieces[row * area + k + a] * pieces[row * area + k + b];
      return sum;
    };
    for (let b = 0; b < 6; b++) {
      const before = Math.sqrt(dot(b, b));
      for (let pass = 0; pass < 2; pass++) {
        for (let a = 0; a < b; a++) {
          const projection = dot(a, b);
          coarse[36 * group + 6 * a + b] += projection;
          for (const row of rows)
            for (let k = 0; k < area; k += 6)
              pieces[row * area + k + b] -= projection * pieces[row * area + k + a];
        }
      }
      const length = Math.sqrt(dot(b, b));
      const isKept = length > 1e-8 * before;
      coarse[36 * group + 7 * b] = isKept ? length : 0;
      for (const row of rows)
        for (let k = 0; k < area; k += 6)
          pieces[row * area + k + b] = isKept ? pieces[row * area + k + b] / length : 0;
    }
  }
  return { pieces, coarse };
}

/** The sparsity pattern of a product, determined before its blocks are summed. */
interface ProductLayout {
  readonly starts: Uint32Array;
  /** Ascending in every row. */
  readonly columns: Uint32Array;
}

/** Returns the sparsity pattern of a · b. `starts` and `columns` are the pattern of a. */
function layOutProduct(
  starts: Uint32Array,
  columns: Uint32Array,
  b: Pick<SparsePattern, 'starts' | 'columns'>,
  columnCount: number,
): ProductLayout {
  const rowCount = starts.length - 1;
  const seen = new Int32Array(columnCount).fill(-1);
  const outStarts = new Uint32Array(rowCount + 1);
  const list = new Uint32Array(columnCount);
  let out = new Uint32Array(4 * columns.length);
  for (let row = 0; row < rowCount; row++) {
    let count = 0;
    for (let p = starts[row]; p < starts[row + 1]; p++) {
      const middle = columns[p];
      for (let q = b.starts[middle]; q < b.starts[middle + 1]; q++) {
        const column = b.columns[q];
        if (seen[column] === row) continue;
        seen[column] = row;
        list[count++] = column;
      }
    }
    const first = outStarts[row];
    outStarts[row + 1] = first + count;
    if (first + count > out.length) {
      const larger = new Uint32Array(2 * (first + count));
      larger.set(out);
      out = larger;
    }
    out.set(list.subarray(0, count).sort(), first);
  }
  return { starts: outStarts, columns: out.slice(0, outStarts[rowCount]) };
}

/** Adds a · b to `out`, for blocks a [rows × inner] and b [inner × columns]. */
function addProduct(
  out: Float64Array,
  to: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  rows: number,
  inner: number,
  columns: number,
): void {
  for (let i = 0; i < rows; i++) {
    const end = to + columns;
    for (let k = 0; k < inner; k++) {
      const factor = a[aAt + i * inner + k];
      for (let at = to, from = bAt + k * columns; at < end; at++, from++) out[at] += factor * b[from];
    }
    to += columns;
  }
}

/**
 * Returns the prolongation (I − weight · D⁻¹ A) P, where the blocks of P are the pieces of `splitFields`. This Jacobi step makes the coarse
 * basis functions smooth.
 */
export function* smoothPieces(
  matrix: BlockMatrix,
  inverse: Float64Array,
  pieces: Float64Array,
  groupOf: Int32Array,
  groupCount: number,
  weight: number,
): LongWork<BlockMatrix> {
  const { rowCount, rowSize: size } = matrix;
  // The pieces as a matrix with one block in each row.
  const tentative: BlockMatrix = {
    rowCount,
    rowSize: size,
    columnSize: 6,
    starts: Uint32Array.from({ length: rowCount + 1 }, (_, row) => row),
    columns: Uint32Array.from(groupOf),
    blocks: pieces,
  };
  const product = yield* multiplyMatrices(matrix, tentative, groupCount);
  const area = 6 * size;
  yield;
  const block = new Float64Array(area);
  for (let row = 0; row < rowCount; row++) {
    for (let p = product.starts[row]; p < product.starts[row + 1]; p++) {
      block.fill(0);
      addProduct(block, 0, inverse, row * size * size, product.blocks, p * area, size, size, 6);
      const isOwn = product.columns[p] === groupOf[row];
      for (let k = 0; k < area; k++)
        product.blocks[p * area + k] = (isOwn ? pieces[row * area + k] : 0) - weight * block[k];
    }
  }
  return product;
}

/** Returns the transpose of a block matrix. columnCount: number of block columns of the matrix. */
export function transposeBlocks(matrix: BlockMatrix, columnCount: number): BlockMatrix {
  const { rowSize, columnSize } = matrix;
  const area = rowSize * columnSize;
  const starts = new Uint32Array(columnCount + 1);
  for (let p = 0; p < matrix.columns.length; p++) starts[matrix.columns[p] + 1]++;
  for (let k = 0; k < columnCount; k++) starts[k + 1] += starts[k];
  const next = starts.slice();
  const columns = new Uint32Array(matrix.columns.length);
  const blocks = new Float64Array(matrix.blocks.length);
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let p = matrix.starts[row]; p < matrix.starts[row + 1]; p++) {
      const to = next[matrix.columns[p]]++;
      columns[to] = row;
      for (let i = 0; i < rowSize; i++)
        for (let j = 0; j < columnSize; j++)
          blocks[to * area + j * rowSize + i] = matrix.blocks[p * area + i * columnSize + j];
    }
  }
  return { rowCount: columnCount, rowSize: columnSize, columnSize: rowSize, starts, columns, blocks };
}

/** Returns the product of two block matrices. columnCount: number of block columns of b. */
export function* multiplyMatrices(
  a: BlockMatrix,
  b: BlockMatrix,
  columnCount: number,
): LongWork<BlockMatrix> {
  const { rowCount, rowSize, columnSize: inner } = a;
  const { columnSize } = b;
  const { starts, columns } = layOutProduct(a.starts, a.columns, b, columnCount);
  const area = rowSize * columnSize;
  const blocks = new Float64Array(area * columns.length);
  const blockAt = new Uint32Array(columnCount);
  for (let row = 0; row < rowCount; row++) {
    if (row % rowsPerTurn === 0) yield;
    for (let p = starts[row]; p < starts[row + 1]; p++) blockAt[columns[p]] = p * area;
    for (let p = a.starts[row]; p < a.starts[row + 1]; p++) {
      const middle = a.columns[p];
      const aAt = p * rowSize * inner;
      for (let q = b.starts[middle]; q < b.starts[middle + 1]; q++) {
        const bAt = q * inner * columnSize;
        addProduct(blocks, blockAt[b.columns[q]], a.blocks, aAt, b.blocks, bAt, rowSize, inner, columnSize);
      }
    }
  }
  return { rowCount, rowSize, columnSize, starts, columns, blocks };
}

/**
 * Returns the block matrix as one dense matrix. Zeros on the diagonal are replaced by 1, so that unused directions do not make it singular.
 */
export function toDense(matrix: BlockMatrix): Float64Array {
  const size = matrix.rowSize;
  const full = size * matrix.rowCount;
  const out = new Float64Array(full * full);
  for (let row = 0; row < matrix.rowCount; row++) {
    for (let p = matrix.starts[row]; p < matrix.starts[row + 1]; p++) {
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++)
          out[(size * row + i) * full + size * matrix.columns[p] + j] =
            matrix.blocks[(p * size + i) * size + j];
    }
    for (let i = 0; i < size; i++) {
      if (matrix.blocks[(findBlock(matrix, row, row) * size + i) * size + i] === 0)
        out[(size * row + i) * (full + 1)] = 1;
    }
  }
  return out;
}
