import { expect, test } from 'vitest';
import { readColumnGrid } from './column-grid.ts';
import { makePrintGround } from './testing/print-ground.ts';

test('wetness and stones are read where a ground has them, as shares of a sample, touched or not', () => {
  const ground = makePrintGround(1, { material: 'sand', length: 2, width: 1, cell: 0.02 });
  const { extent } = ground;
  const size = extent!.columns * extent!.rows;
  expect(readColumnGrid(ground, extent!, size)).not.toHaveProperty('wetness');
  const fill =
    (value: number) =>
    (out: Uint8Array, { i0, columns, rows }: typeof extent & object) => {
      for (let k = 0; k < columns * rows; k++) out[k] = (i0 + (k % columns)) % 2 === 0 ? value : 0;
    };
  const covered = { ...ground, readWetness: fill(255), readStones: fill(1) };
  for (const isUntouched of [false, true]) {
    const fine = readColumnGrid(covered, extent!, size, isUntouched);
    expect(fine.factor).toBe(1);
    for (const layer of [fine.wetness!, fine.stones!]) {
      const first = extent!.i0 % 2 === 0 ? 1 : 0;
      expect([layer[0], layer[1], layer[2]]).toEqual([first, 1 - first, first]);
    }
  }
  const coarse = readColumnGrid(covered, { ...extent!, columns: 40, rows: 40 }, 400);
  expect(coarse.factor).toBe(2);
  for (const layer of [coarse.wetness!, coarse.stones!])
    for (const value of layer) expect(value).toBeCloseTo(0.5, 6);
});
