import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import type { BlockPointers, SolveMemory } from './solve-memory.ts';

/** How a level restricts its residual to the next level, and how the correction is prolonged back. */
export type LevelTransfer =
  /** Every node has two parents. For a mid-edge node, these are the corners of the edge; for a corner, twice the corner itself. */
  | { readonly kind: 'edges'; readonly parents: number }
  | { readonly kind: 'groups'; readonly prolong: BlockPointers; readonly restrict: BlockPointers };

/** One level of the V-cycle, in single precision. Strips have `nodeCount · size` rows. */
export interface Level {
  readonly nodeCount: number;
  /** Number of rows for each node: 3, or 6 on aggregated levels. */
  readonly size: number;
  readonly matrix: BlockPointers;
  /** Inverses of the diagonal blocks, [size² · nodeCount]. */
  readonly inverse: number;
  /**
   * Work strips. They have one node more than the level. In `x`, this node is always zero; it is the parent that represents held corners.
   */
  readonly x: number;
  readonly step: number;
  readonly residual: number;
  /** Upper estimate of the largest eigenvalue of D⁻¹ A. */
  readonly maxEigenvalue: number;
  /** Coefficients of the Chebyshev recurrence, one for each step, see `smoothStrip`. */
  readonly keeps: readonly number[];
  readonly gains: readonly number[];
  /**
   * Number of V-cycles for each V-cycle of the level above. If there are several, `load` and `sum` contain the load and the sum of the
   * corrections.
   */
  readonly cycleCount: number;
  readonly load: number;
  readonly sum: number;
  /** Null on the coarsest level. */
  readonly transfer: LevelTransfer | null;
  /**
   * Inverse of the level's whole matrix, in which every block is present. Only on a small coarsest level, which is solved directly;
   * otherwise null.
   */
  readonly inverted: BlockPointers | null;
}

/** The fields of a level that smoothing uses. */
type Smoother = Pick<
  Level,
  'nodeCount' | 'size' | 'matrix' | 'inverse' | 'x' | 'step' | 'residual' | 'keeps' | 'gains'
>;

/**
 * Returns the coefficients of the Chebyshev smoother, as a recurrence of stepCount steps. The smoother damps the eigenvalues of D⁻¹ A
 * between `maxEigenvalue` / `ratio` and `maxEigenvalue`.
 */
export function chebyshevSteps(
  maxEigenvalue: number,
  ratio: number,
  stepCount: number,
): { keeps: number[]; gains: number[] } {
  const center = (maxEigenvalue + maxEigenvalue / ratio) / 2;
  const half = (maxEigenvalue - maxEigenvalue / ratio) / 2;
  const sigma = center / half;
  let rho = 1 / sigma;
  const keeps = [0];
  const gains = [1 / center];
  for (let k = 1; k < stepCount; k++) {
    const next = 1 / (2 * sigma - rho);
    keeps.push(next * rho);
    gains.push((2 * next) / half);
    rho = next;
  }
  return { keeps, gains };
}

/**
 * Runs one V-cycle: levels[at].x ≈ A⁻¹ levels[at].residual. The residual is overwritten. Smoothing is the same before and after the coarse
 * correction, so the cycle is a symmetric positive definite operator.
 */
export function* runCycle(memory: SolveMemory, levels: readonly Level[], at = 0): LongWork<void> {
  const { kernel } = memory;
  const level = levels[at];
  const { nodeCount, size, matrix, x, step, residual, transfer, inverted } = level;
  if (inverted) {
    multiply(memory, x, inverted, residual, 0);
    return;
  }
  memory.floats(x, nodeCount * size * stripWidth).fill(0);
  yield* smooth(memory, level);
  if (!transfer) return;
  multiply(memory, residual, matrix, step, -1);
  const coarse = levels[at + 1];
  if (transfer.kind === 'edges') {
    kernel.restrictEdges(coarse.residual, residual, transfer.parents, nodeCount, coarse.nodeCount + 1);
    yield* answerBelow(memory, levels, at + 1);
    kernel.prolongEdges(step, coarse.x, transfer.parents, nodeCount);
  } else {
    multiply(memory, coarse.residual, transfer.restrict, residual, 0);
    yield* answerBelow(memory, levels, at + 1);
    multiply(memory, step, transfer.prolong, coarse.x, 0);
  }
  kernel.addStrip(x, step, nodeCount * size);
  multiply(memory, residual, matrix, step, -1);
  yield* smooth(memory, level);
}

/** Computes x ≈ A⁻¹ residual by `cycleCount` V-cycles. Each is applied to the residual that the earlier ones have left. */
function* answerBelow(memory: SolveMemory, levels: readonly Level[], at: number): LongWork<void> {
  const { nodeCount, size, matrix, x, residual, cycleCount, load, sum } = levels[at];
  if (cycleCount === 1) {
    yield* runCycle(memory, levels, at);
    return;
  }
  const length = nodeCount * size * stripWidth;
  memory.floats(load, length).set(memory.floats(residual, length));
  memory.floats(sum, length).fill(0);
  for (let cycle = 0; cycle < cycleCount; cycle++) {
    if (cycle > 0) {
      memory.floats(residual, length).set(memory.floats(load, length));
      multiply(memory, residual, matrix, sum, -1);
    }
    yield* runCycle(memory, levels, at);
    memory.kernel.addStrip(sum, x, nodeCount * size);
  }
  memory.floats(x, length).set(memory.floats(sum, length));
}

/** Damps the high-frequency components of `level.x`: Chebyshev steps towards A x = 0. */
export function* smoothAway(memory: SolveMemory, level: Smoother): LongWork<void> {
  memory.floats(level.residual, level.nodeCount * level.size * stripWidth).fill(0);
  multiply(memory, level.residual, level.matrix, level.x, -1);
  yield* smooth(memory, level);
}

/** Makes Chebyshev steps on `residual`. The last step is not subtracted from the residual. */
function* smooth(memory: SolveMemory, level: Smoother): LongWork<void> {
  const { nodeCount, size, matrix, inverse, x, step, residual, keeps, gains } = level;
  for (let k = 0; k < gains.length; k++) {
    yield;
    if (k > 0) multiply(memory, residual, matrix, step, -1);
    memory.kernel.smoothStrip(x, step, residual, inverse, nodeCount, size, keeps[k], gains[k]);
  }
}

/** Computes out = A x (mode 0) or out − A x (−1). */
export function multiply(
  memory: SolveMemory,
  out: number,
  matrix: BlockPointers,
  x: number,
  mode: number,
): void {
  memory.kernel.multiplyBlocks(
    out,
    matrix.rowCount,
    matrix.starts,
    matrix.columns,
    matrix.blocks,
    x,
    matrix.rowSize,
    matrix.columnSize,
    mode,
  );
}
