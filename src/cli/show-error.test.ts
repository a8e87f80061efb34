import { expect, test, vi } from 'vitest';
import { InputError } from '../input-error.ts';
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
