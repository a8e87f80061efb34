import { expect, test } from 'vitest';
import { append, maxOf, minOf } from './lists.ts';

test('a million items, too many for the arguments of a call, are appended and compared', () => {
  const numbers = Float64Array.from({ length: 1e6 }, (_, k) => ((k * 7919) % 1e6) - 5e5);
  const list = [1];
  append(list, numbers);
  expect(list.length).toBe(1e6 + 1);
  expect(list[1e6]).toBe(numbers[1e6 - 1]);
  expect([minOf(numbers), maxOf(numbers)]).toEqual([-5e5, 499_999]);
});

test('an empty list, a bound and NaN give the results of Math.max and Math.min', () => {
  expect([minOf([]), maxOf([])]).toEqual([Infinity, -Infinity]);
  expect([minOf([3, 2], 1), maxOf([3, 2], 4)]).toEqual([1, 4]);
  expect([minOf([3, Number.NaN, 2]), maxOf([Number.NaN, 2])]).toEqual([Number.NaN, Number.NaN]);
});
