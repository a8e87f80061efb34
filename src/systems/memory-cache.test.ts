import { expect, test } from 'vitest';
import { createMemoryCache } from './memory-cache.ts';

test('the cache keeps the entries that were used last, up to its size', async () => {
  const cache = createMemoryCache(10);
  const bytes = (value: number) => new Uint8Array(4).fill(value);
  await cache.put('a', bytes(1));
  await cache.put('b', bytes(2));
  expect(await cache.get('a')).toEqual(bytes(1));
  await cache.put('c', bytes(3));
  expect(await cache.get('b')).toBeUndefined();
  expect(await cache.get('a')).toEqual(bytes(1));
  expect(await cache.get('c')).toEqual(bytes(3));
  // An entry that is larger than the cache is kept alone.
  await cache.put('d', new Uint8Array(50));
  expect((await cache.get('d'))?.length).toBe(50);
  expect(await cache.get('a')).toBeUndefined();
});
