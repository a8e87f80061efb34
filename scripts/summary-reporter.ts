import type { Reporter, TestModule } from 'vitest/node';

/** Ends a test run with one plain line that any tool can read: `974 passed, 0 failed, 12 skipped`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that cannot be loaded is a failure, although it has no test.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
    }
    const skipped = count.skipped + count.pending;
    console.log(`\n${count.passed} passed, ${count.failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  }
}
