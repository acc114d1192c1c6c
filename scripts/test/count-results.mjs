// Turns a test runner's report into `{ passed, failed, notes }`. A run that tested nothing counts as failed.
import { stripVTControlCharacters } from 'node:util';

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
  const failures = [
    ...brokenFiles.map(({ name, message }) => failure(name, message)),
    ...suites
      .flatMap((suite) => suite.assertionResults)
      .filter((test) => test.status === 'failed')
      .map((test) => failure(test.fullName, test.failureMessages?.[0])),
  ];
  return judge({
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles.length,
    failures,
    skipped,
    exitCode,
  });
}

/**
 * A test that passed at its retry counts as passed and is named; only CI retries.
 * @param report Playwright's JSON report, or undefined when it wrote none.
 */
export function countPlaywright(report, exitCode) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const tests = (report?.suites ?? [])
    .flatMap(specs)
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, file: spec.file, title: `${spec.file}: ${spec.title}` })));
  const having = (...statuses) => tests.filter((test) => statuses.includes(test.status));
  return judge({
    passed: having('expected', 'flaky').length,
    failed: having('unexpected').length,
    failures: [
      ...having('unexpected').map((test) => failure(test.title, firstError(test))),
      ...having('flaky').map((test) => `passed at the retry: ${test.title}: ${firstLine(firstError(test))}`),
    ],
    skipped: having('skipped').map((test) => test.title),
    exitCode,
    files: sumByFile(tests),
  });
}

/** Seconds of each spec file, retries and hooks included. */
function sumByFile(tests) {
  const files = new Map();
  for (const { file, results = [] } of tests)
    for (const { duration = 0 } of results) files.set(file, (files.get(file) ?? 0) + duration / 1000);
  return [...files].map(([file, seconds]) => ({ file, seconds }));
}

const firstError = (test) => test.results?.find((result) => result.error)?.error.message;

const failure = (title, message) => `failed: ${title}: ${firstLine(message)}`;

/** The beginning of an error's message, without the colours of a terminal. */
function firstLine(message = 'no message') {
  return stripVTControlCharacters(message).trim().replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** @param failures notes about single tests; problems of the whole run come before them. */
function judge({ passed, failed, failures, skipped, exitCode, files }) {
  const problems = [
    passed + failed === 0 && 'no test was executed',
    skipped.length > 0 && `${skipped.length} skipped: ${skipped.slice(0, 5).join('; ')}`,
    exitCode !== 0 && failed === 0 && passed > 0 && `the runner ended with exit code ${exitCode} though no test failed`,
  ].filter(Boolean);
  return { passed, failed: failed + problems.length, notes: [...problems, ...failures], ...(files && { files }) };
}
