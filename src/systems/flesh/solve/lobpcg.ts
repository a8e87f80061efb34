import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import { applyMass, applyStiffness, type Operators, precondition, removeRigid } from './operators.ts';
import { findRitzPairs, multiplySmall, project } from './rayleigh-ritz.ts';
import type { StripSet } from './strips.ts';

export interface EigenOptions {
  /**
   * Number of lowest eigenpairs that must converge. There are additional vectors, up to the width of the strips, which speed up
   * convergence.
   */
  readonly wanted: number;
  /** Maximum relative residual ‖K x − λ M x‖ / ‖K x‖ of the wanted pairs. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Called before every iteration with the maximum relative residual of the wanted pairs. */
  onIteration?(iteration: number, residual: number): void;
}

/** Maximum number of successive restarts that do not reduce the residual. After these, the last result is returned. */
const maxStalls = 2;

export interface EigenResult {
  /** Eigenvalues, ascending, [width]. `vectors` contains their M-orthonormal eigenvectors. */
  readonly values: Float64Array;
  readonly vectors: StripSet;
  /** Maximum relative residual of the wanted pairs. */
  readonly residual: number;
  readonly iterations: number;
}

/**
 * Finds the lowest eigenpairs of K x = λ M x with LOBPCG (Knyazev 2001). Each iteration is a Rayleigh–Ritz step in the span of the current
 * vectors X, the preconditioned residuals W and the last steps P. The start vectors are overwritten; they may be linearly dependent.
 *
 * The products with K, and the products of X and P with each other, are updated by linear combination instead of being computed again. This
 * accumulates rounding errors. A Rayleigh–Ritz step with newly computed products removes them, at the end and whenever residuals grow.
 */
