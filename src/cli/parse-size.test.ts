import { expect, test } from 'vitest';
import { parseSizeOnDisk } from './parse-size.ts';

test('sizes are read with decimal units', () => {
  expect(['500MB', '10 GB', '1.5gb', '2k', '700', '3tb'].map(parseSizeOnDisk)).toEqual([
    5e8, 1e10, 1.5e9, 2000, 700, 3e12,
  ]);
  for (const text of ['', 'GB', '0', '-1GB', '10 GiB', '1e9']) {
    expect(() => parseSizeOnDisk(text), text).toThrow('expected a size such as');
  }
});
