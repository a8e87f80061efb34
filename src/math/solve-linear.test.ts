import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solveLinear } from './solve-linear.ts';

test('the solution satisfies the equations; rows may begin with 0', () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 20, maxLength: 20 }), (values) => {
      const size = 4;
      // The matrix is well conditioned: each row has one large entry, which is not on the diagonal.
      const a = Float64Array.from(values.slice(0, 16), (v, k) => v + (k % 4 === 3 - (k >> 2) ? 9 : 0));
      const b = Float64Array.from(values.slice(16));
      const x = b.slice();
      solveLinear(a.slice(), x, size);
      for (let row = 0; row < size; row++) {
        const sum = x.reduce((total, v, k) => total + a[row * size + k] * v, 0);
        expect(Math.abs(sum - b[row])).toBeLessThan(1e-12);
      }
    }),
    { seed: 4 },
  );
  const x = Float64Array.of(2, 3);
  solveLinear(Float64Array.of(0, 1, 1, 0), x, 2);
  expect([...x]).toEqual([3, 2]);
});
