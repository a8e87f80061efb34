import { invertPositive } from '../../../math/cholesky.ts';
import { type BlockMatrix, findBlock, invertDiagonal, type SparsePattern } from './sparse.ts';

/**
 * Groups rows with their neighbours: first every row none of whose neighbours is taken, with all of them; then what is
 * left joins a neighbour's group; what has none makes groups of its own. Vaněk, Mandel & Brezina 1996.
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
 * Splits near-null vectors `fields` [size · rowCount · 6] by group and makes each group's piece orthonormal (Gram-Schmidt,
 * twice): the pieces, [size · 6] a row, and what they are to the next level, [6 · 6] a group. Directions that a group is
 * too small to tell apart become zeros.
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
          const share = dot(a, b);
          coarse[36 * group + 6 * a + b] += share;
          for (const row of rows)
            for (let k = 0; k < area; k += 6)
              pieces[row * area + k + b] -= share * pieces[row * area + k + a];
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

/** Collects blocks row by row: a row's columns in the order in which they are first met. */
class RowCollector {
  readonly starts: Uint32Array;
  readonly columns: number[] = [];
  readonly blocks: number[] = [];
  private readonly place: Int32Array;
  private first = 0;

  constructor(
    rowCount: number,
    columnCount: number,
    private readonly area: number,
  ) {
    this.starts = new Uint32Array(rowCount + 1);
    this.place = new Int32Array(columnCount).fill(-1);
  }

  /** Where in `blocks` the current row's block of that column begins; zeros when it is new. */
  at(column: number): number {
    let place = this.place[column];
    if (place < this.first) {
      place = this.columns.length;
      this.place[column] = place;
      this.columns.push(column);
      for (let k = 0; k < this.area; k++) this.blocks.push(0);
    }
    return place * this.area;
  }

  endRow(row: number): void {
    this.first = this.columns.length;
    this.starts[row + 1] = this.first;
  }

  finish(rowSize: number, columnSize: number): BlockMatrix {
    return {
      rowCount: this.starts.length - 1,
      rowSize,
      columnSize,
      starts: this.starts,
      columns: Uint32Array.from(this.columns),
      blocks: Float64Array.from(this.blocks),
    };
  }
}

/** out += scale · a b for blocks [rows × inner] and [inner × columns]. */
function addProduct(
  out: number[],
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
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[aAt + i * inner + k] * b[bAt + k * columns + j];
      out[to + i * columns + j] += sum;
    }
  }
}

/** (I − weight · D⁻¹ A) applied to the pieces of `splitFields`: one Jacobi step makes the coarse shapes smooth. */
export function smoothPieces(
  matrix: BlockMatrix,
  pieces: Float64Array,
  groupOf: Int32Array,
  groupCount: number,
  weight: number,
): BlockMatrix | null {
  const size = matrix.rowSize;
  const inverse = invertDiagonal(matrix, invertPositive);
  if (!inverse) return null;
  const collector = new RowCollector(matrix.rowCount, groupCount, 6 * size);
  const sums: number[] = [];
  const product = new Float64Array(6 * size);
  for (let row = 0; row < matrix.rowCount; row++) {
    const first = collector.columns.length;
    for (let p = matrix.starts[row]; p < matrix.starts[row + 1]; p++) {
      const column = matrix.columns[p];
      const to = collector.at(groupOf[column]);
      addProduct(
        collector.blocks,
        to,
        matrix.blocks,
        p * size * size,
        pieces,
        column * 6 * size,
        size,
        size,
        6,
      );
    }
    for (let place = first; place < collector.columns.length; place++) {
      const at = place * 6 * size;
      for (let k = 0; k < 6 * size; k++) product[k] = collector.blocks[at + k];
      sums.length = 0;
      for (let k = 0; k < 6 * size; k++) sums.push(0);
      addProduct(sums, 0, inverse, row * size * size, product, 0, size, size, 6);
      const isOwn = collector.columns[place] === groupOf[row];
      for (let k = 0; k < 6 * size; k++)
        collector.blocks[at + k] = (isOwn ? pieces[row * 6 * size + k] : 0) - weight * sums[k];
    }
    collector.endRow(row);
  }
  return collector.finish(size, 6);
}

/** The transpose of a block matrix with that many columns. */
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

/** The product of two block matrices; `columnCount` block columns of b. */
export function multiplyMatrices(a: BlockMatrix, b: BlockMatrix, columnCount: number): BlockMatrix {
  const { rowSize, columnSize: inner } = a;
  const { columnSize } = b;
  const collector = new RowCollector(a.rowCount, columnCount, rowSize * columnSize);
  for (let row = 0; row < a.rowCount; row++) {
    for (let p = a.starts[row]; p < a.starts[row + 1]; p++) {
      const middle = a.columns[p];
      for (let q = b.starts[middle]; q < b.starts[middle + 1]; q++) {
        const to = collector.at(b.columns[q]);
        addProduct(
          collector.blocks,
          to,
          a.blocks,
          p * rowSize * inner,
          b.blocks,
          q * inner * columnSize,
          rowSize,
          inner,
          columnSize,
        );
      }
    }
    collector.endRow(row);
  }
  return sortRows(collector.finish(rowSize, columnSize));
}

/** The same matrix, columns rising in every row. */
function sortRows(matrix: BlockMatrix): BlockMatrix {
  const area = matrix.rowSize * matrix.columnSize;
  const columns = new Uint32Array(matrix.columns.length);
  const blocks = new Float64Array(matrix.blocks.length);
  for (let row = 0; row < matrix.rowCount; row++) {
    const [first, last] = [matrix.starts[row], matrix.starts[row + 1]];
    const order = Array.from({ length: last - first }, (_, k) => first + k);
    order.sort((p, q) => matrix.columns[p] - matrix.columns[q]);
    order.forEach((from, k) => {
      columns[first + k] = matrix.columns[from];
      blocks.set(matrix.blocks.subarray(from * area, (from + 1) * area), (first + k) * area);
    });
  }
  return { ...matrix, columns, blocks };
}

/** The blocks as one dense matrix; directions that nothing touches get 1 on the diagonal. */
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
