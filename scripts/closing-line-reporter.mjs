/**
 * Prints the run's totals as one plain last line ("N passed, N failed, N skipped"), which any reader of logs understands. One of vitest's reporters.
 */
export default class ClosingLineReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that could not even be loaded holds no tests, yet it has failed.
      if (!module.ok() && module.errors().length > 0) count.failed += 1;
    }
    process.on('exit', () => {
      console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
    });
  }
}
