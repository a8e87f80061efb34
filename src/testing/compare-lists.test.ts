import { expect, test } from 'vitest';

test('lists are equal as Vitest has it, and long ones are compared quickly', () => {
  expect([1, Number.NaN]).toEqual([1, Number.NaN]);
  expect([0]).not.toEqual([-0]);
  expect([1, 2]).not.toEqual([1, 2, 3]);
  expect([undefined]).not.toStrictEqual(new Array(1));
  expect(new Float32Array([1, Number.NaN])).toEqual(new Float32Array([1, Number.NaN]));
  expect(new Float32Array([0])).not.toEqual(new Float32Array([-0]));
  expect(new Uint8Array([1, 2])).not.toEqual(new Uint8Array([1, 3]));
  expect(new Uint8Array([1, 2])).not.toEqual(new Int8Array([1, 2]));
  expect(new Uint8Array([9, 1, 2]).subarray(1)).toEqual(new Uint8Array([1, 2]));
  expect({ pixels: new Uint8Array([1, 2]) }).not.toEqual({ pixels: new Uint8Array([2, 1]) });
  // Without the quick comparison, this would take minutes.
  const long = new Uint8Array(50_000_000).fill(7);
  expect(long).toEqual(long.slice());
}, 20_000);
