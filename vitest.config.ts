import { defineConfig } from 'vitest/config';

const register = new URL('scripts/typescript/register.mjs', import.meta.url).href;
// For `globalSetup` and the reporter, which Vitest imports in its own process.
await import(register);

/** Files that need a browser; each starts processes of its own. */
const browser = ['{src,studio,examples,scripts}/**/*.browser.test.ts'];
/** Files that bake shipped scenes. */
const scenes = ['scenes/**/*.test.ts'];
/** Files that replace globals or load modules again: each has a process of its own. */
const isolated = [
  'studio/testing/pendulums/pendulums.test.ts',
  'src/systems/ground/load-kernel.test.ts',
  'src/systems/kernel-compiler.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // One more than the processors of a small machine: tests in a browser wait for it most of the time.
    maxWorkers: 3,
    reporters: ['default', './scripts/summary-reporter.ts'],
    // Node itself loads the modules. Vite's module runner turns every use of an imported name into a call of a getter, which makes
    // tests of the ground up to twice as slow. Only it can load modules again (`vi.resetModules`).
    execArgv: ['--import', register],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: './scripts/test-cache.ts',
    setupFiles: './src/testing/compare-lists.ts',
    projects: [
      { extends: true, test: { name: 'browser', include: browser } },
      { extends: true, test: { name: 'scenes', include: scenes, isolate: false } },
      {
        extends: true,
        test: { name: 'isolated', include: isolated, experimental: { viteModuleRunner: true } },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          unstubGlobals: true,
          include: ['{src,benchmarks,scripts,tools,studio,examples}/**/*.test.ts'],
          exclude: [...browser, ...isolated],
          isolate: false,
        },
      },
    ],
  },
});
