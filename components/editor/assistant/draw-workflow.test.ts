import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeEditorStore } from '#components/editor/document/editor-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { drawWorkflow } from './draw-workflow.ts';

const target = JSON.parse(readFileSync('templates/triage.workflow.json', 'utf8')) as Workflow;
const start = { id: 'start', type: 'start', version: 1, label: '', config: { inputs: [] }, position: { x: 0, y: 0 } };
const empty = { ...target, name: 'Sort the mail', nodes: [start], edges: [] } as unknown as Workflow;

test('nodes appear one by one with their edges, and one undo takes all back', async () => {
  const editor = makeEditorStore({ workflowId: 'wf_1', document: empty, now: () => 0 });
  const counts: number[] = [];
  const onStep = () => counts.push(editor.getState().document.nodes.length);
  await drawWorkflow(editor, target, { onStep, isAtOnce: false, signal: new AbortController().signal });
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  const { document } = editor.getState();
  expect(document.name).toBe('Sort the mail');
  expect(document.nodes.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    target.nodes.toSorted((a, b) => a.id.localeCompare(b.id)),
  );
  expect(new Set(document.edges)).toEqual(new Set(target.edges));
  editor.getState().undo();
  expect(editor.getState().document).toEqual(empty);
});

test('an edit while it is drawn stays', async () => {
  const editor = makeEditorStore({ workflowId: 'wf_1', document: empty, now: () => 0 });
  const note = { ...start, id: 'mine', type: 'template', config: { template: 'x' } } as unknown as Workflow['nodes'][number];
  let isAdded = false;
  const onStep = () => {
    if (isAdded) return;
    isAdded = true;
    editor.getState().apply({ label: 'add', run: (document) => ({ ...document, nodes: [...document.nodes, note] }) });
  };
  await drawWorkflow(editor, target, { onStep, isAtOnce: false, signal: new AbortController().signal });
  expect(editor.getState().document.nodes.map(({ id }) => id)).toContain('mine');
  expect(editor.getState().document.nodes).toHaveLength(target.nodes.length + 1);
});
