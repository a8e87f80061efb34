import type { LongWork } from '../../../long-work.ts';
import { invertPositive } from '../../../math/cholesky.ts';
import { hashUnit } from '../../../math/random.ts';
import { stripWidth } from '../records.generated.ts';
import {
  aggregateRows,
  multiplyMatrices,
  smoothPieces,
  splitFields,
  toDense,
  transposeBlocks,
} from './aggregate.ts';
import type { BlockPointers, SolveMemory } from './solve-memory.ts';
import { type BlockMatrix, invertBlocks, pickDiagonal } from './sparse.ts';
import { chebyshevSteps, type Level, type LevelTransfer, multiply, smoothAway } from './v-cycle.ts';

/** Maximum number of rows of a level whose matrix is inverted as a dense matrix. */
const denseRows = 480;
const smoothingSteps = 5;
/** Smoothing damps the eigenvalues of D⁻¹ A in a range: from the largest eigenvalue divided by this number to the largest eigenvalue. */
const smoothingRatio = 15;

/** Number of V-cycles on the linear elements for each V-cycle on the quadratic ones. It takes 1/30 of the time of a quadratic one. */
const linearCycles = 2;

/** Degree of the Chebyshev polynomial that amplifies the largest eigenvalue, see `estimateMaxEigenvalue`. */
const amplifyingSteps = 6;

/** The data from which `addLevel` makes a level. */
export interface LevelSeed {
  readonly nodeCount: number;
  readonly size: number;
  readonly matrix: BlockPointers;
  readonly inverse: number;
}

type LevelStrips = Pick<Level, 'x' | 'step' | 'residual'>;

/** Appends a level, with its work vectors and the coefficients of its smoother. */
export function* addLevel(
  memory: SolveMemory,
  levels: Level[],
  seed: LevelSeed,
  transfer: LevelTransfer | null,
): LongWork<void> {
  const { nodeCount, size } = seed;
  const bytes = 4 * stripWidth * size * (nodeCount + 1);
  const [x, step, residual] = [memory.allocate(bytes), memory.allocate(bytes), memory.allocate(bytes)];
  memory.floats(x, bytes / 4).fill(0);
  // Only the level directly below the quadratic elements is solved with several V-cycles.
  const cycleCount = levels.length === 1 && levels[0].transfer?.kind === 'edges' ? linearCycles : 1;
  const [load, sum] = cycleCount > 1 ? [memory.allocate(bytes), memory.allocate(bytes)] : [0, 0];
  const maxEigenvalue = 1.1 * (yield* estimateMaxEigenvalue(memory, seed, { x, step, residual }));
  levels.push({
    ...seed,
    x,
    step,
    residual,
    maxEigenvalue,
    ...chebyshevSteps(maxEigenvalue, smoothingRatio, smoothingSteps),
    cycleCount,
    load,
    sum,
    transfer,
    inverted: null,
  });
}

/**
 * Returns a lower estimate of the largest eigenvalue of D⁻¹ A, accurate to a few per cent. A single bad element causes one eigenvalue far
 * above all others, which the power method would find only slowly. Therefore a Chebyshev polynomial for the range that is known so far is
 * applied to 16 random vectors: components with eigenvalues above this range grow exponentially. If the estimate is too low, smoothing
 * amplifies components that it should damp.
 */
