import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count-results.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((state, index) => ({ status: state, fullName: `test ${index}` })),
});

test('tests that passed and failed are counted', () => {
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [file('failed', 'passed', 'passed', 'failed')] };
  expect(countVitest(report, 1)).toEqual({
    passed: 2,
    failed: 1,
    notes: ['failed: test 2: no message'],
  });
});

test('a failed test is named with the first line of its error, without colours', () => {
  const failed = { status: 'failed', fullName: 'a run ends', failureMessages: ['\u001b[31mexpected 1\n  to be 2\u001b[39m'] };
  const report = { numPassedTests: 0, numFailedTests: 1, testResults: [{ status: 'failed', assertionResults: [failed] }] };
  expect(countVitest(report, 1).notes).toEqual(['failed: a run ends: expected 1 to be 2']);
});

test('a file that does not load is a failure', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] };
  expect(countVitest(report, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test.each([
  ['no report', undefined, 1],
  ['no test', { numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0],
  ['a skipped test', { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed', 'skipped')] }, 0],
  ['a todo test', { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed', 'todo')] }, 0],
  ['an error outside of all tests', { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] }, 1],
])('%s is not a success', (_, report, exitCode) => {
  const { failed, notes } = countVitest(report, exitCode);
  expect(failed).toBe(1);
  expect(notes).toHaveLength(1);
});

test("Playwright's tests are counted through nested suites, and those that passed at the retry as passed", () => {
  const results = [{ error: { message: 'too late' }, duration: 1500 }, { duration: 500 }];
  const spec = (title: string, status: string) => ({ title, file: 'x.spec.ts', tests: [{ status, results }] });
  const report = {
    suites: [
      {
        specs: [spec('a', 'expected')],
        suites: [{ specs: [spec('b', 'expected'), spec('c', 'unexpected'), spec('d', 'flaky')] }],
      },
    ],
  };
  expect(countPlaywright(report, 1)).toEqual({
    passed: 3,
    failed: 1,
    notes: ['failed: x.spec.ts: c: too late', 'passed at the retry: x.spec.ts: d: too late'],
    files: [{ file: 'x.spec.ts', seconds: 8 }],
  });
  expect(countPlaywright(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright({ suites: [{ specs: [spec('a', 'expected'), spec('b', 'skipped')] }] }, 0)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});
