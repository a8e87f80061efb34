import { expect, test } from 'vitest';
import { parseQuantity, readQuantity } from './quantity.ts';

test.each([
  ['0.005', 'm', 0.005],
  ['5mm', 'm', 0.005],
  ['2.5 cm', 'm', 0.025],
  ['-1e-3', 'm', -0.001],
  ['.5', '', 0.5],
  ['60deg', 'rad', 1.0471975511966],
  ['36km/h', 'm/s', 10],
  ['240Hz', '1/s', 240],
  ['2min', 's', 120],
])('%s in %s is %f', (text, unit, value) => {
  expect(parseQuantity(text, unit)).toBe(value);
});

test.each([
  ['', 'm'],
  ['m', 'm'],
  ['5kg', 'm'],
  ['5mm', 's'],
  ['1,5', 'm'],
  ['0x10', 'm'],
  ['Infinity', 'm'],
])('%j is not a quantity in %s', (text, unit) => {
  expect(parseQuantity(text, unit)).toBeNaN();
});

test('a text without a unit is not a quantity in a scene, but a number in quotes', () => {
  expect(readQuantity('5', 'm')).toBe('5');
  expect(readQuantity('5mm', 'm')).toBe(0.005);
  expect(readQuantity('9.81 m/s2', 'm/s²')).toBe(9.81);
  expect(readQuantity('soft', 'm')).toBe('soft');
  expect(readQuantity(5, 'm')).toBe(5);
});

test('a time on the command line may be a fraction of a second', () => {
  expect(parseQuantity('47/24', 's')).toBe(47 / 24);
  expect(parseQuantity('-8/24 s', 's')).toBe(-8 / 24);
  expect(parseQuantity('47/24', 'm')).toBeNaN();
  expect(parseQuantity('47/0', 's')).toBeNaN();
});
