import { Matrix4 } from 'three';
import { expect, test } from 'vitest';
import { splitObjectProps } from './object-props.ts';
import { isSame } from './use-kept.ts';

test('options are compared by contents, functions and objects of classes by identity', () => {
  expect(
    isSame({ size: [4, 4], spray: { rate: Number.NaN } }, { spray: { rate: Number.NaN }, size: [4, 4] }),
  ).toBe(true);
  expect(isSame([1, [2]], [1, [3]])).toBe(false);
  expect(isSame([1], [1, 2])).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame({ a: undefined }, {})).toBe(false);
  expect(isSame({ a: 1 }, null)).toBe(false);
  const matrix = new Matrix4();
  const shape = () => 1;
  expect(isSame({ matrix, shape }, { matrix, shape })).toBe(true);
  expect(isSame(matrix, new Matrix4())).toBe(false);
  expect(isSame(shape, () => 1)).toBe(false);
});

test('properties of the drawn object are separated from options of the simulation', () => {
  const props = {
    position: [0, 1, 0] as const,
    'rotation-y': 1,
    onClick: () => {},
    material: 'sand',
    onNote: () => {},
  };
  const { object, options } = splitObjectProps(props as never);
  expect(Object.keys(object)).toEqual(['position', 'rotation-y', 'onClick']);
  expect(Object.keys(options)).toEqual(['material', 'onNote']);
});
