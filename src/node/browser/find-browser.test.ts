import { expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { type BrowserSearch, browserVariable, findBrowser, requireBrowser } from './find-browser.ts';

function machine(platform: string, files: string[], environment: Record<string, string> = {}): BrowserSearch {
  return { platform, environment, home: '/home/me', exists: (path) => files.includes(path) };
}

test('Linux: the search path comes first, Chromium before Chrome', () => {
  const files = ['/opt/google/chrome/chrome', '/usr/bin/google-chrome', '/usr/local/bin/chromium'];
  const environment = { PATH: '/usr/bin:/usr/local/bin' };
  expect(findBrowser(machine('linux', files, environment))).toBe('/usr/local/bin/chromium');
  expect(findBrowser(machine('linux', files.slice(0, 2), environment))).toBe('/usr/bin/google-chrome');
  expect(findBrowser(machine('linux', files.slice(0, 1), environment))).toBe('/opt/google/chrome/chrome');
});

test('macOS: applications of the machine and of the user', () => {
  const own = '/home/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findBrowser(machine('darwin', [own]))).toBe(own);
  expect(findBrowser(machine('darwin', [own, chrome]))).toBe(chrome);
});

test('Windows: program folders that the environment names', () => {
  const edge = 'D:\\Programs (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  const environment = { PROGRAMFILES: 'D:\\Programs', 'PROGRAMFILES(X86)': 'D:\\Programs (x86)' };
  expect(findBrowser(machine('win32', [edge], environment))).toBe(edge);
  const onPath = 'E:\\tools\\chrome.exe';
  expect(findBrowser(machine('win32', [onPath], { Path: 'C:\\x;E:\\tools' }))).toBe(onPath);
});

test('the environment variable comes first, and a wrong value is an error that names it', () => {
  const files = ['/usr/bin/chromium', '/home/me/brave'];
  expect(
    findBrowser(machine('linux', files, { PATH: '/usr/bin', [browserVariable]: '/home/me/brave' })),
  ).toBe('/home/me/brave');
  const wrong = machine('linux', files, { PATH: '/usr/bin', [browserVariable]: '/no/such' });
  expect(() => findBrowser(wrong)).toThrow(InputError);
  expect(() => findBrowser(wrong)).toThrow(/AFTERMOTION_BROWSER: .*\/no\/such/);
});

test('if there is no browser, the message states what to install and which variable to set', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    expect(findBrowser(machine(platform, []))).toBeNull();
    expect(() => requireBrowser(machine(platform, []))).toThrow(
      /no Chromium, Chrome or Edge was found: install one .* or set AFTERMOTION_BROWSER/,
    );
  }
});
