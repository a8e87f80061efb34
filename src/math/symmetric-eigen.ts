/** Eigenvalues and eigenvectors of a symmetric matrix. Eigenvalues are ascending. */
export interface SymmetricEigen {
  /** [size]. */
  readonly values: Float64Array;
  /** Row-major, orthonormal, [size · size]. Column k is the eigenvector of values[k]. */
  readonly vectors: Float64Array;
}

/**
 * Eigendecomposition of a symmetric matrix [size · size]: Householder tridiagonalization, then implicit QL steps with Wilkinson's shift
 * (Golub & Van Loan, 8.3). Reads the lower triangle. Uses only + − × ÷ √ in a fixed order, so the result is the same on every machine. The
 * error is about 1e-15 of the largest eigenvalue. Throws if the matrix has NaN or infinite entries.
 */
export function symmetricEigen(matrix: ArrayLike<number>, size: number): SymmetricEigen {
  const vectors = new Float64Array(size * size);
  let largest = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const entry = matrix[i * size + j];
      vectors[i * size + j] = entry;
      vectors[j * size + i] = entry;
      largest = Math.max(largest, Math.abs(entry));
    }
  }
  if (!(largest < Number.POSITIVE_INFINITY)) {
    throw new Error('symmetricEigen: the matrix has entries that are not finite');
  }
  // The matrix is scaled so that its largest entry is near 1. Otherwise squares could overflow or underflow.
  const unit = largest > 0 ? largest : 1;
  for (let k = 0; k < vectors.length; k++) vectors[k] /= unit;
  const diagonal = new Float64Array(size);
  const off = new Float64Array(size);
  reduce(vectors, diagonal, off, size);
  // The QL steps rotate pairs of columns. Here the matrix is transposed, so they rotate pairs of rows, which are contiguous.
  const rows = new Float64Array(size * size);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) rows[j * size + i] = vectors[i * size + j];
  iterate(rows, diagonal, off, size);
  const order = Array.from(diagonal.keys()).sort((a, b) => diagonal[a] - diagonal[b] || a - b);
  const values = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    values[k] = diagonal[order[k]] * unit;
    for (let i = 0; i < size; i++) vectors[i * size + k] = rows[order[k] * size + i];
  }
  return { values, vectors };
}

/**
 * Replaces the matrix a by Q, where Qᵀ a Q is tridiagonal. `diagonal` receives the diagonal of Qᵀ a Q, and off[k] the entry between k and k
 * + 1. Works from the last row upward: each row is reflected onto its subdiagonal entry.
 */
function reduce(a: Float64Array, diagonal: Float64Array, off: Float64Array, size: number): void {
  const scales = new Float64Array(size);
  const product = new Float64Array(size);
  for (let k = size - 1; k > 0; k--) {
    const row = a.subarray(k * size, k * size + k);
    let largest = 0;
    for (let j = 0; j < k - 1; j++) largest = Math.max(largest, Math.abs(row[j]));
    if (largest === 0) {
      off[k - 1] = row[k - 1];
      continue;
    }
    largest = Math.max(largest, Math.abs(row[k - 1]));
    let square = 0;
    for (let j = 0; j < k; j++) {
      const entry = row[j] / largest;
      square += entry * entry;
    }
    const length = Math.sqrt(square) * largest;
    const last = row[k - 1];
    const beside = last > 0 ? -length : length;
    // The reflection is I − scale · v vᵀ with v = row − beside · e. v is kept in the row to compute Q.
    row[k - 1] = last - beside;
    const scale = 1 / (length * length - last * beside);
    off[k - 1] = beside;
    scales[k] = scale;
    let inner = 0;
    for (let i = 0; i < k; i++) {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += a[i * size + j] * row[j];
      for (let j = i + 1; j < k; j++) sum += a[j * size + i] * row[j];
      product[i] = sum * scale;
      inner += product[i] * row[i];
    }
    const half = (inner * scale) / 2;
    for (let i = 0; i < k; i++) product[i] -= half * row[i];
    for (let i = 0; i < k; i++) {
      for (let j = 0; j <= i; j++) a[i * size + j] -= row[i] * product[j] + product[i] * row[j];
    }
  }
  for (let k = 0; k < size; k++) diagonal[k] = a[k * size + k];
  // Q = H_last … H_1 is accumulated from the first reflection on: each reflection changes only the part that the earlier ones have filled.
  for (let k = 0; k < size; k++) {
    const row = a.slice(k * size, k * size + k);
    if (scales[k] !== 0) {
      for (let j = 0; j < k; j++) {
        let sum = 0;
        for (let i = 0; i < k; i++) sum += row[i] * a[i * size + j];
        product[j] = sum * scales[k];
      }
      for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) a[i * size + j] -= row[i] * product[j];
    }
    a[k * size + k] = 1;
    for (let j = 0; j < k; j++) {
      a[k * size + j] = 0;
      a[j * size + k] = 0;
    }
  }
}

/** Runs implicit QL steps until all off-diagonal entries are 0. Applies the same rotations to the rows of `rows`. */
function iterate(rows: Float64Array, diagonal: Float64Array, off: Float64Array, size: number): void {
  for (let low = 0; low < size; low++) {
    for (let round = 0; ; round++) {
      let high = low;
      while (high < size - 1) {
        const scale = Math.abs(diagonal[high]) + Math.abs(diagonal[high + 1]);
        if (Math.abs(off[high]) <= 1.1e-16 * scale) break;
        high++;
      }
      if (high === low) break;
      if (round === 60) throw new Error('symmetricEigen: no convergence after 60 steps');
      // Wilkinson's shift: the eigenvalue of the leading 2 × 2 block that is closer to its first entry.
      let g = (diagonal[low + 1] - diagonal[low]) / (2 * off[low]);
      let r = Math.sqrt(g * g + 1);
      g = diagonal[high] - diagonal[low] + off[low] / (g + (g < 0 ? -r : r));
      let sine = 1;
      let cosine = 1;
      let carried = 0;
      let k = high - 1;
      for (; k >= low; k--) {
        const f = sine * off[k];
        const b = cosine * off[k];
        r = Math.sqrt(f * f + g * g);
        off[k + 1] = r;
        if (r === 0) {
          // The matrix splits here, because the entry is 0. The part below is solved separately.
          diagonal[k + 1] -= carried;
          off[high] = 0;
          break;
        }
        sine = f / r;
        cosine = g / r;
        g = diagonal[k + 1] - carried;
        r = (diagonal[k] - g) * sine + 2 * cosine * b;
        carried = sine * r;
        diagonal[k + 1] = g + carried;
        g = cosine * r - b;
        const at = k * size;
        for (let i = at; i < at + size; i++) {
          const upper = rows[i + size];
          const lower = rows[i];
          rows[i + size] = sine * lower + cosine * upper;
          rows[i] = cosine * lower - sine * upper;
        }
      }
      if (k >= low) continue;
      diagonal[low] -= carried;
      off[low] = g;
      off[high] = 0;
    }
  }
}
