import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { checkNodeId } from './check-node-id.ts';

const node = (id: string) => ({ id, type: 'set', version: 1, label: '', config: {}, position: { x: 0, y: 0 } });
const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Test',
  description: '',
  settings: {},
  edges: [],
  nodes: [node('draft'), node('answer')],
};

test.each([
  ['draft', undefined],
  ['reply_2', undefined],
  ['answer', 'taken'],
  ['Reply', 'invalid'],
  ['2nd', 'invalid'],
  ['', 'invalid'],
  ['for', 'reserved'],
])('draft as %j: %s', (to, problem) => {
  expect(checkNodeId(workflow, 'draft', to)).toBe(problem);
});
