import { describe, expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { type BendForm, bendStrand, strandDirection } from './bend.ts';

/** Returns a random unit vector. */
function direction(seed: number, i: number): number[] {
  const v = [0, 1, 2].map((axis) => hashUnit(seed, i, axis) - 0.5);
  const size = Math.hypot(...v);
  return v.map((x) => x / size);
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

test('eq. 3: a unit vector; the normal if the strand has no length', () => {
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

  /** Returns the length of the strand's curve, m, as the sum of many chords. */
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

  test('literal is the printed formula times the length: l d n + (l/n)^k L (s − n)', () => {
    const out = new Float64Array(3);
    const [layerCount, length] = [16, 0.3];
    for (let i = 0; i < 20; i++) {
      const [s, normal] = [direction(3, i), direction(4, i)];
      for (const k of [1, 1.5, 2, 4]) {
        for (let layer = 0; layer <= layerCount; layer++) {
          bendStrand(out, 'literal', layer / layerCount, length, k, s, normal);
          const h = (layer / layerCount) ** k * length;
          normal.forEach((n, axis) => {
            const wanted = layer * (length / layerCount) * n + h * (s[axis] - n);
            expect(Math.abs(out[axis] - wanted)).toBeLessThan(1e-12);
          });
        }
      }
    }
  });

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

  test('tangential keeps the height of its layer', () => {
    const out = new Float64Array(3);
    for (let i = 0; i < 50; i++) {
      const normal = direction(3, i);
      bendStrand(out, 'tangential', 0.4, 0.3, 2.5, direction(4, i), normal);
      expect(dot(out, normal)).toBeCloseTo(0.12, 12);
    }
  });

  test('opposite to the normal no result is NaN', () => {
    const out = new Float64Array(3);
    for (const form of ['arc', 'literal', 'tangential'] as const) {
      bendStrand(out, form, 0.5, 1, 2, [0, -1, 0], n);
      expect(out.every(Number.isFinite)).toBe(true);
    }
  });

  test('the arc is the closed form u sinc(uθ) (cos uθ n + sin uθ t)', () => {
    const out = new Float64Array(3);
    const angle = 0.6 * (Math.PI / 3);
    bendStrand(out, 'arc', 0.6, 3, 2, leaning(60), n);
    expect(out[0]).toBeCloseTo(1.8 * (Math.sin(angle) / angle) * Math.sin(angle), 12);
    expect(out[1]).toBeCloseTo(1.8 * (Math.sin(angle) / angle) * Math.cos(angle), 12);
    expect(out[2]).toBe(0);
  });

  test('vectors are read at `offset`', () => {
    const [alone, among] = [new Float64Array(3), [0, 0, 0]];
    for (const form of ['arc', 'literal', 'tangential'] as const) {
      bendStrand(alone, form, 0.7, 0.3, 2.5, direction(5, 1), direction(6, 1));
      const all = (seed: number) => [0, 1, 2].flatMap((i) => direction(seed, i));
      bendStrand(among, form, 0.7, 0.3, 2.5, all(5), all(6), 3);
      expect(among).toEqual([...alone]);
    }
  });
});
