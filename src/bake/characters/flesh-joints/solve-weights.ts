/**
 * Returns the weights x ≥ 0 with Σ x = 1 and at most `maxCount` of them above 0 that minimise xᵀ G x − 2 hᵀ x. gram: G, symmetric,
 * [count²]. right: h, [count]. Active-set method of Lawson and Hanson (1974, chapter 23), then the smallest weights are left out.
 */
export function solveWeights(
  gram: Float64Array,
  right: Float64Array,
  count: number,
  maxCount: number,
): Float64Array {
  let size = 0;
  for (let k = 0; k < count; k++) size = Math.max(size, gram[k * count + k]);
  // The sum is enforced by a penalty, and a small ridge decides between equal solutions.
  const penalty = 1e3 * (size || 1);
  const ridge = 1e-9 * (size || 1);
  const matrix = Float64Array.from(gram, (value, k) => value + penalty + (k % (count + 1) === 0 ? ridge : 0));
  const vector = Float64Array.from(right, (value) => value + penalty);
  let allowed = Array.from({ length: count }, (_, k) => k);
  let x = solveNonNegative(matrix, vector, count, allowed);
  const used = allowed.filter((k) => x[k] > 0).sort((a, b) => x[b] - x[a]);
  if (used.length > maxCount) {
    allowed = used.slice(0, maxCount);
    x = solveNonNegative(matrix, vector, count, allowed);
  }
  const sum = x.reduce((total, value) => total + value, 0);
  return x.map((value) => value / sum);
}

function solveNonNegative(
  matrix: Float64Array,
  vector: Float64Array,
  count: number,
  allowed: readonly number[],
): Float64Array {
  const x = new Float64Array(count);
  let passive: number[] = [];
  const tolerance = 1e-12 * Math.abs(vector[0]);
  for (let round = 0; round < 4 * count; round++) {
    let [best, steepest] = [-1, tolerance];
    for (const k of allowed) {
      if (passive.includes(k)) continue;
      let slope = vector[k];
      for (const j of passive) slope -= matrix[k * count + j] * x[j];
      if (slope > steepest) [best, steepest] = [k, slope];
    }
    if (best < 0) break;
    passive.push(best);
    for (;;) {
      const solved = solvePassive(matrix, vector, count, passive);
      let step = 1;
      passive.forEach((k, index) => {
        if (solved[index] <= 0) step = Math.min(step, x[k] / (x[k] - solved[index] || 1));
      });
      passive.forEach((k, index) => {
        x[k] += step * (solved[index] - x[k]);
      });
      if (step === 1) break;
      const kept = passive.filter((k) => x[k] > 1e-12);
      for (const k of passive) if (!kept.includes(k)) x[k] = 0;
      // The variable that was added last may leave at once because of rounding.
      if (kept.length === passive.length) break;
      passive = kept;
    }
  }
  return x;
}

/** Solves the equations of the passive variables by Gaussian elimination with pivoting. */
function solvePassive(
  matrix: Float64Array,
  vector: Float64Array,
  count: number,
  passive: readonly number[],
): number[] {
  const rows = passive.map((k) => [...passive.map((j) => matrix[k * count + j]), vector[k]]);
  const n = passive.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = column + 1; row < n; row++) {
      const factor = rows[row][column] / (rows[column][column] || 1);
      for (let k = column; k <= n; k++) rows[row][k] -= factor * rows[column][k];
    }
  }
  const out = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    let value = rows[row][n];
    for (let k = row + 1; k < n; k++) value -= rows[row][k] * out[k];
    out[row] = value / (rows[row][row] || 1);
  }
  return out;
}
