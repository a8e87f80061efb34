import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'scenes/**/*.test.ts',
      'benchmarks/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tools/**/*.test.ts',
      'studio/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    globalSetup: './scripts/test-cache.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
