import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../kernel.ts';
import { solveStatic } from './block-cg.ts';
import { applyMass, applyStiffness, type Operators, removeRigidLoad } from './operators.ts';
import { findRitzPairs } from './rayleigh-ritz.ts';
import type { StripSet } from './strips.ts';

/** Mass-normalised shapes that vibrate on their own, and how fast: what a Rayleigh–Ritz step gives. */
export interface Shapes {
  /** [count] squared angular frequencies, rising. */
  readonly values: Float64Array;
  /** Strips; columns beyond `count` are zeros. */
  readonly vectors: StripSet;
  readonly count: number;
}

/** How well an answer that becomes a shape must balance its load, ‖f − K u‖ / ‖f‖: it is then good to about 1e-5. */
export const answerTolerance = 1e-3;
/** The same for answers that others are compared with: an error is then told to about a hundredth of itself. */
export const comparisonTolerance = 0.1;
const maxIterations = 60;

/**
 * K u = f for a strip of loads, which is kept. Starts from what `shapes` answer, where given.
 * Loads lose what would only move a body that floats.
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
  memory.freeStrips([rest], rowCount);
  return { answers, loads, iterations };
}

/** Columns of which rounding alone is left, since the body floats, become zeros. */
function clearNoise({ algebra }: Operators, strip: number, before: number): void {
  const now = algebra.norms([strip]);
  const then = algebra.norms([before]);
  const view = algebra.view(strip);
  for (let k = 0; k < stripWidth; k++) {
    if (now[k] > 1e-9 * then[k]) continue;
    for (let at = k; at < view.length; at += stripWidth) view[at] = 0;
  }
}

/** out = Φ Ω⁻² Φᵀ f: what the shapes answer to a strip of loads. */
export function* reduceAnswers(
  operators: Operators,
  out: number,
  loads: number,
  shapes: Shapes,
): LongWork<void> {
  const { algebra } = operators;
  const shares = yield* algebra.gram(shapes.vectors, [loads]);
  for (let k = 0; k < shapes.vectors.length * stripWidth; k++) {
    const inverse = k < shapes.count && shapes.values[k] > 0 ? 1 / shapes.values[k] : 0;
    for (let j = 0; j < stripWidth; j++) shares[k * stripWidth + j] *= inverse;
  }
  yield* algebra.combine([out], null, shapes.vectors, shares);
}

/** ‖u − Φ Ω⁻² Φᵀ f‖ / ‖u‖ of every column, over the nodes: what the shapes miss of a static answer u; 0 where u is 0. */
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
  memory.freeStrips([difference], rowCount);
  return missed.map((norm, k) => (full[k] > 0 ? norm / full[k] : 0));
}

/** Makes the columns of `strips` vibrate alone: Rayleigh–Ritz in the space that they span. */
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
