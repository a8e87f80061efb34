import { generalizedEigen } from '../../../math/cholesky.ts';
import { stripWidth } from '../records.generated.ts';
import type { EigenResult } from './lobpcg.ts';
import type { Operators } from './operators.ts';

/**
 * Computes eigenpairs of a body with few degrees of freedom with dense matrices. Returns `count` pairs after the `rigidCount`
 * lowest, which have no energy.
 */
export function solveDense(operators: Operators, count: number, rigidCount: number): EigenResult {
  const { algebra, pattern, stiffness, masses } = operators;
  const { memory, rowCount: size } = algebra;
  const starts = memory.words(pattern.starts, pattern.rowCount + 1);
  const blockCount = starts[pattern.rowCount];
  const columns = memory.words(pattern.columns, blockCount);
  const blocks = memory.doubles(stiffness, 9 * blockCount);
  const weights = memory.doubles(masses, blockCount);
  const k = new Float64Array(size * size);
  const m = new Float64Array(size * size);
  for (let row = 0; row < pattern.rowCount; row++) {
    for (let p = starts[row]; p < starts[row + 1]; p++) {
      for (let i = 0; i < 3; i++) {
        const at = (3 * row + i) * size + 3 * columns[p];
        for (let j = 0; j < 3; j++) k[at + j] = blocks[9 * p + 3 * i + j];
        m[at + i] = weights[p];
      }
    }
  }
  const pairs = generalizedEigen(k, m, size);
  if (!pairs) throw new Error('the mass matrix is not positive definite');
  const vectors = memory.allocateStrips(Math.ceil(count / stripWidth), size);
  for (const strip of vectors) algebra.view(strip).fill(0);
  for (let mode = 0; mode < count; mode++) {
    const view = algebra.view(vectors[Math.floor(mode / stripWidth)]);
    for (let row = 0; row < size; row++)
      view[row * stripWidth + (mode % stripWidth)] = pairs.vectors[row * size + rigidCount + mode];
  }
  const values = new Float64Array(vectors.length * stripWidth);
  values.set(pairs.values.subarray(rigidCount, rigidCount + count));
  return { values, vectors, residual: 0, iterations: 0 };
}
