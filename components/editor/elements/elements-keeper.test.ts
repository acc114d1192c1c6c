import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moveNodes } from '#lib/workflow/edit/move-nodes.ts';
import { setNodeConfig } from '#lib/workflow/edit/set-node-config.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { elementsKeeper } from './elements-keeper.ts';

const triage = workflowSchema.parse(
  JSON.parse(readFileSync(new URL('../../../templates/triage-with-approval.workflow.json', import.meta.url), 'utf8')),
);
const nothing: ReadonlySet<string> = new Set();
const look = { dragged: new Map(), noteName: 'Note' };

function open() {
  const elementsOf = elementsKeeper();
  const show = (document: Workflow, { selectedNodes = nothing, noteName = 'Note' } = {}) =>
    elementsOf({ document, selectedNodes, selectedEdges: nothing, selectedNotes: nothing }, { ...look, noteName });
  return { show, first: show(triage) };
}

test('editing a label or config gives React Flow no new objects', () => {
  const { show, first } = open();
  const renamed = setNodeLabel(triage, 'approve', 'Really?');
  expect(show(renamed)).toBe(first);
  expect(show(setNodeConfig(renamed, 'classify', { prompt: 'Which one?' }))).toBe(first);
});

test('after such an edit the next change replaces only the changed node', () => {
  const { show, first } = open();
  const renamed = setNodeLabel(triage, 'approve', 'Really?');
  show(renamed);
  const y = renamed.nodes.find(({ id }) => id === 'approve')?.position.y ?? 0;
  const moved = show(moveNodes(renamed, new Map([['approve', { x: 8, y }]])));
  expect(moved.steps.filter((step, index) => step !== first.steps[index]).map(({ id }) => id)).toEqual(['approve']);
  expect(moved.edges).toBe(first.edges);
});

test('a selection, another language and another frame rebuild the lists', () => {
  const { show, first } = open();
  expect(show(triage, { selectedNodes: new Set(['approve']) }).steps).not.toBe(first.steps);
  expect(show(triage, { noteName: 'Notiz' }).drawn).not.toBe(first.drawn);
  const framed = { ...triage, canvas: { groups: [{ id: 'g', title: 'Sorting', nodeIds: ['classify'] }] } };
  const { drawn, steps } = show(workflowSchema.parse(framed));
  expect(drawn.length).toBe(steps.length + 1);
});
