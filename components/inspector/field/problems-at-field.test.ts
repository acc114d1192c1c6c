import { expect, test } from 'vitest';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemsAtField, problemsElsewhere } from './problems-at-field.ts';

const problem = (path?: string): Problem => ({
  code: 'invalid-field',
  severity: 'error',
  message: 'No',
  nodeId: 'a',
  ...(path !== undefined && { path }),
});
const problems = ['config.when', 'config.cases[1].id', 'config.values["a b"]', 'config.valuesToo', undefined].map(problem);
const paths = (found: readonly Problem[]) => found.map(({ path }) => path);

test('a field has the problems at its path and inside it, not those of a longer name', () => {
  expect(paths(problemsAtField(problems, 'config.values'))).toEqual(['config.values["a b"]']);
  expect(paths(problemsAtField(problems, 'config.cases'))).toEqual(['config.cases[1].id']);
  expect(paths(problemsAtField(problems, 'config.cases[1].id'))).toEqual(['config.cases[1].id']);
});

test('the others belong to the node', () => {
  expect(paths(problemsElsewhere(problems, ['config.when', 'config.cases', 'config.values']))).toEqual([
    ...['config.valuesToo', undefined],
  ]);
});
