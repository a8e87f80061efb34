import { expect, test } from 'vitest';
import { projectCoat, showsTone, weighProjections } from './coat-projection.ts';
import { makeBall } from './testing/meshes.ts';

const { positions } = makeBall(4);

function weightsAt(n: ArrayLike<number>): number[] {
  const out = [0, 0, 0];
  weighProjections(out, n[0], n[1], n[2]);
  return out;
}

test('weights add up to 1 in every direction', () => {
  for (let k = 0; k < positions.length; k += 3) {
    const weights = weightsAt(positions.subarray(k, k + 3));
    expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 12);
  }
});

test('weights do not jump, and are nothing where a projection changes sides', () => {
  const step = 1e-4;
  for (let angle = 0; angle < 7; angle += step * 10) {
    for (const tilt of [0, 0.4, 0.7, 1.2]) {
      const at = (a: number) =>
        weightsAt([Math.cos(a) * Math.cos(tilt), Math.sin(tilt), Math.sin(a) * Math.cos(tilt)]);
      const [here, next] = [at(angle), at(angle + step)];
      for (let c = 0; c < 3; c++) expect(Math.abs(next[c] - here[c])).toBeLessThan(12 * step);
    }
  }
  expect(weightsAt([0.01, 0.8, 0.6])[0]).toBe(0);
});

test('every blade is shown by exactly one projection', () => {
  for (let k = 0; k < positions.length; k += 30) {
    const weights = weightsAt(positions.subarray(k, k + 3));
    for (let tone = 0.0011; tone < 1; tone += 0.0173) {
      const shown = [0, 1, 2].filter((axis) => showsTone(axis, weights, tone));
      expect(shown.length, `${weights} ${tone}`).toBe(1);
    }
  }
});

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
      // Seen from the side that it faces, e → f turns left where facing is positive.
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
