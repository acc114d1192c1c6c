// Turns a test runner's report into `{ passed, failed, notes }`. What looks like success without having tested anything is a failure.

/** @param report vitest's JSON report, or undefined when it wrote none. */
export function countVitest(report, exitCode) {
  const suites = report?.testResults ?? [];
  // A file that fails to load has no tests in it: it counts as one.
  const brokenFiles = suites.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = suites.flatMap((suite) =>
    suite.assertionResults
      .filter((test) => ['pending', 'skipped', 'todo', 'disabled'].includes(test.status))
      .map((test) => test.fullName),
  );
  return judge({
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles.length,
    skipped,
    exitCode,
  });
}

/** A test that a second try passed counts as passed: only CI has second tries, and its list names them. @param report Playwright's JSON report, or undefined when it wrote none. */
export function countPlaywright(report, exitCode) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const tests = (report?.suites ?? [])
    .flatMap(specs)
    .flatMap((spec) => spec.tests.map((test) => ({ title: spec.title, status: test.status })));
  const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
  const skipped = tests.filter((test) => test.status === 'skipped').map((test) => test.title);
  return judge({ passed: count('expected', 'flaky'), failed: count('unexpected'), skipped, exitCode });
}

function judge({ passed, failed, skipped, exitCode }) {
  const problems = [
    passed + failed === 0 && 'no test was executed',
    skipped.length > 0 && `${skipped.length} skipped: ${skipped.slice(0, 5).join('; ')}`,
    exitCode !== 0 && failed === 0 && passed > 0 && `the runner ended with exit code ${exitCode} though no test failed`,
  ].filter(Boolean);
  return { passed, failed: failed + problems.length, notes: problems };
}
