import { expect, test } from 'vitest';
import { orderKeeper } from '#components/editor/elements/order-keeper.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

const at = (id: string, y: number, label = id): WorkflowNode => ({
  id,
  type: 'set',
  version: 1,
  label,
  config: {},
  position: { x: 0, y },
});
const lead = (source: string, target: string): WorkflowEdge => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const nodes = [at('c', 200), at('a', 0), at('b', 100)];
const edges = [lead('b', 'a')];
const idsOf = (ordered: readonly WorkflowNode[]) => ordered.map(({ id }) => id);

test('writing in a node keeps the order, and gives the node as it is now', () => {
  const orderOf = orderKeeper();
  expect(idsOf(orderOf({ nodes, edges }))).toEqual(['b', 'c', 'a']);
  const written = nodes.map((node) => (node.id === 'a' ? at('a', 0, 'another name') : node));
  const ordered = orderOf({ nodes: written, edges });
  expect(idsOf(ordered)).toEqual(['b', 'c', 'a']);
  expect(ordered[2]?.label).toBe('another name');
});

test.each([
  ['edges', { nodes, edges: [lead('c', 'b'), lead('b', 'a')] }],
  ['places', { nodes: [at('c', -50), at('a', 0), at('b', 100)], edges }],
  ['nodes', { nodes: [...nodes, at('d', 50)], edges }],
])('other %s are sorted again', (_, graph) => {
  const orderOf = orderKeeper();
  orderOf({ nodes, edges });
  expect(orderOf(graph)).toEqual(flowOrder(graph));
});
