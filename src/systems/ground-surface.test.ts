import { expect, test } from 'vitest';
import { GroundSurface } from './ground-surface.ts';
import type { HeightfieldOutput } from './outputs/heightfield.ts';

/** 5 × 3 columns, 0.25 m apart, whose height is x. */
const field: HeightfieldOutput = {
  kind: 'heightfield',
  name: 'ramp',
  cell: 0.25,
  datum: 0,
  heightUnit: 0.25,
  extent: { i0: -2, j0: -1, columns: 5, rows: 3 },
  material: 'sand',
  changed: () => null,
  read(out, { i0, columns, rows }) {
    for (let k = 0; k < columns * rows; k++) out[k] = i0 + (k % columns);
  },
  readInitial: (out, rectangle) => field.read(out, rectangle),
  readPressed: (out) => void out.fill(0),
};

test('a ground reaches up to its last columns and rows, and not beyond', () => {
  const surface = new GroundSurface(field);
  surface.begin();
  for (const [x, z] of [
    [-0.5, -0.25],
    [0.5, -0.25],
    [-0.5, 0.25],
    [0.5, 0.25],
    [0.3, 0.25],
    [0.5, 0.1],
  ]) {
    expect(surface.look(x, z)).toBe(true);
    expect(surface.height).toBeCloseTo(x, 9);
    expect(surface.slopeX).not.toBeNaN();
  }
  for (const [x, z] of [
    [0.51, 0],
    [-0.51, 0],
    [0, 0.26],
    [0, -0.26],
  ]) {
    expect(surface.look(x, z)).toBe(false);
  }
});
