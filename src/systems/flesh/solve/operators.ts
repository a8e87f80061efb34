import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import type { PatternPointers } from './solve-memory.ts';
import type { StripAlgebra, StripSet } from './strips.ts';
import { type Level, runCycle, smoothAway } from './v-cycle.ts';

/** The stiffness and mass of one discretisation, in double precision, and its preconditioner. */
export interface Operators {
  readonly algebra: StripAlgebra;
  readonly pattern: PatternPointers;
  /** Addresses of the stiffness, [9 · blockCount], and of the mass, [blockCount]. */
  readonly stiffness: number;
  readonly masses: number;
  /** Largest entry on the diagonal of the stiffness matrix. */
  readonly stiffest: number;
  /** The `shift` of `findRitzPairs`, (rad/s)²: an estimate of the lowest eigenvalue of the body, times 1e-6. */
  readonly shift: number;
  readonly levels: readonly Level[];
  /**
   * The rigid motions that have no elastic energy, M-orthonormal. The set is empty if the body is held. `rigidMass`: the products of M
   * and `rigid`.
   */
  readonly rigid: StripSet;
  readonly rigidMass: StripSet;
}

/** out = K x. */
export function* applyStiffness(operators: Operators, out: StripSet, x: StripSet): LongWork<void> {
  const { algebra, pattern, stiffness } = operators;
  for (let s = 0; s < x.length; s++) {
    yield;
    algebra.memory.kernel.multiplyStiffness(
      out[s],
      pattern.rowCount,
      pattern.starts,
      pattern.columns,
      stiffness,
      x[s],
    );
  }
}

/** out = M x. */
export function* applyMass(operators: Operators, out: StripSet, x: StripSet): LongWork<void> {
  const { algebra, pattern, masses } = operators;
  for (let s = 0; s < x.length; s++) {
    yield;
    algebra.memory.kernel.multiplyMass(
      out[s],
      pattern.rowCount,
      pattern.starts,
      pattern.columns,
      masses,
      x[s],
    );
  }
}

/**
 * Applies the preconditioner: x becomes approximately K⁻¹ x, by one V-cycle in single precision. Each column is also scaled by an arbitrary
 * factor. `norms`: 2-norms of the columns.
 */
export function* precondition(operators: Operators, x: StripSet, norms: Float64Array): LongWork<void> {
  const { algebra, levels } = operators;
  const { memory, rowCount } = algebra;
  for (let s = 0; s < x.length; s++) {
    const view = memory.doubles(memory.factors, stripWidth);
    for (let k = 0; k < stripWidth; k++) {
      const norm = norms[s * stripWidth + k];
      view[k] = norm > 0 ? 1 / norm : 0;
    }
    yield;
    memory.kernel.narrowStrip(levels[0].residual, x[s], memory.factors, rowCount);
    yield* runCycle(memory, levels);
    memory.kernel.widenStrip(x[s], levels[0].x, rowCount);
  }
  yield* removeRigid(operators, x);
}

/** Damps the high-frequency components of x on the finest level, in single precision. */
export function* smoothStart(operators: Operators, x: StripSet): LongWork<void> {
  const { algebra, levels } = operators;
  const { memory, rowCount } = algebra;
  memory.doubles(memory.factors, stripWidth).fill(1);
  for (const strip of x) {
    memory.kernel.narrowStrip(levels[0].x, strip, memory.factors, rowCount);
    yield* smoothAway(memory, levels[0]);
    memory.kernel.widenStrip(strip, levels[0].x, rowCount);
  }
}

/** Removes the rigid motions R from x: x becomes x − R (M R)ᵀ x. */
export function* removeRigid(operators: Operators, x: StripSet): LongWork<void> {
  const { algebra, rigid, rigidMass } = operators;
  if (rigid.length === 0) return;
  const projections = yield* algebra.gram(rigidMass, x);
  yield* algebra.combine(
    x,
    x,
    rigid,
    projections.map((value) => -value),
  );
}

/** Makes the load f orthogonal to the rigid motions R: f becomes f − M R (Rᵀ f). */
export function* removeRigidLoad(operators: Operators, load: StripSet): LongWork<void> {
  const { algebra, rigid, rigidMass } = operators;
  if (rigid.length === 0) return;
  const projections = yield* algebra.gram(rigid, load);
  yield* algebra.combine(
    load,
    load,
    rigidMass,
    projections.map((value) => -value),
  );
}
