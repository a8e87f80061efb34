import { expect, test } from 'vitest';
import { heightfieldOfFrame } from '../bake/heightfield/heightfield-of-frame.ts';
import { frameOf } from '../bake/testing/frame-of.ts';
import { readColumnGrid } from './column-grid.ts';
import { clipRectangle, type GroundView, toPixel, viewAxes, viewGrid } from './ground-view.ts';
import { makePrintGround } from './testing/print-ground.ts';

test.each([0, 1, 2, 3])(
  'a view rotated by %i · 90° shows the right ground at each pixel and is never mirrored',
  (turn) => {
    const [columns, rows, step] = [40, 30, 0.1];
    // The heights form a plane, so that each position has a different height.
    const initial = Float32Array.from(
      { length: columns * rows },
      (_, k) => (k % columns) + 100 * Math.floor(k / columns),
    );
    const empty = new Float32Array(initial.length);
    const grid = { columns, rows, factor: 1, x: 2, z: -3, step, initial, change: empty, pressed: empty };
    const view: GroundView = { x: 3.9, z: -1.6, turn, width: 14, height: 10, scale: 0.07 };
    const layer = viewGrid(grid, initial, view);
    const { right, down } = viewAxes(turn);
    expect(right[0] * down[1] - right[1] * down[0]).toBe(1);
    for (const [u, v] of [
      [0.5, 0.5],
      [13.5, 9.5],
      [4.5, 7.5],
    ]) {
      const a = (u - view.width / 2) * view.scale;
      const b = (v - view.height / 2) * view.scale;
      const [x, z] = [view.x + a * right[0] + b * down[0], view.z + a * right[1] + b * down[1]];
      const [pu, pv] = toPixel(view, x, z);
      expect([pu, pv].map((value) => Math.round(1e6 * value) / 1e6)).toEqual([u, v]);
      const expected = (x - grid.x) / step + (100 * (z - grid.z)) / step;
      expect(layer[Math.floor(v) * view.width + Math.floor(u)]).toBeCloseTo(expected, 1);
    }
  },
);

test('a reduced grid keeps the mean of its columns and their position', () => {
  const ground = makePrintGround(3, { length: 4, width: 1 });
  const rectangle = { i0: 10, j0: 20, columns: 203, rows: 61 };
  const fine = readColumnGrid(ground, rectangle, 1e9);
  const coarse = readColumnGrid(ground, rectangle, 1000);
  expect(coarse.factor).toBeGreaterThan(2);
  expect(coarse.columns * coarse.rows).toBeLessThan(1200);
  let sum = 0;
  for (let j = 0; j < coarse.factor; j++)
    for (let i = 0; i < coarse.factor; i++) sum += fine.initial[j * fine.columns + i];
  expect(coarse.initial[0]).toBeCloseTo(sum / coarse.factor ** 2, 6);
  expect(coarse.x).toBeCloseTo((10 + (coarse.factor - 1) / 2) * 0.01, 9);
});

test('a rectangle is clipped to the ground, down to one column', () => {
  const extent = { i0: 0, j0: 0, columns: 10, rows: 4 };
  expect(clipRectangle({ i0: -5, j0: 1, columns: 8, rows: 9 }, extent)).toEqual({
    i0: 0,
    j0: 1,
    columns: 3,
    rows: 3,
  });
  expect(clipRectangle({ i0: 50, j0: -9, columns: 5, rows: 2 }, extent)).toEqual({
    i0: 9,
    j0: 0,
    columns: 1,
    rows: 1,
  });
});

test('a stored frame is added to the initial ground', () => {
  const ground = makePrintGround(2, { length: 3, width: 1 });
  const rectangle = ground.changed()!;
  const size = rectangle.columns * rectangle.rows;
  const [heights, pressed] = [new Int32Array(size), new Uint8Array(size)];
  ground.read(heights, rectangle);
  ground.readPressed(pressed, rectangle);
  const frame = frameOf(rectangle, heights, pressed);
  const all = { i0: 0, j0: 0, columns: 300, rows: 100 };
  const later = heightfieldOfFrame(makePrintGround(3, { length: 3, width: 1 }), frame);
  const [expected, got] = [new Int32Array(30000), new Int32Array(30000)];
  ground.read(expected, all);
  later.read(got, all);
  expect(got).toEqual(expected);
  const [marks, gotMarks] = [new Uint8Array(30000), new Uint8Array(30000).fill(9)];
  ground.readPressed(marks, all);
  later.readPressed(gotMarks, all);
  expect(gotMarks).toEqual(marks);
  expect(heightfieldOfFrame(ground, null).changed()).toBeNull();
});
