import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';

/**
 * Columns of a ground, averaged to a size that fits a picture. Sample (i, j) represents `factor` × `factor` columns. Its centre is at world
 * x = x + i · step, z = z + j · step, metres.
 */
export interface ColumnGrid {
  readonly columns: number;
  readonly rows: number;
  readonly factor: number;
  readonly x: number;
  readonly z: number;
  readonly step: number;
  /** Initial heights, metres, [columns · rows]. */
  readonly initial: Float32Array<ArrayBuffer>;
  /** Change of the height since then, metres, [columns · rows]. Negative in a print. */
  readonly change: Float32Array<ArrayBuffer>;
  /** Fraction of pressed columns, 0..1, [columns · rows]. */
  readonly pressed: Float32Array<ArrayBuffer>;
  /** Wetness, 0..1, [columns · rows]. Absent if everything is dry. */
  readonly wetness?: Float32Array<ArrayBuffer>;
  /** Fraction of columns that are stone, 0..1, [columns · rows]. Absent if there are none. */
  readonly stones?: Float32Array<ArrayBuffer>;
}

const chunk = 1 << 16;
const sparseSamples = 1 << 17;

/**
 * Reads a rectangle of ground as a grid of at most `maxSamples` samples, or slightly more because of rounding at the edges. With
 * `untouched`, only the initial heights, wetness and stones are read, from only one row of columns for each row of samples. The other
 * layers are 0. earlier: the grid of the same rectangle of the same ground at another time, from which the initial heights are copied.
 */
export function readColumnGrid(
  ground: HeightfieldOutput,
  rectangle: ColumnRectangle,
  maxSamples: number,
  untouched = false,
  earlier: ColumnGrid | null = null,
): ColumnGrid {
  const size = rectangle.columns * rectangle.rows;
  let factor = Math.max(1, Math.ceil(Math.sqrt(size / maxSamples)));
  // If a sample represents hundreds of columns, only some of them are read, because the picture is coarse.
  const sparse = factor > 8;
  if (sparse) factor = Math.max(factor, Math.ceil(Math.sqrt(size / sparseSamples)));
  const columns = Math.ceil(rectangle.columns / factor);
  const rows = Math.ceil(rectangle.rows / factor);
  const grid: ColumnGrid = {
    columns,
    rows,
    factor,
    x: (rectangle.i0 + (factor - 1) / 2) * ground.cell,
    z: (rectangle.j0 + (factor - 1) / 2) * ground.cell,
    step: factor * ground.cell,
    initial: earlier ? earlier.initial.slice() : new Float32Array(columns * rows),
    change: new Float32Array(columns * rows),
    pressed: new Float32Array(columns * rows),
    ...(ground.readWetness && { wetness: new Float32Array(columns * rows) }),
    ...(ground.readStones && { stones: new Float32Array(columns * rows) }),
  };
  const taken = sparse ? 4 : factor;
  const span = sparse ? 1 : Math.max(1, Math.min(columns, Math.floor(chunk / (factor * factor))));
  const before = new Int32Array(span * taken * taken);
  const now = new Int32Array(before.length);
  const bytes = new Uint8Array(before.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column += span) {
      const count = Math.min(span, columns - column);
      const i0 = rectangle.i0 + column * factor;
      const top = rectangle.j0 + row * factor;
      const rowsLeft = rectangle.j0 + rectangle.rows - top;
      const j0 = untouched ? top + Math.min(factor >> 1, rowsLeft - 1) : top;
      const block = {
        i0,
        j0,
        columns: Math.min(sparse ? taken : count * factor, rectangle.i0 + rectangle.columns - i0),
        rows: untouched ? 1 : Math.min(taken, rowsLeft),
      };
      const used = block.columns * block.rows;
      const target = row * columns + column;
      const differences = !untouched && ground.readDifferences !== undefined;
      if (!earlier || !(untouched || differences)) {
        ground.readInitial(before.subarray(0, used), block);
        if (!earlier) averageBlocks(grid.initial, before, block, factor, target, count);
      }
      if (grid.wetness) {
        ground.readWetness!(bytes.subarray(0, used), block);
        averageBlocks(grid.wetness, bytes, block, factor, target, count);
      }
      if (grid.stones) {
        ground.readStones!(bytes.subarray(0, used), block);
        averageBlocks(grid.stones, bytes, block, factor, target, count);
      }
      if (untouched) continue;
      if (differences) ground.readDifferences!(now.subarray(0, used), block);
      else {
        ground.read(now.subarray(0, used), block);
        for (let k = 0; k < used; k++) now[k] -= before[k];
      }
      ground.readPressed(bytes.subarray(0, used), block);
      averageBlocks(grid.change, now, block, factor, target, count);
      averageBlocks(grid.pressed, bytes, block, factor, target, count);
    }
  }
  for (let k = 0; k < grid.initial.length; k++) {
    if (!earlier) grid.initial[k] = ground.datum + grid.initial[k] * ground.heightUnit;
    grid.change[k] *= ground.heightUnit;
    if (grid.wetness) grid.wetness[k] /= 255;
  }
  return grid;
}

/** Writes to out[target + n] the mean of the n-th `factor` columns of a block, over all rows of the block. */
function averageBlocks(
  out: Float32Array,
  values: ArrayLike<number>,
  block: ColumnRectangle,
  factor: number,
  target: number,
  count: number,
): void {
  if (factor === 1) {
    for (let n = 0; n < count; n++) out[target + n] = values[n];
    return;
  }
  for (let n = 0; n < count; n++) {
    const first = n * factor;
    const last = Math.min(block.columns, first + factor);
    let sum = 0;
    for (let row = 0; row < block.rows; row++) {
      for (let k = row * block.columns + first; k < row * block.columns + last; k++) sum += values[k];
    }
    out[target + n] = sum / ((last - first) * block.rows);
  }
}
