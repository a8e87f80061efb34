import type { LongWork } from '../../../long-work.ts';
import { inputCount, stripWidth } from '../records.generated.ts';
import { applyMass, type Operators } from './operators.ts';
import { answerLoads, decouple, type Shapes } from './static-answers.ts';

/**
 * Load-dependent Ritz vectors (Wilson, Yuan & Dickens 1982): the static responses to the loads of the inputs, then the static responses to
 * the inertia of these responses, and so on; `modeCount` vectors in total, decoupled by Rayleigh–Ritz. `answers` [strip]: the static
 * responses to the inputs. The order is: responses to the six accelerations, the responses to their inertia, responses to the products of
 * angular velocity, further responses. A body that is not held has no response to accelerations, so the responses to products of angular
 * velocity are first.
 */
export function* makeRitzShapes(
  operators: Operators,
  answers: number,
  modeCount: number,
  tolerance: number,
): LongWork<Shapes> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const lengths = algebra.norms([answers]);
  const moving = Array.from({ length: inputCount }, (_, k) => k).filter((k) => lengths[k] > 0);
  const first = moving.slice(0, 6);
  const strips = memory.allocateStrips(Math.ceil(modeCount / stripWidth), rowCount);
  for (const strip of strips) algebra.view(strip).fill(0);
  yield;
  const [block, spare, load] = memory.allocateStrips(3, rowCount);
  let from = answers;
  let columns = first;
  let taken = 0;
  // The responses to the products of angular velocity are third. `answers` already contains them.
  let products = moving.slice(6);
  for (let round = 0; taken < modeCount && columns.length > 0; round++) {
    if (round === 2 && products.length > 0) {
      products = products.slice(0, modeCount - taken);
      copyColumns(algebra.view(spare).fill(0), answers, products);
      for (let k = 0; k < products.length; k++) putColumn(strips, taken + k, spare, k);
      taken += products.length;
    }
    if (taken >= modeCount) break;
    columns = columns.slice(0, modeCount - taken);
    copyColumns(algebra.view(block).fill(0), from, columns);
    for (let k = 0; k < columns.length; k++) putColumn(strips, taken + k, block, k);
    taken += columns.length;
    if (taken >= modeCount) break;
    yield* applyMass(operators, [load], [block]);
    from = (yield* answerLoads(operators, load, null, tolerance)).answers;
    columns = columns.map((_, k) => k);
  }
  return yield* decouple(operators, strips);

  /** Copies the picked columns of a strip to the first columns of `out`. */
  function copyColumns(out: Float64Array, strip: number, picked: readonly number[]): void {
    const view = algebra.view(strip);
    for (let row = 0; row < rowCount; row++)
      for (let k = 0; k < picked.length; k++) out[row * stripWidth + k] = view[row * stripWidth + picked[k]];
  }

  function putColumn(set: readonly number[], column: number, strip: number, fromColumn: number): void {
    const to = algebra.view(set[Math.floor(column / stripWidth)]);
    const view = algebra.view(strip);
    for (let row = 0; row < rowCount; row++)
      to[row * stripWidth + (column % stripWidth)] = view[row * stripWidth + fromColumn];
  }
}

/** Returns the number of static residuals among modeCount shapes: one for each acceleration, the linear ones first. */
export function residualCount(modeCount: number): number {
  return modeCount >= 12 ? 6 : Math.min(3, modeCount - 1);
}

/**
 * Combines the first eigenmodes with the static responses to the first accelerations, `modeCount` vectors in total, decoupled by
 * Rayleigh–Ritz.
 */
export function* addResiduals(
  operators: Operators,
  modes: Shapes,
  answers: number,
  modeCount: number,
): LongWork<Shapes> {
  const { algebra } = operators;
  const { memory, rowCount } = algebra;
  const kept = modeCount - residualCount(modeCount);
  const strips = memory.allocateStrips(Math.ceil(modeCount / stripWidth), rowCount);
  for (const strip of strips) algebra.view(strip).fill(0);
  for (let column = 0; column < modeCount; column++) {
    yield;
    const isMode = column < kept;
    const to = algebra.view(strips[Math.floor(column / stripWidth)]);
    const from = algebra.view(isMode ? modes.vectors[Math.floor(column / stripWidth)] : answers);
    const at = isMode ? column % stripWidth : column - kept;
    for (let row = 0; row < rowCount; row++)
      to[row * stripWidth + (column % stripWidth)] = from[row * stripWidth + at];
  }
  return yield* decouple(operators, strips);
}
