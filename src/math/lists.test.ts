import { expect, test } from 'vitest';
import { append, maxOf, minOf } from './lists.ts';

test('a million items, which no call could take as arguments, are appended and compared', () => {
  const numbers = Float64Array.from({ length: 1e6 }, (_, k) => ((k * 7919) % 1e6) - 5e5);
  const list = [1];
  append(list, numbers);
  expect(list.length).toBe(1e6 + 1);
  expect(list[1e6]).toBe(numbers[1e6 - 1]);
  expect([minOf(numbers), maxOf(numbers)]).toEqual([-5e5, 499_999]);
});

test('nothing, a bound and what is no number compare as with Math.max and Math.min', () => {
  expect([minOf([]), maxOf([])]).toEqual([Infinity, -Infinity]);
  expect([minOf([3, 2], 1), maxOf([3, 2], 4)]).toEqual([1, 4]);
  expect([minOf([3, Number.NaN, 2]), maxOf([Number.NaN, 2])]).toEqual([Number.NaN, Number.NaN]);
});
