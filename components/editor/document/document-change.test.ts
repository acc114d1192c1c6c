import { expect, test } from 'vitest';
import { applyChange, changeOf } from '#components/editor/document/document-change.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

const nodes = ['start', 'answer', 'end'].map((id, index) => ({
  id,
  type: 'set',
  version: 1,
  label: id,
  config: {},
  position: { x: 0, y: index * 96 },
}));
const edges = [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'answer', targetHandle: 'in' }];
const before: Workflow = { format: WORKFLOW_FORMAT, name: 'Sent', description: '', settings: {}, nodes, edges };

test('typing one letter sends only the changed node', () => {
  const now = setNodeLabel(before, 'answer', 'Answer!');
  const change = changeOf(before, now);
  expect(change).toMatchObject({ nodes: [{ at: 1, node: { label: 'Answer!' } }] });
  expect(change).not.toHaveProperty('whole');
  expect(applyChange(before, change)).toEqual(now);
});

test.each([
  ['no document was sent before', undefined, before],
  ['an edge was deleted', before, { ...before, edges: [] }],
  ['a node was deleted', before, { ...before, nodes: nodes.slice(1) }],
])('the whole document is sent when %s', (_, known, now) => {
  expect(changeOf(known, now)).toEqual({ whole: now });
  expect(applyChange(known, changeOf(known, now))).toEqual(now);
});

test('the name and the settings of the workflow are sent with every change', () => {
  const now = { ...before, name: 'Renamed', settings: { limits: { maxSteps: 5 } } };
  expect(applyChange(before, changeOf(before, now))).toEqual(now);
});
