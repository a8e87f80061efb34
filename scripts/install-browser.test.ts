import { expect, test } from 'vitest';

interface Machine {
  find(): string | null;
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  install(step: string): boolean;
  starts(path: string): boolean;
  remove(): void;
  say(words: string): void;
}

const script = new URL('./install-browser.mjs', import.meta.url).href;
const { installBrowser } = (await import(script)) as { installBrowser(machine: Machine): number };

/** Returns a machine on which step number `working` (counted from 0) installs a browser. −1: a browser is already installed. */
function runOn(options: Partial<Machine> & { working?: number }) {
  const { working = Infinity, ...rest } = options;
  const steps: string[] = [];
  const said: string[] = [];
  const status = installBrowser({
    isRoot: false,
    isDebian: true,
    find: () => (steps.length > working ? '/there/chromium' : null),
    install: (step) => steps.push(step) > working,
    starts: () => true,
    remove: () => steps.push('remove'),
    say: (words) => said.push(words),
    ...rest,
  });
  return { status, steps, said };
}

test('an installed browser is used, and nothing is installed', () => {
  const { status, steps, said } = runOn({ working: -1, isRoot: true });
  expect(steps).toEqual([]);
  expect(said).toEqual(['Browser tests use /there/chromium']);
  expect(status).toBe(0);
});

test.each([
  [0, ['package']],
  [1, ['package', 'lists']],
  [2, ['package', 'lists', 'package']],
  [3, ['package', 'lists', 'package', 'playwright']],
])('root on Debian: if step %i works, the steps are %j', (working, expected) => {
  const { status, steps, said } = runOn({ working, isRoot: true });
  expect(steps).toEqual(expected);
  expect(said.at(-1)).toBe('Browser tests use /there/chromium');
  expect(said.filter((words) => words.endsWith('…'))).toHaveLength(expected.length);
  expect(status).toBe(0);
});

test.each([
  { isRoot: false, isDebian: true },
  { isRoot: true, isDebian: false },
  { isRoot: false, isDebian: false },
])('on other systems (%o) Playwright installs its own browser', (platform) => {
  const { steps, said } = runOn({ working: 0, ...platform });
  expect(steps).toEqual(['playwright']);
  expect(said.at(-1)).toBe('Browser tests use /there/chromium');
});

test('if nothing can be installed, that is reported and is not a failure', () => {
  const { status, steps, said } = runOn({ isRoot: true });
  expect(steps).toEqual(['package', 'lists', 'package', 'playwright']);
  expect(said.filter((words) => words.endsWith(' failed'))).toHaveLength(4);
  expect(said.at(-1)).toMatch(/none could be installed: the browser tests are left out/);
  expect(status).toBe(0);
});

test('a browser of Playwright that lacks libraries is removed, so that tests are skipped', () => {
  const { status, steps, said } = runOn({ working: 0, starts: () => false });
  expect(steps).toEqual(['playwright', 'remove']);
  expect(said.at(-2)).toMatch(/does not start here.*install-deps chromium/);
  expect(said.at(-1)).toMatch(/left out/);
  expect(status).toBe(0);
});

test('a browser that the environment names and that does not exist is reported in one line, with status 1', () => {
  const { status, steps, said } = runOn({
    find() {
      throw new Error('AFTERMOTION_BROWSER: there is no file /gone');
    },
  });
  expect([status, steps, said]).toEqual([1, [], ['AFTERMOTION_BROWSER: there is no file /gone']]);
});
