// Turns the results of a test runner into `{ passed, failed, notes, files, cpuSeconds? }`. A run that tested
// nothing counts as failed.

/**
 * A test that passed at its retry counts as passed and is named; only CI retries.
 * @param results lines as results-file.mjs describes them.
 * @param files `{ file, seconds }` of each, retries and hooks included.
 */
export function countResults(results, exitCode) {
  const having = (outcome) => results.filter((result) => result.outcome === outcome);
  const passed = having('passed');
  const failed = having('failed');
  const skipped = having('skipped');
  const first = having('failed-once');
  const retried = first.filter(({ title }) => passed.some((test) => test.title === title));
  // What the first attempt left behind may be all that the second one failed at.
  const before = (failure) => first.find(({ title, error }) => title === failure.title && error !== failure.error);
  const atFirst = (failure) => (before(failure) ? ` (at first: ${before(failure).error})` : '');
  // An error outside of all tests, as of a file that does not load, counts as one test.
  const broken = results.filter(({ outcome, error }) => outcome === undefined && error !== undefined);
  const problems = [
    passed.length + failed.length === 0 && 'no test was executed',
    skipped.length > 0 &&
      `${skipped.length} skipped: ${skipped
        .slice(0, 5)
        .map(({ title }) => title)
        .join('; ')}`,
    exitCode !== 0 &&
      failed.length + broken.length === 0 &&
      passed.length > 0 &&
      `the runner ended with exit code ${exitCode} though no test failed`,
  ].filter(Boolean);
  return {
    passed: passed.length,
    failed: failed.length + broken.length + problems.length,
    notes: [
      ...problems,
      ...broken.map(({ file = 'outside of all files', error }) => `failed: ${file}: ${error}`),
      ...failed.map((failure) => `failed: ${failure.title}: ${failure.error}${atFirst(failure)}`),
      ...retried.map(({ title, error }) => `passed at the retry: ${title}: ${error}`),
    ],
    files: sumByFile(results),
    cpuSeconds: results.findLast(({ cpuSeconds }) => cpuSeconds !== undefined)?.cpuSeconds,
  };
}

function sumByFile(results) {
  const files = new Map();
  for (const { file, seconds } of results) if (file && seconds !== undefined) files.set(file, (files.get(file) ?? 0) + seconds);
  return [...files].map(([file, seconds]) => ({ file, seconds }));
}
