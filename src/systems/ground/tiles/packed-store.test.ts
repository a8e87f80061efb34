import { expect, test } from 'vitest';
import { hashBits } from '../../../math/random.ts';
import { PackedStore } from './packed-store.ts';

test('a store returns the last stored value, over thousands of changes', () => {
  const store = new PackedStore();
  const expected = new Map<string, Uint8Array>();
  for (let step = 0; step < 6000; step++) {
    const [i, j] = [(hashBits(1, step, 1) % 40) - 20, (hashBits(1, step, 2) % 10) - 5];
    const length = hashBits(1, step, 3) % 4 === 0 ? 0 : 1 + (hashBits(1, step, 4) % 900);
    const bytes = length > 0 ? Uint8Array.from({ length }, (_, k) => hashBits(1, step, 5, k)) : null;
    store.set(i, j, bytes);
    if (bytes) expected.set(`${i},${j}`, bytes);
    else expected.delete(`${i},${j}`);
  }
  let live = 0;
  for (let j = -5; j < 5; j++) {
    for (let i = -20; i < 20; i++) {
      const bytes = expected.get(`${i},${j}`) ?? null;
      expect(store.get(i, j)).toEqual(bytes);
      expect(store.has(i, j)).toBe(bytes !== null);
      live += bytes ? bytes.length + 60 : 0;
    }
  }
  expect(store.byteLength).toBe(live);
  expect([...store.positionsOf()].map(([i, j]) => `${i},${j}`).sort()).toEqual([...expected.keys()].sort());
});

test.each([0, 65536])('arrays of %i bytes are refused, since no packed tile has this length', (length) => {
  expect(() => new PackedStore().set(0, 0, new Uint8Array(length))).toThrow(`a tile of ${length} bytes`);
});
