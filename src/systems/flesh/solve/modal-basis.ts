import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../kernel.ts';
import { inputCount } from './modal-integrals.ts';
import { applyMass, type Operators } from './operators.ts';
import { answerLoads, decouple, type Shapes } from './static-answers.ts';

/**
 * Load-dependent Ritz vectors (Wilson, Yuan & Dickens 1982): static answers to the inputs' loads, to the inertia of those
 * answers, and so on, `modeCount` in all, decoupled. `answers` [strip] holds the static answers to the inputs. The six
 * accelerations begin, their second answers follow, then the products of angular velocity, then the rest. A body that
 * floats does not feel accelerations: there the products begin.
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
  // What the products of angular velocity ask for comes third: it is there already.
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

  /** Columns of a strip, side by side from the first on. */
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

/** How many static residuals join the eigenmodes of so many shapes in all: one an acceleration, turning ones last. */
export function residualCount(modeCount: number): number {
  return modeCount >= 12 ? 6 : Math.min(3, modeCount - 1);
}

/** The first eigenmodes with the static answers to the first accelerations, `modeCount` in all, decoupled. */
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
