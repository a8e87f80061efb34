import { type SymmetricEigen, symmetricEigen } from './symmetric-eigen.ts';

/**
 * Replaces the lower triangle of a symmetric matrix [size · size] by L with L Lᵀ = matrix. Returns false if the matrix is not positive
 * definite; the contents of the matrix are then undefined.
 */
export function factorCholesky(matrix: Float64Array, size: number): boolean {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    for (let j = 0; j < i; j++) {
      const other = j * size;
      let sum = matrix[row + j];
      for (let k = 0; k < j; k++) sum -= matrix[row + k] * matrix[other + k];
      matrix[row + j] = sum / matrix[other + j];
    }
    let square = matrix[row + i];
    for (let k = 0; k < i; k++) square -= matrix[row + k] * matrix[row + k];
    if (!(square > 0)) return false;
    matrix[row + i] = Math.sqrt(square);
  }
  return true;
}

/** Solves L Lᵀ x = b for the lower triangle L of `factorCholesky` [size · size]. Replaces b [size] by x. */
export function solveFactored(lower: Float64Array, b: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) b[i] -= lower[size * i + k] * b[k];
    b[i] /= lower[size * i + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) b[i] -= lower[size * k + i] * b[k];
    b[i] /= lower[size * i + i];
  }
}

/** Replaces the lower triangle L of `factorCholesky` by L⁻¹. */
export function invertLower(lower: Float64Array, size: number): void {
  // Row i of L⁻¹ is the unit row minus multiples of the earlier rows, divided by the diagonal entry.
  const row = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = i * size;
    row.fill(0, 0, i);
    for (let k = 0; k < i; k++) {
      const factor = lower[at + k];
      const from = k * size;
      for (let j = 0; j <= k; j++) row[j] -= factor * lower[from + j];
    }
    const inverse = 1 / lower[at + i];
    for (let j = 0; j < i; j++) lower[at + j] = row[j] * inverse;
    lower[at + i] = inverse;
  }
}

/**
 * Replaces a symmetric positive definite matrix [size · size] by its inverse. Only the lower triangle is read; both triangles are
 * written. Returns false if the matrix is not positive definite; its contents are then undefined.
 */
export function invertPositive(matrix: Float64Array, size: number): boolean {
  if (!factorCholesky(matrix, size)) return false;
  invertLower(matrix, size);
  // The inverse is L⁻ᵀ L⁻¹, the sum of the outer products of the rows of L⁻¹. Entry (i, j) needs only rows k ≥ i ≥ j, which are not
  // overwritten yet.
  for (let i = 0; i < size; i++) {
    const at = i * size;
    const own = matrix.slice(at, at + i + 1);
    for (let j = 0; j <= i; j++) matrix[at + j] = own[i] * own[j];
    for (let k = i + 1; k < size; k++) {
      const from = k * size;
      const factor = matrix[from + i];
      for (let j = 0; j <= i; j++) matrix[at + j] += factor * matrix[from + j];
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) matrix[j * size + i] = matrix[i * size + j];
  return true;
}

/**
 * Solves A v = λ B v for symmetric A and positive definite B [size · size]. Eigenvalues ascend. Column k of `vectors` belongs to
 * values[k]; the columns are B-orthonormal. Returns null if B is not positive definite. Neither matrix is changed.
 */
export function generalizedEigen(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  size: number,
): SymmetricEigen | null {
  const lower = Float64Array.from(b);
  if (!factorCholesky(lower, size)) return null;
  invertLower(lower, size);
  // half = L⁻¹ A, inner = L⁻¹ A L⁻ᵀ.
  const half = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k <= i; k++) {
      const factor = lower[i * size + k];
      for (let j = 0; j < size; j++) half[i * size + j] += factor * a[k * size + j];
    }
  }
  const inner = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += half[i * size + k] * lower[j * size + k];
      inner[i * size + j] = sum;
    }
  }
  const { values, vectors } = symmetricEigen(inner, size);
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = i; k < size; k++) {
      const factor = lower[k * size + i];
      for (let j = 0; j < size; j++) out[i * size + j] += factor * vectors[k * size + j];
    }
  }
  return { values, vectors: out };
}
