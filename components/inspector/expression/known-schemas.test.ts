import { expect, test } from 'vitest';
import { makeEditorStore } from '#components/editor/document/editor-store.ts';
import { moveNodes } from '#lib/workflow/edit/move-nodes.ts';
import { setNodeConfig } from '#lib/workflow/edit/set-node-config.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { knownSchemas } from './known-schemas.ts';

const node = (id: string, type: string, config: object) => ({
  id,
  type,
  version: 1,
  label: '',
  config: config as Record<string, never>,
  position: { x: 0, y: 0 },
});
const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Test',
  description: '',
  settings: {},
  nodes: [node('start', 'start', {}), node('gather', 'set', { values: { a: 1 } }), node('end', 'end', {})],
  edges: [
    { id: 'a', source: 'start', sourceHandle: 'out', target: 'gather', targetHandle: 'in' },
    { id: 'b', source: 'gather', sourceHandle: 'out', target: 'end', targetHandle: 'in' },
  ],
};

function opened() {
  const store = makeEditorStore({ workflowId: 'w', document: workflow });
  const write = (nodeId: string, config: object) =>
    store.getState().apply({ label: 'config', run: (now) => setNodeConfig(now, nodeId, config as Record<string, never>) });
  return { store, write };
}

test('typing into a node infers nothing again for that node', () => {
  const { store, write } = opened();
  const before = knownSchemas(store, 'end');
  write('end', { outputs: { text: '{{gather.a}}' } });
  expect(knownSchemas(store, 'end')).toBe(before);
});

test('moving nodes infers nothing again', () => {
  const { store } = opened();
  const before = knownSchemas(store, 'end');
  store.getState().apply({ label: 'move', run: (now) => moveNodes(now, new Map([['gather', { x: 9, y: 9 }]])) });
  expect(knownSchemas(store, 'end')).toBe(before);
});

test('the schema of another node is inferred again after it has changed', () => {
  const { store, write } = opened();
  knownSchemas(store, 'end');
  write('gather', { values: { b: 1 } });
  expect(Object.keys(knownSchemas(store, 'end').valueSeenBy('end', 'gather').properties as object)).toEqual(['b']);
});

test('a change in the node that was looked at counts for the nodes behind it', () => {
  const { store, write } = opened();
  knownSchemas(store, 'gather');
  write('gather', { values: { c: 1 } });
  expect(Object.keys(knownSchemas(store, 'end').valueSeenBy('end', 'gather').properties as object)).toEqual(['c']);
});
