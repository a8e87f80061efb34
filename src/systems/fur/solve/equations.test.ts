import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { type BendForm, bendStrand, strandDirection } from './bend.ts';
import { restoringForce } from './restoring.ts';
import { createTriangleFur, layStrand, triangle, velocityOf } from './testing/one-strand.ts';

/** A unit vector by chance. */
function direction(seed: number, i: number): number[] {
  const v = [0, 1, 2].map((axis) => hashUnit(seed, i, axis) - 0.5);
  const size = Math.hypot(...v);
  return v.map((x) => x / size);
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

test('eq. 3: a unit vector, and the normal where the strand has no length', () => {
  const out = new Float64Array(3);
  strandDirection(out, [3, 0, 4], [0, 1, 0]);
  expect([...out]).toEqual([0.6, 0, 0.8]);
  for (const offset of [
    [0, 0, 0],
    [1e-12, 0, 0],
  ]) {
    strandDirection(out, offset, [0, 1, 0]);
    expect([...out]).toEqual([0, 1, 0]);
  }
});

describe('eq. 4', () => {
  const n = [0, 1, 0];
  const leaning = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.sin(angle), Math.cos(angle), 0];
  };

  /** Length of the strand's curve, m: chords of many parts. */
  function lengthOf(form: BendForm, k: number, s: number[], parts = 4000): number {
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    let sum = 0;
    for (let part = 1; part <= parts; part++) {
      bendStrand(b, form, part / parts, 0.3, k, s, n);
      sum += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
      a.set(b);
    }
    return sum;
  }

  test('literal with k = 1 is the straight line d l s', () => {
    const out = new Float64Array(3);
    for (let i = 0; i < 100; i++) {
      const [s, normal] = [direction(1, i), direction(2, i)];
      for (const u of [0, 0.25, 1]) {
        bendStrand(out, 'literal', u, 0.3, 1, s, normal);
        s.forEach((x, axis) => {
          expect(Math.abs(out[axis] - u * 0.3 * x)).toBeLessThan(1e-6);
        });
      }
    }
  });

  test('an arc keeps its length, at any lean, and its chord has the direction of s', () => {
    const tip = new Float64Array(3);
    for (const degrees of [0, 1e-7, 0.01, 20, 60, 85, 150, 179.99]) {
      const s = leaning(degrees);
      expect(Math.abs(lengthOf('arc', 2, s) / 0.3 - 1)).toBeLessThan(1e-6);
      bendStrand(tip, 'arc', 1, 0.3, 2, s, n);
      expect(dot(tip, s)).toBeCloseTo(Math.hypot(...tip), 12);
    }
  });

  test('the others stretch: at 60° with k = 2 by 12 % and 38 %', () => {
    expect(lengthOf('literal', 2, leaning(60)) / 0.3).toBeCloseTo(1.12, 2);
    expect(lengthOf('tangential', 2, leaning(60)) / 0.3).toBeCloseTo(1.38, 2);
  });

  test('tangential stays at the height of its layer', () => {
    const out = new Float64Array(3);
    for (let i = 0; i < 50; i++) {
      const normal = direction(3, i);
      bendStrand(out, 'tangential', 0.4, 0.3, 2.5, direction(4, i), normal);
      expect(dot(out, normal)).toBeCloseTo(0.12, 12);
    }
  });

  test('straight against the normal nothing is NaN', () => {
    const out = new Float64Array(3);
    for (const form of ['arc', 'literal', 'tangential'] as const) {
      bendStrand(out, form, 0.5, 1, 2, [0, -1, 0], n);
      expect(out.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('eq. 5', () => {
  test('printed: |F| = 4 w sin³(θ/2)', () => {
    const force = new Float64Array(3);
    for (let degrees = 0; degrees <= 180; degrees += 1) {
      const angle = (degrees * Math.PI) / 180;
      restoringForce(force, 'printed', 7, [Math.sin(angle), Math.cos(angle), 0], [0, 1, 0]);
      expect(Math.abs(Math.hypot(...force) - 28 * Math.sin(angle / 2) ** 3)).toBeLessThan(1e-12);
    }
  });

  test('corrected: across the strand, β at rest, its work is the loss of its potential', () => {
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

  test.each(['printed', 'corrected'] as const)('%s: the kernel gives that force', (form) => {
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
