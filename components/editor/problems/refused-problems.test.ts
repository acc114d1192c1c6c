import { expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { unfilledOfRefusal } from './refused-problems.ts';

const problem = {
  code: 'missing-field',
  severity: 'error',
  message: 'Prompt is missing',
  path: 'config.userPrompt',
  nodeId: 'llm',
};
const refusal = (...problems: object[]) =>
  new ApiError({ status: 422, code: 'workflow-invalid', details: { problems } }, 'Refused');
const idsOf = (error: unknown) => unfilledOfRefusal(error, (id) => id !== 'inner').map(({ nodeId }) => nodeId);

test('a refused run names what is to fill in, in this workflow', () => {
  const others = [
    { ...problem, code: 'unknown-reference', nodeId: 'wrong' },
    { ...problem, nodeId: 'inner' },
    { ...problem, code: 'container-empty', nodeId: 'loop' },
  ];
  expect(idsOf(refusal(problem, ...others))).toEqual(['llm', 'loop']);
});

test('other failures name nothing', () => {
  expect(idsOf(new Error('offline'))).toEqual([]);
  expect(idsOf(new ApiError({ status: 429, code: 'rate-limited' } as never, 'Later'))).toEqual([]);
});
