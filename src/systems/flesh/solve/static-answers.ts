import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import { solveStatic } from './block-cg.ts';
import { applyMass, applyStiffness, type Operators, removeRigidLoad } from './operators.ts';
import { findRitzPairs } from './rayleigh-ritz.ts';
import type { StripSet } from './strips.ts';

/** Mass-normalized, decoupled shapes with their frequencies: the result of a Rayleigh–Ritz step. */
export interface Shapes {
  /** Squared angular frequencies, (rad/s)², ascending, [count]. */
  readonly values: Float64Array;
  /** Strips. Columns from `count` on are zeros. */
  readonly vectors: StripSet;
  readonly count: number;
}

/**
 * Maximum residual ‖f − K u‖ / ‖f‖ of a static response that is used as a shape. With this residual the response is accurate to about 1e-5.
 */
export const answerTolerance = 1e-3;
/**
 * Maximum residual of static responses that are only used for comparison. Errors relative to them are accurate to about a hundredth of the
 * error.
 */
export const comparisonTolerance = 0.1;
const maxIterations = 60;

/**
 * Solves K u = f for a strip of loads. If `shapes` is given, their static response is the initial guess. If the body is not held, the part
 * of the loads that only moves it rigidly is removed from `loads`.
 */
export function* answerLoads(
  operators: Operators,
  loads: number,
  shapes: Shapes | null,
  tolerance: number,
): LongWork<{ answers: number; loads: number; iterations: number }> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const [answers, rest] = memory.allocateStrips(2, rowCount);
  algebra.view(rest).set(algebra.view(loads));
  yield;
  yield* removeRigidLoad(operators, [rest]);
  yield;
  clearNoise(operators, rest, loads);
  yield;
  algebra.view(loads).set(algebra.view(rest));
  if (shapes) yield* reduceAnswers(operators, answers, loads, shapes);
  else algebra.view(answers).fill(0);
  const { iterations } = yield* solveStatic(operators, [answers], [rest], { tolerance, maxIterations });
  memory.freeStrips([rest]);
  return { answers, loads, iterations };
}

/** Sets columns to zero that contain only rounding errors, because their load was only a rigid motion. */
function clearNoise({ algebra }: Operators, strip: number, before: number): void {
  const now = algebra.norms([strip]);
  const then = algebra.norms([before]);
  const view = algebra.view(strip);
  for (let k = 0; k < stripWidth; k++) {
    if (now[k] > 1e-9 * then[k]) continue;
    for (let at = k; at < view.length; at += stripWidth) view[at] = 0;
  }
}

/** Writes Φ Ω⁻² Φᵀ f to `out`: the static response of the shapes to a strip of loads. */
export function* reduceAnswers(
  operators: Operators,
  out: number,
  loads: number,
  shapes: Shapes,
): LongWork<void> {
  const { algebra } = operators;
  const projections = yield* algebra.gram(shapes.vectors, [loads]);
  for (let k = 0; k < shapes.vectors.length * stripWidth; k++) {
    const inverse = k < shapes.count && shapes.values[k] > 0 ? 1 / shapes.values[k] : 0;
    for (let j = 0; j < stripWidth; j++) projections[k * stripWidth + j] *= inverse;
  }
  yield* algebra.combine([out], null, shapes.vectors, projections);
}

/**
 * Returns ‖u − Φ Ω⁻² Φᵀ f‖ / ‖u‖ of every column: the relative error of the shapes' static response compared with the full response u; 0 if
 * u is 0.
 */
export function* answerErrors(
  operators: Operators,
  loads: number,
  answers: number,
  shapes: Shapes,
): LongWork<Float64Array> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const [difference] = memory.allocateStrips(1, rowCount);
  yield* reduceAnswers(operators, difference, loads, shapes);
  yield;
  algebra.subtractScaled([difference], [answers], [difference], new Float64Array(stripWidth).fill(1));
  yield;
  const missed = algebra.norms([difference]);
  yield;
  const full = algebra.norms([answers]);
  memory.freeStrips([difference]);
  return missed.map((norm, k) => (full[k] > 0 ? norm / full[k] : 0));
}

/** Decouples the columns of `strips` by a Rayleigh–Ritz step in their span. Returns new strips. */
export function* decouple(operators: Operators, strips: StripSet): LongWork<Shapes> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const width = strips.length * stripWidth;
  const scratch = memory.allocateStrips(strips.length, rowCount);
  yield* applyStiffness(operators, scratch, strips);
  const stiffness = yield* algebra.gram(strips, scratch);
  yield* applyMass(operators, scratch, strips);
  const mass = yield* algebra.gram(strips, scratch);
  const { values, coefficients, count } = findRitzPairs(stiffness, mass, width, width, operators.shift);
  yield* algebra.combine(scratch, null, strips, coefficients);
  return { values, vectors: scratch, count };
}
