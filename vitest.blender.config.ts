import { defineConfig } from 'vitest/config';

/** The tests that run Blender on whole bakes: minutes long, so apart from the others. `npm run test:blender` */
export default defineConfig({
  test: {
    include: ['src/**/*.blender-test.ts'],
    globalSetup: './scripts/test-cache.ts',
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    pool: 'forks',
    maxWorkers: 1,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
