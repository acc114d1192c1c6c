import { expect, test } from 'vitest';
import { countResults } from './count-results.mjs';

const result = (title: string, outcome: string, rest: object = {}) => ({ file: 'a.test.ts', title, outcome, ...rest });

test('tests that passed and failed are counted, and each failure is named with its error', () => {
  const results = [result('a', 'passed'), result('b', 'passed'), result('c', 'failed', { error: 'expected 1 to be 2' })];
  expect(countResults(results, 1)).toEqual({ passed: 2, failed: 1, notes: ['failed: c: expected 1 to be 2'], files: [] });
});

test('a file that does not load is a failure', () => {
  const results = [result('a', 'passed'), { file: 'b.test.ts', seconds: 1, error: 'Cannot find module' }];
  expect(countResults(results, 1)).toMatchObject({ passed: 1, failed: 1, notes: ['failed: b.test.ts: Cannot find module'] });
});

test.each([
  ['no result', [], 1],
  ['a file without a test', [{ file: 'a.test.ts', seconds: 1 }], 0],
  ['a skipped test', [result('a', 'passed'), result('b', 'skipped')], 0],
  ['an exit code that no test explains', [result('a', 'passed')], 1],
  ['an error outside of all tests', [result('a', 'passed'), { error: 'Unhandled rejection' }], 1],
])('%s is not a success', (_, results, exitCode) => {
  const { failed, notes } = countResults(results, exitCode);
  expect(failed).toBe(1);
  expect(notes).toHaveLength(1);
});

test('a test that passed at its retry counts as passed and is named; one that failed twice is named with both errors', () => {
  const results = [
    result('a', 'failed-once', { error: 'too late' }),
    result('a', 'passed'),
    result('b', 'failed-once', { error: 'too late' }),
    result('b', 'failed', { error: 'too late again' }),
  ];
  expect(countResults(results, 1)).toMatchObject({
    passed: 1,
    failed: 1,
    notes: ['failed: b: too late again (at first: too late)', 'passed at the retry: a: too late'],
  });
});

test('the seconds of a file are those of all its tests and attempts', () => {
  const results = [result('a', 'failed-once', { seconds: 1.5 }), result('a', 'passed', { seconds: 0.5 })];
  expect(countResults(results, 0).files).toEqual([{ file: 'a.test.ts', seconds: 2 }]);
});

test('the CPU time is the last that the runner reported', () => {
  const results = [result('a', 'passed'), { cpuSeconds: 1 }, { cpuSeconds: 75 }];
  expect(countResults(results, 0)).toMatchObject({ passed: 1, failed: 0, cpuSeconds: 75 });
  expect(countResults([result('a', 'passed'), {}], 0)).toMatchObject({ passed: 1, cpuSeconds: undefined });
});
