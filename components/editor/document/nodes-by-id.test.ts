import { expect, test } from 'vitest';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { nodesById } from './nodes-by-id.ts';

const { nodes } = workflowSchema.parse(document([startNode, node('a', 'echo'), node('b', 'echo')], []));

test('a node is found by its id, in the given list only', () => {
  const renamed = nodes.map((each) => (each.id === 'a' ? { ...each, label: 'another' } : each));
  expect(nodesById(nodes).get('a')).toBe(nodes[1]);
  expect(nodesById(renamed).get('a')).toBe(renamed[1]);
  expect(nodesById(nodes).get('a')).toBe(nodes[1]);
});

test('nodes in another order, fewer of them, and others are found where they are', () => {
  const turned = nodes.toReversed();
  expect(nodesById(turned).get('start')).toBe(turned[2]);
  const fewer = nodes.filter(({ id }) => id !== 'a');
  expect(nodesById(fewer).get('a')).toBeUndefined();
  expect(nodesById(fewer).get('b')).toBe(fewer[1]);
  const others = nodes.map((each) => (each.id === 'a' ? { ...each, id: 'c' } : each));
  expect([nodesById(others).get('a'), nodesById(others).get('c')]).toEqual([undefined, others[1]]);
});
