import { expect, test } from 'vitest';
import { fleshParams } from '../../src/systems/flesh/params.ts';
import { furParams } from '../../src/systems/fur/params.ts';
import { groundParams } from '../../src/systems/ground/params.ts';
import { createFieldModel } from './field-model.ts';
import { addKey, changeKey, firstValue, mayHaveKeys, removeKey, startKeys } from './keys-model.ts';

test('a value becomes its first key, and the first key becomes the value again', () => {
  const entry = { gravity: 5 };
  const model = createFieldModel('gravity', furParams.gravity, { entry, opened: {} });
  const keyed = startKeys(model)!;
  expect(keyed).toEqual({ keys: [{ time: 0, value: 5 }] });
  expect(firstValue(keyed)).toBe(5);
  // A value that the scene does not set begins with the default, or with what the material chooses.
  expect(startKeys(createFieldModel('strength', fleshParams.strength, { entry: {}, opened: {} }))).toEqual({
    keys: [{ time: 0, value: 1 }],
  });
  const derived = { wetSlope: 1.1 };
  expect(
    startKeys(createFieldModel('wetSlope', groundParams.wetSlope, { entry: {}, opened: {}, derived })),
  ).toEqual({ keys: [{ time: 0, value: 1.1 }] });
});

test('only parameters that may change have keys', () => {
  expect(mayHaveKeys(groundParams.wetSlope)).toBe(true);
  expect(mayHaveKeys(groundParams.cell)).toBe(false);
  expect(mayHaveKeys(groundParams.material)).toBe(false);
});

test('keys stay in the order of their times; one always remains', () => {
  const two = addKey({ keys: [{ time: 0.1, value: [1, 2, 3] }], interpolation: 'smooth' });
  expect(two).toEqual({
    keys: [
      { time: 0.1, value: [1, 2, 3] },
      { time: 1.1, value: [1, 2, 3] },
    ],
    interpolation: 'smooth',
  });
  const moved = changeKey(two, 0, { time: 4, value: [0, 0, 0] });
  expect(moved.keys.map(({ time }) => time)).toEqual([1.1, 4]);
  expect(removeKey(moved, 0).keys).toEqual([{ time: 4, value: [0, 0, 0] }]);
  expect(removeKey(removeKey(moved, 0), 0).keys).toHaveLength(1);
});
