import { expect, test, vi } from 'vitest';
import { InputError } from '../input-error.ts';
import { DiskError } from '../node/disk-error.ts';
import { sceneFlags } from './scene-options.ts';
import { showError } from './show-error.ts';

test.each([
  ['systems[0].sources[0].count', 'particlesCount', '--particles-count'],
  ['systems[0].shapes[1].text', 'text', '--text'],
  ['systems[0].size', 'particlesSize', '--particles-size'],
  ['overrides.actor.height', 'height', '--height'],
  ['actors[1].height', 'height', '--height'],
  ['systems[0].material', 'ground', '--ground'],
  ['systems[0].material', 'fleshMaterial', '--flesh-material'],
  ['systems[0].joints', 'flesh', '--flesh'],
  ['overrides.flesh', 'flesh', '--flesh'],
  ['overrides.wind', 'wind', '--wind'],
  ['systems[1].forces[2].velocity[0]', 'wind', '--wind'],
  ['systems[0].forces[1].gusts', 'furForces', '--fur-forces[1].gusts'],
  ['systems[0].velocity[1]', 'wind', 'systems[0].velocity[1]'],
  ['systems[0].sources[0].size', 'particlesSize', 'systems[0].sources[0].size'],
  ['systems[0].sources[0].count', 'particlesSize', 'systems[0].sources[0].count'],
])('a fault at %s, with the flag of %s given, is reported at %s', (path, flag, location) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const flags = sceneFlags.filter((one) => one.flag === flag);
  expect(flags).toHaveLength(1);
  showError(InputError.at(path, 'expected more'), { flags, debug: false });
  expect(log.mock.calls[0][0]).toBe(`${location}: expected more`);
  log.mockRestore();
});

test('if flags of two systems set keys of one name, a fault names the path in the scene', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const flags = sceneFlags.filter(({ key }) => key === 'damping');
  expect(flags.length).toBeGreaterThan(1);
  showError(InputError.at('systems[0].damping', 'expected more'), { flags, debug: false });
  showError(InputError.at('overrides.fur.damping', 'expected less'), { flags, debug: false });
  const lines = log.mock.calls.map(([line]) => line);
  expect(lines).toContain('systems[0].damping: expected more');
  expect(lines).toContain('--fur-damping: expected less');
  log.mockRestore();
});

test.each([
  [
    true,
    'The simulated frames are kept. Solve the problem, then continue with the same command and --resume.',
  ],
  [false, 'Nothing was written.'],
])('an error of the disk is reported, and whether a resume can continue: %s', (isResumable, last) => {
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
