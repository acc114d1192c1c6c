import { expect, test } from 'vitest';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import type { Problem } from '../problem.ts';
import { workflowSchema } from '../workflow.ts';
import { makeFix } from './fix.ts';
import { fixesOfRunError } from './run-error-fixes.ts';

const workflow = workflowSchema.parse(
  document([startNode, node('ask', 'ask', { config: { userPrompt: '{{start.q}}', model: 'gone' } })], ['start -> ask']),
);
const fix = makeFix('useReference', { reference: 'start.question' });
const problem: Problem = {
  code: 'unknown-reference',
  severity: 'error',
  message: 'No',
  nodeId: 'ask',
  path: 'config.userPrompt',
  fixes: [fix],
};

test('an error offers the fixes of the same field of the draft', () => {
  expect(fixesOfRunError({ code: 'unknown-reference', nodeId: 'ask', path: 'config.userPrompt' }, workflow, [problem])).toEqual([
    fix,
  ]);
  expect(fixesOfRunError({ code: 'unknown-reference', nodeId: 'ask', path: 'config' }, workflow, [problem])).toEqual([fix]);
});

test('but none where the draft no longer has the mistake', () => {
  const error = { code: 'unknown-reference', nodeId: 'ask', path: 'config.userPrompt' };
  expect(fixesOfRunError(error, workflow, [])).toEqual([]);
  expect(fixesOfRunError({ ...error, path: 'config.userPromptTwo' }, workflow, [problem])).toEqual([]);
  expect(fixesOfRunError({ ...error, nodeId: 'deleted' }, workflow, [problem])).toEqual([]);
});

test('a model that does not exist is replaced by the default one, if it is not that', () => {
  expect(fixesOfRunError({ code: 'model-not-found', nodeId: 'ask' }, workflow, []).map(({ text }) => text)).toEqual([
    { key: 'useModel', params: { model: 'default' } },
  ]);
  expect(fixesOfRunError({ code: 'model-not-found', nodeId: 'start' }, workflow, [])).toEqual([]);
});
