import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { addNode } from './add-node.ts';
import { appendNode } from './append-node.ts';
import { firstUnfilledField } from './first-unfilled-field.ts';
import { newNodeId } from './new-node-id.ts';

const workflow = workflowSchema.parse(
  document([startNode, node('check', 'branch', { config: { when: 'true' } })], ['start -> check']),
);

test.each(Object.values(nodeRegistry))('a new $id node has no value of an example, and another one neither', (definition) => {
  const first = addNode(workflow, definition, { x: 0, y: 0 });
  const second = addNode(first.workflow, definition, { x: 0, y: 0 });
  const added = second.workflow.nodes.slice(-2);
  expect(new Set([first.nodeId, second.nodeId]).size).toBe(2);
  const texts = added.flatMap(({ config }) => JSON.stringify(config).match(/\{\{|order|https?:|wf_/g) ?? []);
  expect(texts).toEqual([]);
  // A config that is shared between nodes would change with the first of them.
  expect(added[0]?.config).not.toBe(added[1]?.config);
  expect(workflowSchema.safeParse(second.workflow).success).toBe(true);
});

test('a new node is named after its type, is at whole pixels and does not change the others', () => {
  const { workflow: changed, nodeId } = addNode(workflow, nodeRegistry['tool-call'], { x: 10.4, y: -0.2 });
  expect(nodeId).toBe('tool_call');
  expect(changed.nodes.at(-1)).toMatchObject({ id: 'tool_call', type: 'tool-call', label: '', position: { x: 10, y: 0 } });
  expect(changed.nodes[0]).toBe(workflow.nodes[0]);
  expect(changed.edges).toBe(workflow.edges);
  expect(workflow.nodes).toHaveLength(2);
});

test.each([
  ['answer', ['answer'], 'answer_2'],
  ['answer_2', ['answer', 'answer_2'], 'answer_3'],
  ['Write a reply!', [], 'write_a_reply'],
  ['loop', [], 'loop_2'],
  ['42', [], 'node'],
  ['回复', ['node'], 'node_2'],
])('the id for %j, with %j in use, is %s', (wanted, taken, id) => {
  expect(newNodeId(wanted, new Set(taken))).toBe(id);
});

test('an id of many underscores takes no longer than another one', () => {
  const since = process.cpuUsage();
  expect(newNodeId(`a${'_'.repeat(50)}b`, new Set())).toBe(`a${'_'.repeat(50)}b`);
  expect(process.cpuUsage(since).user / 1000).toBeLessThan(100);
});

const after = (from: typeof workflow, nodeId: string, port?: string) =>
  appendNode(from, {
    registry: testNodes,
    definition: testNodes.echo,
    position: { x: 0, y: 100 },
    after: { nodeId, ...(port !== undefined && { port }) },
  });

test('a node that comes after another is connected to its first output that leads nowhere yet', () => {
  const first = after(workflow, 'check');
  const second = after(first.workflow, 'check');
  const third = after(second.workflow, 'check', 'error');
  expect(third.workflow.edges.map(({ id }) => id)).toEqual([
    'start-check',
    'check-true-echo',
    'check-false-echo_2',
    'check-error-echo_3',
  ]);
});

test('a node without inputs is added without an edge', () => {
  const added = appendNode(workflow, {
    registry: testNodes,
    definition: testNodes.start,
    position: { x: 0, y: 0 },
    after: { nodeId: 'check' },
  });
  expect(added.workflow.nodes.map(({ id }) => id)).toEqual(['start', 'check', 'start_2']);
  expect(added.workflow.edges).toBe(workflow.edges);
});

test.each([
  ['llm', 'config.userPrompt'],
  ['classifier', 'config.input'],
  ['switch', 'config.cases[0].when'],
  ['sub-agent', 'config.agent'],
  ['set', undefined],
] as const)('a new %s node is filled in first at %s', (type, path) => {
  const { workflow: changed } = addNode(workflow, nodeRegistry[type], { x: 0, y: 0 });
  expect(firstUnfilledField(nodeRegistry[type], changed.nodes.at(-1)?.config ?? {})).toBe(path);
});