export function* solveEigen(
  operators: Operators,
  start: StripSet,
  options: EigenOptions,
): LongWork<EigenResult> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const { shift } = operators;
  const stripCount = start.length;
  const width = stripCount * stripWidth;
  const newSet = () => memory.allocateStrips(stripCount, rowCount);
  let x = start;
  let kx: StripSet = newSet();
  let p: StripSet = newSet();
  let kp: StripSet = newSet();
  let w: StripSet = newSet();
  let kw: StripSet = newSet();
  let mw: StripSet = newSet();
  let values: Float64Array = new Float64Array(width);
  // Number of columns of X that contain a vector. The other columns are zeros.
  let found = 0;
  // Products of X and P with each other. Null if there is no P.
  let stepProducts: StepProducts | null = null;

  /** Rayleigh–Ritz step in the span of X alone, with newly computed products. */
  const restart = function* (): LongWork<void> {
    yield* removeRigid(operators, x);
    yield* applyStiffness(operators, kx, x);
    yield* applyMass(operators, mw, x);
    const stiffness = yield* algebra.gram(x, kx);
    const mass = yield* algebra.gram(x, mw);
    const pairs = findRitzPairs(stiffness, mass, width, width, shift);
    yield* algebra.combine(w, null, x, pairs.coefficients);
    yield* algebra.combine(kw, null, kx, pairs.coefficients);
    [x, w] = [w, x];
    [kx, kw] = [kw, kx];
    values = pairs.values;
    found = pairs.count;
    stepProducts = null;
  };

  /** Computes W = K X − M X Λ. Returns the norms of its columns and the maximum relative residual of the wanted pairs. */
  const findResiduals = function* (): LongWork<{ norms: Float64Array; worst: number }> {
    yield* applyMass(operators, mw, x);
    yield;
    algebra.subtractScaled(w, kx, mw, values);
    yield;
    const norms = algebra.norms(w);
    yield;
    const lengths = algebra.norms(kx);
    yield;
    const sizes = algebra.norms(x);
    let worst = 0;
    for (let k = 0; k < options.wanted; k++) {
      // If ‖K x‖ is far below the largest diagonal entry times ‖x‖, it is rounding error: the mode of a loose part has no energy. A column
      // of zeros means that a vector has not been found yet.
      const length = Math.max(lengths[k], 1e-10 * operators.stiffest * sizes[k]);
      worst = Math.max(worst, length > 0 ? norms[k] / length : 1);
    }
    return { norms, worst };
  };

  yield* restart();
  let iterations = 0;
  let isFresh = true;
  let best = Number.POSITIVE_INFINITY;
  let stalls = 0;
  for (;;) {
    const { norms, worst } = yield* findResiduals();
    if (worst < best) {
      best = worst;
      stalls = 0;
    }
    const isEnd = worst <= options.tolerance || iterations >= options.maxIterations || stalls > maxStalls;
    if (isEnd && isFresh) {
      for (const set of [kx, p, kp, w, kw, mw]) memory.freeStrips(set);
      return { values, vectors: x, residual: worst, iterations };
    }
    // If residuals grow, the cause is rounding errors in the updated products.
    const isDrifting = worst > 2 * best && !isFresh;
    if (isEnd || isDrifting) {
      if (isDrifting) stalls++;
      yield* restart();
      isFresh = true;
      continue;
    }
    options.onIteration?.(iterations, worst);
    iterations++;
    isFresh = false;
    yield* precondition(operators, w, norms);
    yield* applyStiffness(operators, kw, w);
    yield* applyMass(operators, mw, w);
    const parts: readonly StripSet[] = stepProducts ? [x, w, p] : [x, w];
    const products: readonly StripSet[] = [kx, kw, kp];
    const size = parts.length * width;
    const stiffness = new Float64Array(size * size);
    const mass = new Float64Array(size * size);
    for (let k = 0; k < width; k++) {
      stiffness[k * size + k] = values[k];
      mass[k * size + k] = k < found ? 1 : 0;
    }
    for (const [at, part] of parts.entries()) {
      putBlock(stiffness, size, yield* algebra.gram(w, products[at]), width, 1, at);
      putBlock(mass, size, yield* algebra.gram(mw, part), width, 1, at);
    }
    if (stepProducts) {
      putBlock(stiffness, size, stepProducts.stiffnessWithX, width, 2, 0);
      putBlock(stiffness, size, stepProducts.stiffness, width, 2, 2);
      putBlock(mass, size, stepProducts.massWithX, width, 2, 0);
      putBlock(mass, size, stepProducts.mass, width, 2, 2);
    }
    yield;
    const pairs = findRitzPairs(stiffness, mass, size, width, shift);
    const { coefficients } = pairs;
    yield;
    // The step P consists of the contributions of W and P, without those of X.
    const step = coefficients.slice();
    step.fill(0, 0, width * width);
    stepProducts = {
      stiffness: project(stiffness, step, size, width),
      mass: project(mass, step, size, width),
      stiffnessWithX: multiplyTransposed(
        step,
        multiplySmall(stiffness, coefficients, size, size, width),
        size,
        width,
      ),
      massWithX: multiplyTransposed(step, multiplySmall(mass, coefficients, size, size, width), size, width),
    };
    // Computes the new P, K P, X and K X one after the other. Each result is written to a set that is no longer needed.
    const make = function* (
      out: StripSet,
      fromX: StripSet,
      fromW: StripSet,
      fromP: StripSet,
      spare: StripSet,
    ): LongWork<void> {
      yield* algebra.combine(out, null, fromW, step, width);
      if (parts.length === 3) yield* algebra.combine(out, out, fromP, step, 2 * width);
      yield* algebra.combine(spare, out, fromX, coefficients);
    };
    yield* make(mw, x, w, p, p);
    const newX = p;
    const newP = mw;
    yield* make(w, kx, kw, kp, kp);
    const [freeX, freeKx, freeKw] = [x, kx, kw];
    x = newX;
    p = newP;
    kx = kp;
    kp = w;
    w = freeX;
    kw = freeKx;
    mw = freeKw;
    values = pairs.values;
    found = pairs.count;
  }
}

interface StepProducts {
  readonly stiffness: Float64Array;
  readonly mass: Float64Array;
  readonly stiffnessWithX: Float64Array;
  readonly massWithX: Float64Array;
}

/** Writes block (row, column) [width · width] of a symmetric matrix, and its transpose at (column, row). */
function putBlock(
  out: Float64Array,
  size: number,
  block: Float64Array,
  width: number,
  row: number,
  column: number,
): void {
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) {
      const value = block[i * width + j];
      out[(row * width + i) * size + column * width + j] = value;
      out[(column * width + j) * size + row * width + i] = value;
    }
  }
}

/** Returns aᵀ b, both [size · width]. */
function multiplyTransposed(a: Float64Array, b: Float64Array, size: number, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < width; i++) {
      const factor = a[k * width + i];
      for (let j = 0; j < width; j++) out[i * width + j] += factor * b[k * width + j];
    }
  }
  return out;
}
