import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    reporters: ['default', './scripts/summary-reporter.ts'],
    // What is built is loaded by Node itself, as users load it.
    server: { deps: { external: [/\/dist\//] } },
    globalSetup: './scripts/test-cache.ts',
    setupFiles: './src/testing/compare-lists.ts',
    projects: [
      { extends: true, test: { name: 'browser', include: browser } },
      { extends: true, test: { name: 'scenes', include: scenes, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
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
