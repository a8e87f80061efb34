import { expect, test } from 'vitest';
import { findCut } from './find-cut.ts';

test('cuts repeat in every period; the jump to the start is a cut from the second period on', () => {
  const cuts = Float64Array.from([0, 0.4]);
  expect(findCut(cuts, 1, -1, 0.3)).toBe(false);
  expect(findCut(cuts, 1, 0.3, 0.4)).toBe(true);
  expect(findCut(cuts, 1, 0.4, 0.9)).toBe(false);
  expect(findCut(cuts, 1, 0.9, 1)).toBe(true);
  expect(findCut(cuts, 1, 7.39, 7.41)).toBe(true);
  expect(findCut(cuts, Infinity, 0.3, 0.5)).toBe(true);
  expect(findCut(cuts, Infinity, 0.5, 9)).toBe(false);
  expect(findCut(new Float64Array(0), 1, 0, 100)).toBe(false);
});
