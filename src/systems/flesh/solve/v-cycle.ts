import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../kernel.ts';
import type { BlockPointers, SolveMemory } from './solve-memory.ts';

/** How a level hands its residual down and takes the correction back. */
export type LevelTransfer =
  /** Every node lies between two parents: mid-edge nodes between corners, a corner between itself and itself. */
  | { readonly kind: 'edges'; readonly parents: number }
  | { readonly kind: 'groups'; readonly prolong: BlockPointers; readonly restrict: BlockPointers };

/** One level of the V-cycle, in single precision. Strips of `nodeCount · size` rows. */
export interface Level {
  readonly nodeCount: number;
  /** Rows a node: 3, below the first aggregation 6. */
  readonly size: number;
  readonly matrix: BlockPointers;
  /** [size² · nodeCount] inverses of the diagonal blocks. */
  readonly inverse: number;
  /** Strips. `x` has one node more, always zero: the parent of who has none. */
  readonly x: number;
  readonly step: number;
  readonly residual: number;
  /** Largest eigenvalue of D⁻¹ A, about, from above. */
  readonly largest: number;
  /** Chebyshev's recurrence, see `smoothStrip`: one entry a step. */
  readonly keeps: readonly number[];
  readonly gains: readonly number[];
  /** V-cycles that a visit from above makes, and where its load and the sum of its answers lie when it makes several. */
  readonly cycleCount: number;
  readonly load: number;
  readonly sum: number;
  /** Null on the last level. */
  readonly transfer: LevelTransfer | null;
  /** The inverse of the whole matrix, every block present; where there is one, it answers at once. */
  readonly inverted: BlockPointers | null;
}

/** What smoothing needs of a level. */
type Smoother = Pick<
  Level,
  'nodeCount' | 'size' | 'matrix' | 'inverse' | 'x' | 'step' | 'residual' | 'keeps' | 'gains'
>;

/**
 * Chebyshev's polynomial of D⁻¹ A over the upper part of its spectrum, from `largest` down to `largest` / `ratio`, as a
 * recurrence of that many steps.
 */
export function chebyshevSteps(
  largest: number,
  ratio: number,
  stepCount: number,
): { keeps: number[]; gains: number[] } {
  const center = (largest + largest / ratio) / 2;
  const half = (largest - largest / ratio) / 2;
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
 * One V-cycle: levels[at].x ≈ A⁻¹ levels[at].residual, which is overwritten. Smoothing before and after is the same, so
 * that the whole is a symmetric, positive definite operator.
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

/** x ≈ A⁻¹ residual by as many V-cycles as the level makes, each on what the others left. */
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

/** `level.x` loses its rough part: Chebyshev's steps towards A x = 0. */
export function* smoothAway(memory: SolveMemory, level: Smoother): LongWork<void> {
  memory.floats(level.residual, level.nodeCount * level.size * stripWidth).fill(0);
  multiply(memory, level.residual, level.matrix, level.x, -1);
  yield* smooth(memory, level);
}

/** Chebyshev's steps on what `residual` holds; after it, `residual` lacks the product with the last `step`. */
function* smooth(memory: SolveMemory, level: Smoother): LongWork<void> {
  const { nodeCount, size, matrix, inverse, x, step, residual, keeps, gains } = level;
  for (let k = 0; k < gains.length; k++) {
    yield;
    if (k > 0) multiply(memory, residual, matrix, step, -1);
    memory.kernel.smoothStrip(x, step, residual, inverse, nodeCount, size, keeps[k], gains[k]);
  }
}

/** out = A x (mode 0) or out − A x (−1). */
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
