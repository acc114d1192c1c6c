import { expect, test } from 'vitest';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { moveNodes } from './move-nodes.ts';
import { removeElements } from './remove-elements.ts';
import { setNodeConfig } from './set-node-config.ts';
import { setNodeLabel } from './set-node-label.ts';
import { setNodeOptions } from './set-node-options.ts';

const workflow = workflowSchema.parse(
  document(
    [startNode, node('say', 'echo'), node('loud', 'echo'), { ...node('inner', 'echo'), parentId: 'loud' }],
    ['start -> say', 'say -> loud', 'start -> loud'],
  ),
);
const none = new Set<string>();
const nodeOf = (from: typeof workflow, nodeId: string) => from.nodes.find(({ id }) => id === nodeId);

test('moved nodes are at whole pixels, and the others are the same objects', () => {
  const moved = moveNodes(workflow, new Map([['say', { x: 8.6, y: -0.4 }]]));
  expect(nodeOf(moved, 'say')?.position).toEqual({ x: 9, y: 0 });
  expect(nodeOf(moved, 'loud')).toBe(nodeOf(workflow, 'loud'));
  expect(moveNodes(moved, new Map([['say', { x: 9.2, y: 0.1 }]]))).toBe(moved);
});

test('deleting a node deletes its edges and its body', () => {
  const left = removeElements(workflow, { nodes: new Set(['loud']), edges: none });
  expect(left.nodes.map(({ id }) => id)).toEqual(['start', 'say']);
  expect(left.edges.map(({ id }) => id)).toEqual([workflow.edges[0]?.id]);
});

test('an edge alone goes without its nodes, and nothing at all changes nothing', () => {
  const left = removeElements(workflow, { nodes: none, edges: new Set([workflow.edges[1]?.id ?? '']) });
  expect(left.nodes).toEqual(workflow.nodes);
  expect(left.edges).toHaveLength(2);
  expect(removeElements(workflow, { nodes: none, edges: none })).toBe(workflow);
});

test('config, label and options of one node are set, and of no other', () => {
  const config = { values: { a: 1 } };
  const changed = setNodeOptions(setNodeLabel(setNodeConfig(workflow, 'say', config), 'say', 'Say it'), 'say', { timeoutMs: 5 });
  expect(nodeOf(changed, 'say')).toMatchObject({ config, label: 'Say it', options: { timeoutMs: 5 } });
  expect(nodeOf(changed, 'loud')).toBe(nodeOf(workflow, 'loud'));
  expect(changed.edges).toBe(workflow.edges);
});

test('a node whose last option is taken away has none', () => {
  const pinned = setNodeOptions(workflow, 'say', { pinned: 1 });
  expect(nodeOf(setNodeOptions(pinned, 'say', {}), 'say')).toEqual(nodeOf(workflow, 'say'));
  expect(setNodeOptions(workflow, 'say', undefined)).toBe(workflow);
});

test.each([
  ['setNodeLabel', () => setNodeLabel(workflow, 'nobody', 'x')],
  ['setNodeConfig', () => setNodeConfig(workflow, 'nobody', {})],
  ['the same label', () => setNodeLabel(workflow, 'say', nodeOf(workflow, 'say')?.label ?? '')],
])('%s of what is not there or not new gives the same workflow', (_, change) => {
  expect(change()).toBe(workflow);
});
