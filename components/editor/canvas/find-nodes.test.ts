import { expect, test } from 'vitest';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { findNodes } from './find-nodes.ts';

const { nodes } = workflowSchema.parse(
  document([startNode, node('say', 'echo', { config: { values: { text: 'Dear Mara' } } })], ['start -> say']),
);
const find = (search: string) => findNodes(nodes, search, ({ id }) => (id === 'say' ? 'Greeting' : 'Begin'));

test('a node is found by its name, its id and what is written in its config', () => {
  expect(find('greet')).toEqual(['say']);
  expect(find('START')).toEqual(['start']);
  expect(find('mara greeting')).toEqual(['say']);
});

test('an empty search, and words that no node has, find nothing', () => {
  expect(find('  ')).toEqual([]);
  expect(find('mara begin')).toEqual([]);
});
