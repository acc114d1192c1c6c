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
  // Its own edges, and those that keep their distance from it.
  expect(moved.edges.length).toBe(first.edges.length);
  const ofOthers = first.edges.filter(({ source, target }) => source !== 'approve' && target !== 'approve');
  expect(ofOthers.length).toBeGreaterThan(0);
  expect(moved.edges.some((edge, index) => edge === first.edges[index])).toBe(true);
});

test('a selection, another language and another frame rebuild the lists', () => {
  const { show, first } = open();
  expect(show(triage, { selectedNodes: new Set(['approve']) }).steps).not.toBe(first.steps);
  expect(show(triage, { noteName: 'Notiz' }).drawn).not.toBe(first.drawn);
  const framed = { ...triage, canvas: { groups: [{ id: 'g', title: 'Sorting', nodeIds: ['classify'] }] } };
  const { drawn, steps } = show(workflowSchema.parse(framed));
  expect(drawn.length).toBe(steps.length + 1);
});

test('a collapsed group is one box, at which the edges that cross it end', () => {
  const { show, first } = open();
  const inside = ['classify', 'approve'];
  const groups = [{ id: 'g', title: 'Sorting', collapsed: true, nodeIds: inside }];
  const collapsed = workflowSchema.parse({ ...triage, canvas: { groups } });
  const elements = show(collapsed);
  expect(elements.drawn.filter(({ type }) => type === 'group')).toEqual([]);
  expect(elements.collapsed.map(({ id }) => id)).toEqual(['collapsed:g']);
  expect(elements.steps.length).toBe(first.steps.length - inside.length);
  const ports = new Set(elements.collapsed[0]?.handles?.map(({ id, type }) => `${type} ${id}`));
  const atBox = elements.edges.filter(({ source, target }) => [source, target].includes('collapsed:g'));
  expect(atBox.length).toBeGreaterThan(1);
  for (const { source, sourceHandle, targetHandle } of atBox)
    expect(ports).toContain(source === 'collapsed:g' ? `source ${sourceHandle}` : `target ${targetHandle}`);
  const drawnIds = new Set(elements.drawn.map(({ id }) => id));
  for (const { source, target } of elements.edges) expect([drawnIds.has(source), drawnIds.has(target)]).toEqual([true, true]);
});

test('a collapsed group opens while some of its nodes are selected, and is selected with all of them', () => {
  const { show } = open();
  const groups = [{ id: 'g', title: 'Sorting', collapsed: true, nodeIds: ['classify', 'approve'] }];
  const collapsed = workflowSchema.parse({ ...triage, canvas: { groups } });
  const some = show(collapsed, { selectedNodes: new Set(['approve']) });
  expect(some.collapsed).toEqual([]);
  expect(some.drawn.some(({ id }) => id === 'group:g')).toBe(true);
  const all = show(collapsed, { selectedNodes: new Set(['approve', 'classify']) });
  expect(all.collapsed.map(({ selected }) => selected)).toEqual([true]);
});

test('what is in a container of a collapsed group is in its box, and another group in there is not drawn', () => {
  const at = { version: 1, label: '', config: {}, position: { x: 0, y: 0 } };
  const nodes = [
    { ...at, id: 'each', type: 'map' },
    { ...at, id: 'step', type: 'template', parentId: 'each' },
  ];
  const groups = [
    { id: 'outer', title: '', collapsed: true, nodeIds: ['each'] },
    { id: 'inner', title: '', collapsed: true, nodeIds: ['step'] },
  ];
  const document = workflowSchema.parse({ format: triage.format, name: 'Nested', nodes, edges: [], canvas: { groups } });
  expect(
    open()
      .show(document)
      .drawn.map(({ id }) => id),
  ).toEqual(['collapsed:outer']);
});
