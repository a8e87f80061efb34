import { expect, test } from 'vitest';
import { readColumnGrid } from './column-grid.ts';
import { chooseBestPrint, findPrints } from './find-prints.ts';
import { makePrintGround } from './testing/print-ground.ts';

function printsOf(count: number, alongZ = false) {
  const ground = makePrintGround(count, { alongZ, length: 7 });
  const changed = ground.changed();
  return changed ? findPrints(readColumnGrid(ground, changed, 1e6)) : [];
}

test.each([false, true])(
  'every print of a line is found with its position, size and direction (along z: %s)',
  (alongZ) => {
    const prints = printsOf(6, alongZ);
    expect(prints.length).toBe(6);
    const along = prints.map((print) => (alongZ ? print.z : print.x)).sort((a, b) => a - b);
    along.forEach((position, k) => {
      expect(position).toBeCloseTo(0.5 + k, 1);
    });
    for (const { axis, length, width, depth } of prints) {
      expect(Math.abs(axis[alongZ ? 1 : 0])).toBeGreaterThan(0.98);
      expect(length).toBeGreaterThan(0.26);
      expect(length).toBeLessThan(0.31);
      expect(width).toBeGreaterThan(0.07);
      expect(width).toBeLessThan(0.12);
      expect(depth).toBeGreaterThan(0.02);
    }
  },
);

test('heel and ball are one print even with a gap between them, prints a stride apart are not', () => {
  const columns = 200;
  const change = new Float32Array(columns * 20);
  const dig = (from: number, to: number) => {
    for (let row = 6; row < 14; row++) change.fill(-0.02, row * columns + from, row * columns + to);
  };
  dig(10, 22);
  dig(26, 40);
  dig(110, 140);
  const layer = new Float32Array(change.length);
  const grid = {
    columns,
    rows: 20,
    factor: 1,
    x: 0,
    z: 0,
    step: 0.01,
    initial: layer,
    pressed: layer,
    change,
  };
  const prints = findPrints(grid);
  expect(prints.map(({ length }) => Math.round(100 * length)).sort()).toEqual([30, 30]);
});

test('the print to show is a large one in which nobody stands', () => {
  const prints = printsOf(6);
  const best = chooseBestPrint(prints, [[0, 0, 4.9, 2]])!;
  expect(best.x).toBeGreaterThan(4.9);
  expect(chooseBestPrint(prints, [[-100, -100, 100, 100]])).not.toBeNull();
  expect(chooseBestPrint([], [])).toBeNull();
  expect(printsOf(0).length).toBe(0);
});
