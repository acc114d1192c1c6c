import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faceOf } from '#components/editor/document/node-face.ts';
import { moveNodes } from '#lib/workflow/edit/move-nodes.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { flowNodeMaker, keepSame, type NodeLook, toFlowEdges } from './flow-elements.ts';
import { positionsOf, toLayoutGraph } from './layout-graph.ts';
import { snapMove } from './snap-move.ts';

const triage = workflowSchema.parse(
  JSON.parse(readFileSync(new URL('../../../templates/triage-with-approval.workflow.json', import.meta.url), 'utf8')),
);
const look: NodeLook = { selected: new Set<string>(), dragged: new Map() };
const edgeLook = { selected: new Set<string>() };
const nodesOf = (workflow: Workflow, own: Partial<NodeLook> = {}) => flowNodeMaker()(workflow.nodes, { ...look, ...own });
const sorter = (classes: readonly string[]) => ({
  id: 'sort',
  type: 'classifier',
  version: 1,
  label: '',
  position: { x: 0, y: 900 },
  config: { input: '{{start.text}}', classes: classes.map((id) => ({ id, description: id })) },
});
const faceOfId = (id: string) => {
  const node = triage.nodes.find((one) => one.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return faceOf(node);
};

test('a node becomes a new object only for changes that the canvas shows; an unchanged list stays the same', () => {
  const toFlowNodes = flowNodeMaker();
  const before = toFlowNodes(triage.nodes, look);
  const changed = (workflow: Workflow, own: Partial<NodeLook> = {}) =>
    toFlowNodes(workflow.nodes, { ...look, ...own }).filter((node) => !before.includes(node));
  expect(toFlowNodes(setNodeLabel(triage, 'approve', 'Really?').nodes, look)).toBe(before);
  expect(changed(moveNodes(triage, new Map([['approve', { x: 8, y: 16 }]]))).map(({ id }) => id)).toEqual(['approve']);
  expect(toFlowNodes(triage.nodes, look)).toEqual(before);
  expect(changed(triage, { selected: new Set(['classify']) }).map(({ id }) => id)).toContain('classify');
});

test('a changed config makes a new object only if its ports changed', () => {
  const toFlowNodes = flowNodeMaker();
  const document = workflowSchema.parse({ ...triage, nodes: [...triage.nodes, sorter(['bug', 'praise'])] });
  const before = toFlowNodes(document.nodes, look);
  const more = {
    ...document,
    nodes: document.nodes.map((node) => (node.id === 'sort' ? sorter(['bug', 'praise', 'other']) : node)),
  };
  const after = toFlowNodes(more.nodes, look);
  expect(after.filter((node, index) => node !== before[index]).map(({ id }) => id)).toEqual(['sort']);
});

test('selecting an edge makes a new object of that edge alone; renaming its nodes makes none', () => {
  const before = toFlowEdges(triage.edges, triage.nodes, edgeLook);
  const renamed = setNodeLabel(triage, 'approve', 'Really?');
  expect(keepSame(before, toFlowEdges(renamed.edges, renamed.nodes, edgeLook))).toBe(before);
  const [first] = triage.edges;
  const selected = toFlowEdges(triage.edges, triage.nodes, { selected: new Set([first?.id ?? '']) });
  expect(keepSame(before, selected)).toBe(selected);
  expect(selected.filter((edge, index) => edge !== before[index]).map(({ id }) => id)).toEqual([first?.id]);
});

test('a dragged node is drawn at the pointer, and the document is unchanged', () => {
  const [first] = nodesOf(triage, { dragged: new Map([[triage.nodes[0]?.id ?? '', { x: 400, y: 8 }]]) });
  expect(first?.position).toEqual({ x: 400, y: 8 });
  expect(nodesOf(triage)[0]?.position).toEqual(triage.nodes[0]?.position);
});

test('every edge starts and ends at an existing port', () => {
  const edges = toFlowEdges(triage.edges, triage.nodes, edgeLook);
  expect(edges.map(({ id }) => id)).toEqual(triage.edges.map(({ id }) => id));
});

test('an edge without a source, target or port is not drawn', () => {
  const [edge] = triage.edges;
  if (!edge) throw new Error('no edge');
  const broken = [{ ...edge, id: 'a', target: 'nobody' }, { ...edge, id: 'b', sourceHandle: 'maybe' }, edge];
  const drawn = toFlowEdges(broken, triage.nodes, edgeLook);
  expect(drawn.map(({ id }) => id)).toEqual([edge.id]);
});

test('a node has the ports of its type: a start has no input, a condition one output for each result', () => {
  expect(faceOfId('start')).toMatchObject({ isSmall: true, widthPx: 144, heightPx: 29, inputs: [], error: undefined });
  expect(faceOfId('classify')).toMatchObject({ isSmall: false, widthPx: 212, heightPx: 48 });
  const { outputs, heightPx } = faceOfId('is_urgent');
  expect(outputs.map(({ id, yPx }) => [id, yPx])).toEqual([
    ['true', heightPx],
    ['false', heightPx],
  ]);
});

test('the layout knows every node with its size, and every edge by its ports', () => {
  const graph = toLayoutGraph(triage);
  expect(graph.children?.map(({ id, width }) => [id, width])).toEqual(
    triage.nodes.map((node) => [node.id, faceOf(node).widthPx]),
  );
  const ports = new Set(graph.children?.flatMap((child) => child.ports ?? []).map(({ id }) => id));
  expect(graph.edges?.every(({ sources, targets }) => [...sources, ...targets].every((end) => ports.has(end)))).toBe(true);
});

test('after a layout the start is where it was, and the rest is around it', () => {
  const children = triage.nodes.map((node, index) => ({
    id: node.id,
    x: index * 300,
    y: index * 100,
    width: faceOf(node).widthPx,
  }));
  const places = positionsOf({ id: 'workflow', children }, triage);
  const start = triage.nodes.findIndex(({ type }) => type === 'start');
  expect(places.get('start')).toEqual(triage.nodes[start]?.position);
  expect(places.size).toBe(triage.nodes.length);
});

test('dragged nodes stay as far from each other as they were, the first on the grid', () => {
  const moved = snapMove(
    new Map([
      ['a', { x: 3, y: 0 }],
      ['b', { x: 105, y: 50 }],
    ]),
    [
      { id: 'a', position: { x: 14, y: 9 } },
      { id: 'b', position: { x: 116, y: 59 } },
    ],
  );
  expect(moved.get('a')).toEqual({ x: 16, y: 8 });
  expect(moved.get('b')).toEqual({ x: 118, y: 58 });
});
