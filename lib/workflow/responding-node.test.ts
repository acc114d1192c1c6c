import { expect, test } from 'vitest';
import { respondingNode } from './responding-node.ts';
import type { Workflow } from './workflow.ts';

const nodes = [
  { id: 'answer', type: 'respond' },
  { id: 'each', type: 'map' },
  { id: 'call', type: 'workflow' },
  { id: 'done', type: 'end' },
] as Workflow['nodes'];

test.each([
  ['answer', 'answer'],
  ['each[2]/answer', 'answer'],
  ['each[2.1]/answer', 'answer'],
  ['call[0]/answer', undefined],
  ['each[0]/call[0]/answer', undefined],
  ['done[find-order:2]/answer', undefined],
  ['done', undefined],
])('%s answers as %s', (path, id) => {
  expect(respondingNode({ nodes }, path)?.id).toBe(id);
});
