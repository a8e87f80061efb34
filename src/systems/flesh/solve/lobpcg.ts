import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../kernel.ts';
import { applyMass, applyStiffness, type Operators, precondition, removeRigid } from './operators.ts';
import { findRitzPairs, multiplySmall, project } from './rayleigh-ritz.ts';
import type { StripSet } from './strips.ts';

export interface EigenOptions {
  /** How many of the lowest pairs must be good; the others, up to the width of the strips, help. */
  readonly wanted: number;
  /** Largest ‖K x − λ M x‖ / ‖K x‖ of the wanted pairs. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Called before every iteration with the worst wanted residual. */
  onIteration?(iteration: number, residual: number): void;
}

/** Fresh starts without a better residual, after which the last one must do. */
const mostStalls = 2;

export interface EigenResult {
  /** Eigenvalues, rising, and their vectors, M-orthonormal. */
  readonly values: Float64Array;
  readonly vectors: StripSet;
  /** The worst relative residual of the wanted pairs. */
  readonly residual: number;
  readonly iterations: number;
}

/**
 * The lowest eigenpairs of K x = λ M x by LOBPCG (Knyazev 2001): every iteration takes the best vectors in the span of the
 * present ones X, of preconditioned residuals W and of the last step P. Overwrites the start vectors; they need not be
 * independent. Products with K, and the products of X and P among each other, are carried along in exact algebra instead
 * of being made anew; a Rayleigh–Ritz step with fresh products at the end, and where residuals grow, clears what rounding
 * left.
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
  // Columns of X that hold a vector; the others are zeros.
  let found = 0;
  // Products among [X P]: null until there is a P.
  let stepProducts: StepProducts | null = null;

  /** Rayleigh–Ritz in the span of X alone, with fresh products. */
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

  /** W = K X − M X Λ; the columns' norms and the worst relative residual of the wanted. */
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
      // What is far below the stiffest entry is rounding: a loose part's mode has no energy. A column of zeros stands
      // for a vector that was not found yet.
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
    const isEnd = worst <= options.tolerance || iterations >= options.maxIterations || stalls > mostStalls;
    if (isEnd && isFresh) {
      for (const set of [kx, p, kp, w, kw, mw]) memory.freeStrips(set, rowCount);
      return { values, vectors: x, residual: worst, iterations };
    }
    // Residuals that grow are rounding in what was carried along.
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
    // The step is what does not come from X.
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
    // New P, K P, X, K X in turn; every set that is no longer needed takes the next result.
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

/** Puts block (row, column) of a symmetric matrix of blocks [width · width], and its mirror. */
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

/** aᵀ b, both [size · width]. */
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
