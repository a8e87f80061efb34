import { expect, test, vi } from 'vitest';
import { InputError } from '../input-error.ts';
import { DiskError } from '../node/disk-error.ts';
import { showError } from './show-error.ts';

test.each([
  ['systems[0].sources[0].count', 'particlesCount', '--particles-count'],
  ['systems[0].shapes[1].text', 'text', '--text'],
  ['systems[0].size', 'particlesSize', '--particles-size'],
  ['height', 'height', '--height'],
  ['systems[0].material', 'ground', '--ground'],
  ['systems[0].material', 'fleshMaterial', '--flesh-material'],
  ['systems[0].joints', 'flesh', '--flesh'],
  ['systems[0].sources[0].size', 'particlesSize', 'systems[0].sources[0].size'],
  ['systems[0].sources[0].count', 'particlesSize', 'systems[0].sources[0].count'],
])('a fault at %s, with the flag of %s given, is told of %s', (path, flag, told) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  showError(InputError.at(path, 'expected more'), { flags: [flag], debug: false });
  expect(log.mock.calls[0][0]).toBe(`${told}: expected more`);
  log.mockRestore();
});

test.each([
  [
    true,
    'What was simulated is kept: when this is mended, the same command with --resume goes on from there.',
  ],
  [false, 'Nothing was written.'],
])('what a disk refused is told in words, and whether a resume can go on: %s', (isResumable, last) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write' });
  const error = DiskError.from(cause, 'out.partial/a.png', { bytes: 3_210_000, free: 4096 }) as DiskError;
  error.isResumable = isResumable;
  expect(showError(error, { flags: [], debug: false })).toBe(2);
  expect(log.mock.calls.map(([line]) => line)).toEqual([
    'out.partial/a.png: no space left on the disk, this file alone takes 3.21 MB, 4.10 kB are free: free some, or choose ' +
      'another disk with --out',
    last,
  ]);
  log.mockRestore();
});
