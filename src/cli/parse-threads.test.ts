import { expect, test } from 'vitest';
import { countThreads } from '../node/threads/count-threads.ts';
import { parseThreads } from './parse-threads.ts';

test('numbers of threads are whole and limited', () => {
  expect(['1', ' 16', '256'].map(parseThreads)).toEqual([1, 16, 256]);
  for (const text of ['', '0', '257', '1.5', '-2', 'all', '1e1'])
    expect(() => parseThreads(text), text).toThrow('expected a whole number from 1 to 256');
});

test('the number of threads is the given one, that of the environment, or the number of cores', () => {
  expect(countThreads(3, { AFTERMOTION_THREADS: '2' })).toBe(3);
  expect(countThreads(undefined, { AFTERMOTION_THREADS: '2' })).toBe(2);
  expect(countThreads(undefined, {})).toBeGreaterThanOrEqual(1);
  expect(() => countThreads(0, {})).toThrow('threads: expected a whole number from 1 to 256, got 0');
  expect(() => countThreads(undefined, { AFTERMOTION_THREADS: 'many' })).toThrow(
    'AFTERMOTION_THREADS: expected a whole number from 1 to 256, got many',
  );
});