function* estimateMaxEigenvalue(memory: SolveMemory, seed: LevelSeed, strips: LevelStrips): LongWork<number> {
  const { nodeCount, size, matrix, inverse } = seed;
  const { x, step, residual } = strips;
  const length = nodeCount * size * stripWidth;
  const start = memory.floats(x, length);
  for (let k = 0; k < length; k++) start[k] = hashUnit(1, k) - 0.5;
  const grow = (isMeasured = true) => {
    const before = isMeasured ? columnSquares(memory.floats(x, length)) : null;
    multiply(memory, residual, matrix, x, 0);
    memory.floats(x, length).fill(0);
    memory.kernel.smoothStrip(x, step, residual, inverse, nodeCount, size, 0, 1);
    if (!before) return 0;
    const after = columnSquares(memory.floats(x, length));
    return Math.sqrt(after.reduce((max, square, k) => Math.max(max, square / before[k]), 0));
  };
  yield;
  grow(false);
  yield;
  let maxEigenvalue = grow();
  for (let pass = 0; pass < 8; pass++) {
    yield* smoothAway(memory, {
      ...seed,
      ...strips,
      ...chebyshevSteps(maxEigenvalue, smoothingRatio, amplifyingSteps),
    });
    yield;
    const found = grow();
    const isSettled = found < 1.5 * maxEigenvalue;
    maxEigenvalue = Math.max(maxEigenvalue, found);
    if (isSettled) break;
  }
  return maxEigenvalue;
}

function columnSquares(strip: Float32Array): Float64Array {
  const sums = new Float64Array(stripWidth);
  for (let at = 0; at < strip.length; at += stripWidth)
    for (let k = 0; k < stripWidth; k++) sums[k] += strip[at + k] * strip[at + k];
  return sums;
}

/**
 * Adds levels by repeated smoothed aggregation of `matrix`, with the near-null vectors `fields` [size · rowCount · 6], until
 * a level is small enough to be inverted or aggregation no longer makes it much smaller. Vaněk, Mandel & Brezina 1996.
 */
export function* addAggregatedLevels(
  memory: SolveMemory,
  levels: Level[],
  matrix: BlockMatrix,
  fields: Float64Array,
): LongWork<void> {
  let current = matrix;
  let near = fields;
  for (;;) {
    yield;
    const size = current.rowSize;
    const inverse = invertBlocks(pickDiagonal(current), size);
    const seed: LevelSeed = {
      nodeCount: current.rowCount,
      size,
      matrix: memory.putBlocks(current),
      inverse: memory.putFloats(inverse),
    };
    yield* addLevel(memory, levels, seed, null);
    const last = levels.length - 1;
    if (size * current.rowCount <= denseRows) {
      const dense = toDense(current);
      if (!invertPositive(dense, size * current.rowCount)) return;
      levels[last] = {
        ...levels[last],
        inverted: memory.putBlocks(fullBlocks(dense, current.rowCount, size)),
      };
      return;
    }
    yield;
    const { groupOf, groupCount } = aggregateRows(current);
    if (groupCount > 0.8 * current.rowCount) return;
    yield;
    const { pieces, coarse } = splitFields(near, size, groupOf, groupCount);
    const weight = 4 / (3 * levels[last].maxEigenvalue);
    yield;
    const prolong = yield* smoothPieces(current, inverse, pieces, groupOf, groupCount, weight);
    yield;
    const restrict = transposeBlocks(prolong, groupCount);
    levels[last] = {
      ...levels[last],
      transfer: { kind: 'groups', prolong: memory.putBlocks(prolong), restrict: memory.putBlocks(restrict) },
    };
    const half = yield* multiplyMatrices(current, prolong, groupCount);
    current = yield* multiplyMatrices(restrict, half, groupCount);
    near = coarse;
  }
}

/** Converts a dense matrix to a block matrix in which all blocks are present. */
function fullBlocks(dense: Float64Array, rowCount: number, size: number): BlockMatrix {
  const full = rowCount * size;
  const blocks = new Float64Array(full * full);
  let to = 0;
  for (let row = 0; row < rowCount; row++)
    for (let column = 0; column < rowCount; column++)
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) blocks[to++] = dense[(row * size + i) * full + column * size + j];
  return {
    rowCount,
    rowSize: size,
    columnSize: size,
    starts: Uint32Array.from({ length: rowCount + 1 }, (_, row) => row * rowCount),
    columns: Uint32Array.from({ length: rowCount * rowCount }, (_, k) => k % rowCount),
    blocks,
  };
}
