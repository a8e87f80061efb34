import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { restoringForce } from './restoring.ts';
import { createTriangleFur, layStrand, triangle, velocityOf } from './testing/one-strand.ts';

/** Returns a random unit vector. */
function direction(seed: number, i: number): number[] {
  const v = [0, 1, 2].map((axis) => hashUnit(seed, i, axis) - 0.5);
  const size = Math.hypot(...v);
  return v.map((x) => x / size);
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('eq. 5', () => {
  test('printed: |F| = 4 w sin³(θ/2)', () => {
    const force = new Float64Array(3);
    for (let degrees = 0; degrees <= 180; degrees += 1) {
      const angle = (degrees * Math.PI) / 180;
      restoringForce(force, 'printed', 7, [Math.sin(angle), Math.cos(angle), 0], [0, 1, 0]);
      expect(Math.abs(Math.hypot(...force) - 28 * Math.sin(angle / 2) ** 3)).toBeLessThan(1e-12);
    }
  });

  test('corrected: perpendicular to the strand, stiffness β near the rest shape, work equals the loss of potential', () => {
    const force = new Float64Array(3);
    const potential = (angle: number) => 7 * ((1 - Math.cos(angle)) ** 2 / 2 + 0.1 * (1 - Math.cos(angle)));
    for (const angle of [1e-3, 0.3, 1, 1.4]) {
      const s = [Math.sin(angle), Math.cos(angle), 0];
      restoringForce(force, 'corrected', 7, s, [0, 1, 0], 0.1);
      expect(dot(force, s)).toBeCloseTo(0, 12);
      const slope = (potential(angle + 1e-6) - potential(angle - 1e-6)) / 2e-6;
      expect(Math.hypot(...force)).toBeCloseTo(slope, 6);
    }
  });

  test.each(['printed', 'corrected'] as const)('%s: the kernel computes this force', (form) => {
    const force = new Float64Array(3);
    const dt = 1 / 128;
    for (let i = 0; i < 100; i++) {
      const s = direction(5, i);
      if (form === 'corrected') s[1] = Math.abs(s[1]) + 0.2;
      const size = Math.hypot(...s);
      const length = 0.5 + hashUnit(6, i);
      const unit = s.map((x) => x / size);
      const fur = createTriangleFur({ solver: 'explicit', forces: { form, restoring: 50, damping: 0 } });
      layStrand(
        fur,
        unit.map((x) => x * length),
      );
      fur.step(dt, triangle.positions, triangle.normals);
      restoringForce(force, form, 50, unit, [0, 1, 0], 0.1, 1 / length);
      velocityOf(fur).forEach((speed, axis) => {
        const spring = 1000 * (1 - length) * unit[axis];
        expect(speed / dt).toBeCloseTo(spring + force[axis], 9);
      });
    }
  });
});
