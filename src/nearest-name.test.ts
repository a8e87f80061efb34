import { expect, test } from 'vitest';
import { findNearestName } from './nearest-name.ts';

test.each([
  ['materal', 'material'],
  ['matreial', 'material'],
  ['WALK', 'Walk'],
  ['heigth', 'height'],
  ['snwo', 'snow'],
  ['mud', 'mud'],
  ['xylophone', null],
  // Two of four letters may be anything.
  ['dust', null],
  ['mat', 'material'],
  ['materials', 'material'],
  ['h', null],
])('%s is meant to be %s', (written, meant) => {
  expect(findNearestName(written, ['material', 'height', 'snow', 'mud', 'Walk'])).toBe(meant);
});

test('a swap of neighbours counts once', () => {
  // As two replacements it would count twice, and "xcb" would be nearer.
  expect(findNearestName('acb', ['abc', 'xcb'])).toBe('abc');
  expect(findNearestName('bac', ['abc', 'cde'])).toBe('abc');
});

test('nothing is near to no name at all', () => {
  expect(findNearestName('sand', [])).toBeNull();
});
