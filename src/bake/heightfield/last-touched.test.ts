import { expect, test } from 'vitest';
import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import { HeightChanges } from './height-tiles.ts';
import { findLastTouched } from './last-touched.ts';

const square = (i0: number, j0: number): ColumnRectangle => ({ i0, j0, columns: 32, rows: 32 });

/**
 * Creates the changes of squares: one square changes in each of the frames 0, 1, … Also returns the rectangle that contains all of them.
 */
function changesOf(squares: readonly ColumnRectangle[]) {
  const changes = new HeightChanges();
  for (const [frame, one] of squares.entries()) changes.add(frame, one);
  const right = Math.max(...squares.map(({ i0, columns }) => i0 + columns));
  const near = Math.max(...squares.map(({ j0, rows }) => j0 + rows));
  return { changes, touched: { i0: 0, j0: 0, columns: right, rows: near } };
}

test('if the whole touched area can be shown, no part is chosen and no changes are listed', () => {
  const fail = () => {
    throw new Error('not needed');
  };
  expect(findLastTouched(null, fail)).toBeNull();
  expect(findLastTouched({ i0: 0, j0: 0, columns: 5000, rows: 5000 }, fail)).toBeNull();
});

test('of two distant areas, the one that changed last is shown completely', () => {
  const { changes, touched } = changesOf([square(64, 0), square(99_968, 99_968), square(0, 32)]);
  expect(findLastTouched(touched, () => changes)).toEqual({ i0: 0, j0: 0, columns: 96, rows: 64 });
});

test('the visible part of a long track is its end', () => {
  const steps = Array.from({ length: 1000 }, (_, k) => square(32 * k, 32 * k));
  const { changes, touched } = changesOf(steps);
  const part = findLastTouched(touched, () => changes)!;
  expect(part.i0 + part.columns).toBe(32_000);
  expect(part).toMatchObject({ columns: 2048, rows: 2048 });
});
