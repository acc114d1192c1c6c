import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setNodeConfig } from '#lib/workflow/edit/set-node-config.ts';
import { WORKFLOW_FORMAT, type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';
import { makeArrangeCommands } from './arrange-commands.ts';
import { makeContainerCommands } from './container-commands.ts';
import { boxOf, framesOf } from './container-frames.ts';
import { makeEditCommands } from './edit-commands.ts';
import { makeEditorStore } from './editor-store.ts';
import { areApart } from './find-free-box.ts';
import { makeInsertCommands } from './insert-commands.ts';

const empty: Workflow = { format: WORKFLOW_FORMAT, name: 'Test', description: '', settings: {}, nodes: [], edges: [] };

/** Start, llm, code and end, each added below the one before. */
function open() {
  const store = makeEditorStore({ workflowId: 'wf_1', document: empty });
  const commands = {
    ...makeEditCommands(store),
    ...makeInsertCommands(store),
    ...makeArrangeCommands(store),
    ...makeContainerCommands(store),
  };
  const read = () => store.getState();
  commands.addAt('start', { x: 0, y: 0 });
  for (const [type, nodeId] of [
    ['llm', 'start'],
    ['code', 'llm'],
    ['end', 'code'],
  ] satisfies [NodeTypeId, string][])
    commands.addAfter(type, { nodeId });
  const nodeOf = (id: string) => {
    const found = read().document.nodes.find((node) => node.id === id);
    if (!found) throw new Error(`There is no node '${id}'`);
    return found;
  };
  const boxOfNode = (id: string) => boxOf(nodeOf(id), framesOf(read().document.nodes));
  return { store, commands, read, nodeOf, boxOfNode };
}

/** Names of nodes and notes of one scope of which one covers a part of the other. */
function overlaps({ nodes, canvas }: Workflow): string[] {
  const frames = framesOf(nodes);
  const boxes = [
    ...nodes.map((node) => ({ id: node.id, scope: node.parentId, ...boxOf(node, frames) })),
    ...(canvas?.notes ?? []).map(({ id, position, width, height }) => ({ id, scope: undefined, ...position, width, height })),
  ];
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.scope === b.scope && !areApart(a, b, 0))
      .map((b) => `${a.id} ${b.id}`),
  );
}

test('a node dropped on a short edge moves the nodes below it down', () => {
  const { commands, read, boxOfNode } = open();
  const { y, height } = boxOfNode('llm');
  expect(commands.insertNew('http', { edgeId: 'llm-code', position: { x: 0, y: y + height + 4 } })).toBeUndefined();
  expect(overlaps(read().document)).toEqual([]);
  expect(boxOfNode('code').y).toBeGreaterThan(boxOfNode('http').y + boxOfNode('http').height);
  expect(boxOfNode('end').y).toBeGreaterThan(boxOfNode('code').y + boxOfNode('code').height);
});

test('a node dropped on a long edge stays in the middle, and nothing else moves', () => {
  const { commands, read, boxOfNode } = open();
  commands.moveTo(new Map([['end', { x: 0, y: 900 }]]));
  const before = read().document.nodes.map(({ position }) => position);
  commands.insertNew('http', { edgeId: 'code-end', position: { x: 8, y: 600 } });
  expect(boxOfNode('http').y).toBe(600);
  expect(
    read()
      .document.nodes.slice(0, 4)
      .map(({ position }) => position),
  ).toEqual(before);
});

test('a loose node dropped on an edge makes room, and a neighbour that it would cover moves', () => {
  const { commands, read } = open();
  commands.addAt('merge', { x: 130, y: read().document.nodes[2]?.position.y ?? 0 });
  commands.addAt('http', { x: 900, y: 0 });
  const { y = 0 } = read().document.nodes.find(({ id }) => id === 'llm')?.position ?? {};
  expect(commands.insertMoved('http', { edgeId: 'llm-code', position: { x: 60, y: y + 40 } })).toBeUndefined();
  expect(overlaps(read().document)).toEqual([]);
});

test('notes are added to free positions next to each other, near the wanted one', () => {
  const { commands, read } = open();
  for (let count = 0; count < 4; count++) commands.addNote({ x: -40, y: 60 });
  expect(overlaps(read().document)).toEqual([]);
  for (const { position } of read().document.canvas?.notes ?? []) expect(Math.abs(position.x)).toBeLessThan(700);
});

test('adding tools to an LLM node moves the nodes below it down, and no others', () => {
  const { store, commands, read, boxOfNode } = open();
  commands.addAt('merge', { x: 900, y: 0 });
  const aside = boxOfNode('merge');
  const { config } = read().document.nodes.find(({ id }) => id === 'llm') ?? { config: {} };
  const availableTools = ['web_search', 'read_url', 'time_now', 'read_file', 'write_file'];
  const run = (workflow: Workflow) => setNodeConfig(workflow, 'llm', { ...config, availableTools });
  store.getState().apply({ label: 'config', run });
  expect(boxOfNode('llm').height).toBeGreaterThan(100);
  expect(overlaps(read().document)).toEqual([]);
  expect(boxOfNode('merge')).toEqual(aside);
  read().undo();
  expect(boxOfNode('llm').height).toBeLessThan(60);
});

test('pasted nodes are near the pointer and cover no other node, also when pasted twice', async () => {
  const { commands, read } = open();
  read().select({ nodes: ['llm', 'code'] });
  const text = commands.copy() ?? '';
  for (let count = 0; count < 3; count++) await commands.paste(text, { pointer: { x: 40, y: 90 } });
  expect(overlaps(read().document)).toEqual([]);
  await commands.paste(text, { pointer: { x: 3000, y: 2000 } });
  const [llm] = read().document.nodes.filter(({ id }) => read().selectedNodes.has(id));
  expect(llm?.position.x).toBe(3000);
});

test('nodes pasted over a frame go into it, others do not belong to it', async () => {
  const { commands, read, nodeOf, boxOfNode } = open();
  commands.addAt('loop', { x: 900, y: 0 });
  const [loop = ''] = read().selectedNodes;
  commands.addInside('template', loop);
  read().select({ nodes: ['template'] });
  const text = commands.copy() ?? '';
  const { x, y } = boxOfNode(loop);
  await commands.paste(text, { pointer: { x: x + 40, y: y + 60 } });
  expect(nodeOf('template_2').parentId).toBe(loop);
  await commands.paste(text, { pointer: { x: -600, y: 0 } });
  expect(nodeOf('template_3').parentId).toBeUndefined();
  await commands.paste(text, { middle: { x: -600, y: 0 } });
  expect(nodeOf('template_4').parentId).toBe(loop);
  expect(overlaps(read().document)).toEqual([]);
});

test('a duplicate is placed next to the selection', async () => {
  const { commands, read, boxOfNode } = open();
  read().select({ nodes: ['llm', 'code'] });
  await commands.duplicate();
  await commands.duplicate();
  expect(overlaps(read().document)).toEqual([]);
  expect(boxOfNode('llm_2').y).toBe(boxOfNode('llm').y);
});

const templates = new URL('../../../templates/', import.meta.url);
test.each(readdirSync(templates).filter((file) => file.endsWith('.workflow.json')))('in %s no node covers another', (file) => {
  expect(overlaps(workflowSchema.parse(JSON.parse(readFileSync(new URL(file, templates), 'utf8'))))).toEqual([]);
});
