import { expect, test } from 'vitest';
import { projectCoat } from './coat-projection.ts';

test('a projection is never mirrored, and both sides of a body show different blades', () => {
  for (let axis = 0; axis < 3; axis++) {
    for (const facing of [1, -1]) {
      const at = (p: number[]) => {
        const out = [0, 0];
        projectCoat(out, axis, facing, p, 0.5);
        return out;
      };
      const origin = at([0, 0, 0]);
      const e = [0, 0, 0];
      const f = [0, 0, 0];
      e[(axis + 1) % 3] = 0.01;
      f[(axis + 2) % 3] = 0.01;
      const [a, b] = [at(e), at(f)];
      const turn = (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
      // Seen from the side to which the triangle faces, the corner from e to f is a left turn if `facing` is positive.
      expect(turn * facing).toBeCloseTo(0.02 * 0.02, 12);
    }
    const [front, back] = [
      [0, 0],
      [0, 0],
    ];
    projectCoat(front, axis, 1, [0, 0, 0], 1);
    projectCoat(back, axis, -1, [0, 0, 0], 1);
    expect(front).not.toEqual(back);
  }
});
