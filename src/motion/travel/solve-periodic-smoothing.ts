/**
 * Returns the periodic sequence s that minimises Σ (wᵢ sᵢ² − 2 bᵢ sᵢ) + λ Σ (sᵢ₊₁ − sᵢ)². Solves (wᵢ + 2λ) sᵢ − λ sᵢ₋₁ − λ sᵢ₊₁ = bᵢ, a
 * periodic tridiagonal system, directly: elimination with the Sherman–Morrison formula for the corner entries. All zeros if every weight is
 * 0.
 *
 * weights ≥ 0 and sums [count], λ > 0. Returns [count].
 */
export function solvePeriodicSmoothing(
  weights: Float64Array,
  sums: Float64Array,
  lambda: number,
): Float64Array {
  const count = weights.length;
  if (!weights.some((w) => w > 0)) return new Float64Array(count);
  if (count < 3) {
    const total = weights.reduce((a, b) => a + b);
    return new Float64Array(count).fill(sums.reduce((a, b) => a + b) / total);
  }
  const diagonal = Float64Array.from(weights, (w) => w + 2 * lambda);
  // The matrix is T + u vᵀ with u = (γ, 0 … 0, −λ), v = (1, 0 … 0, −λ/γ), γ = −diagonal₀.
  const gamma = -diagonal[0];
  const u = new Float64Array(count);
  u[0] = gamma;
  u[count - 1] = -lambda;
  diagonal[0] -= gamma;
  diagonal[count - 1] -= (lambda * lambda) / gamma;
  const x = solveTridiagonal(diagonal, -lambda, sums);
  const z = solveTridiagonal(diagonal, -lambda, u);
  const corner = -lambda / gamma;
  const factor = (x[0] + corner * x[count - 1]) / (1 + z[0] + corner * z[count - 1]);
  for (let i = 0; i < count; i++) x[i] -= factor * z[i];
  return x;
}

/** Solves the tridiagonal system with the given diagonal and a constant off-diagonal. */
function solveTridiagonal(diagonal: Float64Array, beside: number, right: Float64Array): Float64Array {
  const count = diagonal.length;
  const upper = new Float64Array(count);
  const x = new Float64Array(count);
  upper[0] = beside / diagonal[0];
  x[0] = right[0] / diagonal[0];
  for (let i = 1; i < count; i++) {
    const pivot = diagonal[i] - beside * upper[i - 1];
    upper[i] = beside / pivot;
    x[i] = (right[i] - beside * x[i - 1]) / pivot;
  }
  for (let i = count - 2; i >= 0; i--) x[i] -= upper[i] * x[i + 1];
  return x;
}
