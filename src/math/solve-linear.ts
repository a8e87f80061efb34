/**
 * Solves A x = b by Gaussian elimination with partial pivoting. `a` [size²] is row-major. `a` and `b` [size] are overwritten; `b`
 * receives the solution, which is not finite if A is singular.
 */
export function solveLinear(a: Float64Array, b: Float64Array, size: number): void {
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(a[row * size + column]) > Math.abs(a[pivot * size + column])) pivot = row;
    }
    if (pivot !== column) {
      for (let k = column; k < size; k++) {
        [a[column * size + k], a[pivot * size + k]] = [a[pivot * size + k], a[column * size + k]];
      }
      [b[column], b[pivot]] = [b[pivot], b[column]];
    }
    for (let row = column + 1; row < size; row++) {
      const factor = a[row * size + column] / a[column * size + column];
      if (factor === 0) continue;
      for (let k = column + 1; k < size; k++) a[row * size + k] -= factor * a[column * size + k];
      b[row] -= factor * b[column];
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = b[row];
    for (let k = row + 1; k < size; k++) sum -= a[row * size + k] * b[k];
    b[row] = sum / a[row * size + row];
  }
}
