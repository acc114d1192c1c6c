import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { type Workflow, workflowSchema } from '../workflow.ts';
import { insertOnEdge } from './insert-on-edge.ts';
import { reconnectEdge } from './reconnect-edge.ts';

const workflow = workflowSchema.parse(
  document(
    [startNode, node('check', 'branch', { config: { when: 'true' } }), node('say', 'echo'), node('extra', 'echo')],
    ['start -> check', 'check.true -> say'],
  ),
);
const read = ({ edges }: Workflow) => edges.map(({ source, sourceHandle, target }) => `${source}.${sourceHandle} ${target}`);
const edgeId = (source: string) => workflow.edges.find((edge) => edge.source === source)?.id ?? '';

test('a node between two others takes over the port that the edge left by', () => {
  const inserted = insertOnEdge(workflow, testNodes, { edgeId: edgeId('check'), nodeId: 'extra' });
  expect(inserted.ok && read(inserted.workflow)).toEqual(['start.out check', 'check.true extra', 'extra.out say']);
});

test('an edge that the insertion would need and that is there already is kept once', () => {
  const edges = [...workflow.edges, { id: 'e', source: 'check', sourceHandle: 'true', target: 'extra', targetHandle: 'in' }];
  const inserted = insertOnEdge({ ...workflow, edges }, testNodes, { edgeId: edgeId('check'), nodeId: 'extra' });
  expect(inserted.ok && read(inserted.workflow)).toEqual(['start.out check', 'check.true extra', 'extra.out say']);
});

test.each([
  ['start', 'check', 'no-input'],
  ['check', 'check', 'own-node'],
  ['say', 'start', 'cycle'],
])('%s does not fit into the edge from %s: %s', (nodeId, source, refusal) => {
  const edge = edgeId(source);
  expect(insertOnEdge(workflow, testNodes, { edgeId: edge, nodeId })).toEqual({ ok: false, refusal });
});

test('an edge is led to another node, and never refused for being where it was', () => {
  const { id = '', ...connection } = workflow.edges[1] ?? { source: '', sourceHandle: '', target: '', targetHandle: '' };
  const elsewhere = reconnectEdge(workflow, testNodes, { edgeId: id, connection: { ...connection, target: 'extra' } });
  expect(elsewhere.ok && read(elsewhere.workflow)).toEqual(['start.out check', 'check.true extra']);
  expect(reconnectEdge(workflow, testNodes, { edgeId: id, connection }).ok).toBe(true);
  expect(reconnectEdge(workflow, testNodes, { edgeId: id, connection: { ...connection, target: 'start' } })).toEqual({
    ok: false,
    refusal: 'no-input',
  });
});
