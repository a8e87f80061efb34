import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solvePeriodicSmoothing } from './solve-periodic-smoothing.ts';

/** Reference: Gaussian elimination on the full matrix. */
function solveDensely(weights: number[], sums: number[], lambda: number): number[] {
  const n = weights.length;
  const rows = weights.map((w, i) => {
    const row = new Array(n + 1).fill(0);
    row[i] += w + 2 * lambda;
    row[(i + 1) % n] -= lambda;
    row[(i + n - 1) % n] -= lambda;
    row[n] = sums[i];
    return row;
  });
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let c = k; c <= n; c++) rows[i][c] -= factor * rows[k][c];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = rows[i][n];
    for (let c = i + 1; c < n; c++) x[i] -= rows[i][c] * x[c];
    x[i] /= rows[i][i];
  }
  return x;
}

test('agrees with Gaussian elimination on the full matrix', () => {
  const weight = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 2, noNaN: true }));
  const entry = fc.tuple(weight, fc.double({ min: -3, max: 3, noNaN: true }));
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 3, maxLength: 24 }),
      fc.double({ min: 0.1, max: 300, noNaN: true }),
      (entries, lambda) => {
        fc.pre(entries.some(([w]) => w > 0));
        const weights = entries.map(([w]) => w);
        const sums = entries.map(([w, value]) => w * value);
        const got = solvePeriodicSmoothing(Float64Array.from(weights), Float64Array.from(sums), lambda);
        solveDensely(weights, sums, lambda).forEach((x, i) => {
          expect(Math.abs(got[i] - x)).toBeLessThan(1e-6);
        });
      },
    ),
    { seed: 12, numRuns: 200 },
  );
});

test('extends a constant through gaps, and returns zeros if all weights are 0', () => {
  const weights = Float64Array.from({ length: 50 }, (_, i) => (i % 10 < 3 ? 1 : 0));
  const flat = solvePeriodicSmoothing(
    weights,
    weights.map((w) => 2.5 * w),
    100,
  );
  for (const s of flat) expect(s).toBeCloseTo(2.5, 9);
  expect([...solvePeriodicSmoothing(new Float64Array(4), new Float64Array(4), 1)]).toEqual([0, 0, 0, 0]);
});
