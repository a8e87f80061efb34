import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { shadowOfSun, sweepShadow, visibleSky, visibleSkyCoarse } from './light-sweep.ts';

/** Creates a cliff: the height is h for columns left of `edge`, and 0 right of it. */
function makeStep(columns: number, rows: number, edge: number, height: number): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, k) => (k % columns < edge ? height : 0));
}

test('the length of a shadow is the height of the step divided by the slope of the sun', () => {
  const [columns, rows, edge, cell, height] = [200, 8, 50, 0.01, 0.3003];
  const heights = makeStep(columns, rows, edge, height);
  for (const slope of [0.3, 0.57735, 1, 2]) {
    const ceiling = new Float32Array(heights.length);
    sweepShadow(ceiling, heights, columns, rows, cell, -1, 0, slope);
    const row = Array.from(
      { length: columns },
      (_, k) => ceiling[3 * columns + k] > heights[3 * columns + k],
    );
    const dark = row.filter(Boolean).length;
    // The last column of the step casts the shadow: a sample at distance k · cell is dark while k · cell · slope < height.
    expect(dark).toBe(Math.min(columns - edge, Math.ceil(height / slope / cell - 1e-6) - 1));
    expect(row.indexOf(true)).toBe(edge);
  }
});

test('every direction of the light gives the same shadow, rotated', () => {
  const size = 64;
  const heights = Float32Array.from({ length: size * size }, (_, k) => hashUnit(3, k % size, k >> 6));
  const turn = (values: Float32Array) =>
    values.map((_, k) => values[(size - 1 - (k % size)) * size + Math.floor(k / size)]);
  const cast = (values: Float32Array, x: number, y: number) => {
    const ceiling = new Float32Array(values.length);
    sweepShadow(ceiling, values, size, size, 0.1, x, y, 0.7);
    return ceiling;
  };
  for (const [x, y] of [
    [1, 0],
    [0.6, 0.8],
    [0.8, -0.6],
    [-1, -0.9],
  ]) {
    // A rotation by 90° maps the direction (x, y) to (y, −x) or to (−y, x). Exactly one of these may match.
    const turned = turn(cast(heights, x, y));
    const direct = [cast(turn(heights), y, -x), cast(turn(heights), -y, x)];
    const errors = direct.map((values) =>
      values.reduce((worst, value, k) => Math.max(worst, Math.abs(value - turned[k])), 0),
    );
    expect(Math.min(...errors)).toBeLessThan(1e-6);
  }
});

test('the sun’s disc makes a penumbra from H / 1.2 s to H / 0.8 s behind a step', () => {
  const [columns, rows, edge, cell, height, slope] = [300, 4, 50, 0.01, 0.5, 0.5];
  const lit = shadowOfSun(makeStep(columns, rows, edge, height), columns, rows, cell, {
    towardX: -1,
    towardY: 0,
    slope,
  });
  for (let k = 0; k < columns - edge; k++) {
    const distance = (k + 1) * cell;
    const elevation = height / distance;
    const expected = Math.min(1, Math.max(0, (1.2 * slope - elevation) / (0.4 * slope)));
    expect(lit[columns + edge + k]).toBeCloseTo(expected, 4);
  }
  expect(lit[columns + edge - 1]).toBe(1);
});

test('level ground gets all of the sun and the sky, the foot of a tall wall half of the sky', () => {
  const flat = new Float32Array(50 * 40).fill(0.7);
  for (const value of visibleSky(flat, 50, 40, 0.01)) expect(value).toBeCloseTo(1, 6);
  for (const value of visibleSkyCoarse(flat, 50, 40, 0.01)) expect(value).toBeCloseTo(1, 6);
  const wall = makeStep(80, 40, 40, 100);
  const open = visibleSky(wall, 80, 40, 0.01);
  // Of eight directions, the wall hides three. Two more are parallel to it and are free: 5/8.
  expect(open[20 * 80 + 40]).toBeCloseTo(5 / 8, 6);
});

test('slow reference implementation: a sample is dark if a sample along the axis to the light is higher than the ray', () => {
  const [columns, rows, cell, slope] = [70, 3, 0.05, 0.8];
  const heights = Float32Array.from({ length: columns * rows }, (_, k) => 0.3 * hashUnit(5, k));
  const ceiling = new Float32Array(heights.length);
  sweepShadow(ceiling, heights, columns, rows, cell, 1, 0, slope);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let expected = heights[row * columns + column];
      for (let other = column + 1; other < columns; other++)
        expected = Math.max(expected, heights[row * columns + other] - (other - column) * cell * slope);
      expect(ceiling[row * columns + column]).toBeCloseTo(expected, 5);
    }
  }
});
