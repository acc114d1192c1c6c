import { expect, test } from 'vitest';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { flowOrder } from './flow-order.ts';
import { workflowSchema } from './workflow.ts';

const order = (nodes: string[], edges: string[]) =>
  flowOrder(workflowSchema.parse(document([...nodes.map((id) => node(id, 'echo')), startNode], edges))).map(({ id }) => id);

test('a node comes after all that lead to it, however the document lists them', () => {
  expect(order(['b', 'end', 'a'], ['start -> a', 'a -> b', 'start -> b', 'b -> end'])).toEqual(['start', 'a', 'b', 'end']);
});

test('nodes of a cycle, and those after it, come last and once', () => {
  expect(order(['a', 'b', 'c'], ['a -> b', 'b -> a', 'b -> c'])).toEqual(['start', 'a', 'b', 'c']);
});

test('an edge from a missing node blocks no node', () => {
  expect(order(['a'], ['gone -> a'])).toEqual(['a', 'start']);
});
