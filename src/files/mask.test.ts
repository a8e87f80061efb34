import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { readMask, writeMask } from './mask.ts';

const surfaces = [
  { name: 'skin', vertexCount: 3 },
  { name: 'hair', vertexCount: 2 },
];
const read = (value: unknown) => readMask(JSON.stringify(value), 'belly.json', surfaces);
const faultsOf = (value: unknown): string[] => {
  try {
    read(value);
    return [];
  } catch (error) {
    return (error as InputError).faults.map(({ path, message }) => `${path}: ${message}`);
  }
};

test('written weights are read to a thousandth; surfaces are identified by index or name', () => {
  const mask = [Float32Array.of(0, 0.25, 1), null];
  expect(readMask(writeMask(mask), 'belly.json', surfaces)).toEqual(mask);
  expect(read({ surfaces: [{ surface: 'hair', weights: [1, 0] }] })).toEqual([null, Float32Array.of(1, 0)]);
});

test('a mask of another character is refused with all errors', () => {
  expect(
    faultsOf({
      surfaces: [
        { surface: 'skin', weights: [1, 1] },
        { surface: 5, weights: [] },
        { surface: 1, weights: [0.5, 1.5] },
        null,
      ],
    }),
  ).toEqual([
    'belly.json surfaces[0].weights: expected 3 weights, one for each vertex, got 2: paint it again on this character',
    `belly.json surfaces[1].surface: expected one of the character's surfaces (0 "skin", 1 "hair"), got 5`,
    'belly.json surfaces[2].weights[1]: expected a weight from 0 to 1, got 1.5',
    `belly.json surfaces[3].surface: expected one of the character's surfaces (0 "skin", 1 "hair"), got undefined`,
  ]);
  for (const value of [null, 3, {}, { surfaces: 1 }]) expect(faultsOf(value)[0]).toContain('expected a mask');
  expect(() => readMask('{', 'belly.json', surfaces)).toThrow(InputError);
});
