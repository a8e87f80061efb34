import { expect, test } from 'vitest';
import { particlesParams } from '../../src/systems/particles/index.ts';
import { isColor, readColor, writeColor } from './field-controls.ts';

test('every colour of a scene can be converted to the screen and back', () => {
  expect(writeColor([1, 0.5, 0])).toBe('#ff8000');
  expect(readColor('#ff8000')).toEqual([1, 0.502, 0]);
  expect(writeColor(readColor('#12ab7f'))).toBe('#12ab7f');
  expect(writeColor([-1, 7, Number.NaN])).toBe('#00ff00');
  expect(writeColor([])).toBe('#000000');
});

test('three numbers from 0 to 1 are a colour, three lengths and four numbers are not', () => {
  expect(isColor(particlesParams.color)).toBe(true);
  expect(isColor(particlesParams.sources.kinds.one.fields.velocity)).toBe(false);
  expect(isColor(particlesParams.keys.kinds.one.fields.orientation)).toBe(false);
});
