import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import { applyStiffness, type Operators, precondition } from './operators.ts';
import { multiplySmall, orthonormalBasis } from './rayleigh-ritz.ts';
import type { StripSet } from './strips.ts';

export interface StaticOptions {
  /** Maximum relative residual ‖f − K u‖ / ‖f‖ over all columns. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

export interface StaticResult {
  readonly residual: number;
  readonly iterations: number;
}

/**
 * Solves K u = f for all columns at once by block conjugate gradients: each iteration minimizes the error in the span of the
 * preconditioned residuals W and the last steps P of all columns. u contains the initial guess (zeros are allowed) and
 * receives the solution; f receives the residual f − K u. Loads must be orthogonal to the rigid motions. Columns of zeros
 * remain zeros.
 */
export function* solveStatic(
  operators: Operators,
  u: StripSet,
  f: StripSet,
  options: StaticOptions,
): LongWork<StaticResult> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const width = stripWidth * u.length;
  const newSet = () => memory.allocateStrips(u.length, rowCount);
  const [w, kw] = [newSet(), newSet()];
  let [p, kp, spare, spareK] = [newSet(), newSet(), newSet(), newSet()];
  const one = new Float64Array(width).fill(1);
  const minusOne = new Float64Array(width).fill(-1);
  const lengths = algebra.norms(f);
  yield* applyStiffness(operators, kw, u);
  yield;
  algebra.subtractScaled(f, f, kw, one);
  let hasStep = false;
  for (let iterations = 0; ; iterations++) {
    yield;
    const norms = algebra.norms(f);
    let residual = 0;
    for (let k = 0; k < width; k++) residual = Math.max(residual, lengths[k] > 0 ? norms[k] / lengths[k] : 0);
    if (residual <= options.tolerance || iterations >= options.maxIterations) {
      for (const set of [w, kw, p, kp, spare, spareK]) memory.freeStrips(set);
      return { residual, iterations };
    }
    yield;
    algebra.subtractScaled(w, f, f, new Float64Array(width));
    yield* precondition(operators, w, norms);
    yield* applyStiffness(operators, kw, w);
    const parts = hasStep ? [w, p] : [w];
    const products = hasStep ? [kw, kp] : [kw];
    const size = parts.length * width;
    const inner = new Float64Array(size * size);
    const right = new Float64Array(size * width);
    for (const [row, part] of parts.entries()) {
      for (const [column, product] of products.entries()) {
        const block = yield* algebra.gram(part, product);
        for (let i = 0; i < width; i++)
          for (let j = 0; j < width; j++)
            inner[(row * width + i) * size + column * width + j] = block[i * width + j];
      }
      right.set(yield* algebra.gram(part, f), row * width * width);
    }
    yield;
    // α = T Tᵀ Sᵀ f with Tᵀ (Sᵀ K S) T = 1.
    const { basis, rank } = orthonormalBasis(inner, size);
    const projections = new Float64Array(rank * width);
    for (let i = 0; i < size; i++)
      for (let r = 0; r < rank; r++)
        for (let j = 0; j < width; j++)
          projections[r * width + j] += basis[i * rank + r] * right[i * width + j];
    const step = multiplySmall(basis, projections, size, rank, width);
    // The new step is written to the spare pair of sets. After that, the pair of the old step is the spare one.
    yield* algebra.combine(spare, null, w, step);
    yield* algebra.combine(spareK, null, kw, step);
    if (hasStep) {
      yield* algebra.combine(spare, spare, p, step, width);
      yield* algebra.combine(spareK, spareK, kp, step, width);
    }
    hasStep = true;
    [p, spare] = [spare, p];
    [kp, spareK] = [spareK, kp];
    yield;
    algebra.subtractScaled(u, u, p, minusOne);
    yield;
    algebra.subtractScaled(f, f, kp, one);
  }
}
