import { expect, test } from 'vitest';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { diffWorkflows } from './diff-workflows.ts';
import { setNodeConfig } from './edit/set-node-config.ts';
import { type Workflow, workflowSchema } from './workflow.ts';

const base = workflowSchema.parse(
  document([startNode, node('say', 'echo', { config: { values: { text: 'Hello', parts: ['a', 'b'] } } })], ['start -> say']),
);
const [start, say] = base.nodes;
const reversed = (workflow: Workflow): Workflow => ({
  ...workflow,
  nodes: workflow.nodes.toReversed(),
  edges: workflow.edges.map((edge, index) => ({ ...edge, id: `edge_${index}` })),
});

test('a document that is only written in another order is the same', () => {
  const diff = diffWorkflows(base, reversed(base));
  expect(diff.isSame).toBe(true);
  expect(diff.edges).toEqual({ added: [], removed: [] });
});

test('a changed config is reported by the deepest field that differs, with both values', () => {
  const after = setNodeConfig(base, 'say', { values: { text: 'Goodbye', parts: ['a', 'c', 'd'] } });
  const diff = diffWorkflows(base, after);
  expect(diff.changed.map(({ nodeId, fields }) => [nodeId, fields])).toEqual([
    [
      'say',
      [
        { path: 'config.values.text', before: 'Hello', after: 'Goodbye' },
        { path: 'config.values.parts[1]', before: 'b', after: 'c' },
        { path: 'config.values.parts[2]', before: undefined, after: 'd' },
      ],
    ],
  ]);
  expect(diff.isSame).toBe(false);
});

test('a field with the name of an inherited one has no value where it is missing', () => {
  const after = setNodeConfig(base, 'say', { values: { text: 'Hello', parts: ['a', 'b'], constructor: 'Ada' } });
  expect(diffWorkflows(base, after).changed[0]?.fields).toEqual([
    { path: 'config.values.constructor', before: undefined, after: 'Ada' },
  ]);
});

test('a value on one side only is one change, however deep it is', () => {
  const after: Workflow = {
    ...base,
    nodes: base.nodes.map((one) => (one.id === 'say' ? { ...one, options: { timeoutMs: 5 } } : one)),
  };
  expect(diffWorkflows(base, after).changed[0]?.fields).toEqual([
    { path: 'options', before: undefined, after: { timeoutMs: 5 } },
  ]);
  expect(diffWorkflows(after, base).changed[0]?.fields).toEqual([
    { path: 'options', before: { timeoutMs: 5 }, after: undefined },
  ]);
});

test('added and removed nodes and edges are distinguished', () => {
  const after = workflowSchema.parse(document([startNode, node('shout', 'echo')], ['start -> shout']));
  const diff = diffWorkflows(base, after);
  expect(diff.added.map(({ id }) => id)).toEqual(['shout']);
  expect(diff.removed.map(({ id }) => id)).toEqual(['say']);
  expect(diff.edges.added.map(({ target }) => target)).toEqual(['shout']);
  expect(diff.edges.removed.map(({ target }) => target)).toEqual(['say']);
  expect(diff.changed).toEqual([]);
});

test('a node that was only moved leaves the documents the same, and is named', () => {
  if (!start || !say) throw new Error('The document has two nodes');
  const after: Workflow = { ...base, nodes: [start, { ...say, position: { x: say.position.x + 40, y: say.position.y } }] };
  const diff = diffWorkflows(base, after);
  expect(diff.isSame).toBe(true);
  expect(diff.moved).toEqual(['say']);
});

test('name and settings are changes of the document', () => {
  const after: Workflow = { ...base, name: 'Other', settings: { limits: { maxSteps: 5 } } };
  expect(diffWorkflows(base, after).settings).toEqual([
    { path: 'name', before: base.name, after: 'Other' },
    { path: 'settings.limits', before: undefined, after: { maxSteps: 5 } },
  ]);
});
