import { expect, test } from 'vitest';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { makeEditCommands } from './edit-commands.ts';
import { makeEditorStore } from './editor-store.ts';

const empty: Workflow = { format: WORKFLOW_FORMAT, name: 'Test', description: '', settings: {}, nodes: [], edges: [] };

function open() {
  const store = makeEditorStore({ workflowId: 'wf_1', document: empty });
  const commands = makeEditCommands(store);
  const read = () => store.getState();
  const ids = () => read().document.nodes.map(({ id }) => id);
  const edges = () => read().document.edges.map(({ id }) => id);
  return { commands, read, ids, edges };
}

/** Start, a condition and two ends under it, each added after the one before. */
function build() {
  const editor = open();
  editor.commands.addAt('start', { x: 0, y: 0 });
  editor.commands.addAfter('condition', { nodeId: 'start' });
  editor.commands.addAfter('end', { nodeId: 'condition' });
  editor.commands.addAfter('end', { nodeId: 'condition' });
  return editor;
}

test('nodes that are added one after the other are connected, and are placed below each other or side by side', () => {
  const { read, ids, edges } = build();
  expect(ids()).toEqual(['start', 'condition', 'end', 'end_2']);
  expect(edges()).toEqual(['start-condition', 'condition-true-end', 'condition-false-end_2']);
  expect([...read().selectedNodes]).toEqual(['end_2']);
  const [start, condition, end, end2] = read().document.nodes.map(({ position }) => position);
  expect(condition?.x).toBe(start?.x);
  expect(condition?.y).toBeGreaterThan(start?.y ?? 0);
  expect(end2?.y).toBe(end?.y);
  expect(end2?.x).toBeGreaterThan(end?.x ?? 0);
});

test('with nothing selected, a node is added under the only open end, and is connected to it', () => {
  const { commands, read, ids, edges } = open();
  commands.addAt('start', { x: 0, y: 200 });
  read().select({});
  commands.addAtEnd('llm', { x: 500, y: -300 });
  read().select({});
  commands.addAtEnd('end', { x: 500, y: -300 });
  expect(ids()).toEqual(['start', 'llm', 'end']);
  expect(edges()).toEqual(['start-llm', 'llm-end']);
  const [start, llm, end] = read().document.nodes.map(({ position }) => position);
  expect([llm?.x, end?.x]).toEqual([start?.x, start?.x]);
  expect(llm?.y).toBeGreaterThan(start?.y ?? 0);
  expect(end?.y).toBeGreaterThan(llm?.y ?? 0);
});

test('without an open end it is added unconnected, and not above the start', () => {
  const { commands, read, edges } = build();
  const before = edges();
  commands.addAtEnd('llm', { x: 500, y: -300 });
  expect(edges()).toEqual(before);
  const [start] = read().document.nodes;
  expect(read().document.nodes.at(-1)?.position.y).toBeGreaterThan(start?.position.y ?? 0);
});

test('each is one step back', () => {
  const { read, ids } = build();
  read().undo();
  expect(ids()).toEqual(['start', 'condition', 'end']);
  read().undo();
  read().undo();
  read().undo();
  expect(read().document).toBe(empty);
});

test('two selected nodes are connected in the order of selection', () => {
  const { commands, read, edges } = build();
  commands.addAt('merge', { x: 500, y: 500 });
  read().select({ nodes: ['start', 'merge'] });
  expect(commands.connectSelected()).toBeUndefined();
  expect(edges()).toContain('start-merge');
  read().select({ nodes: ['merge', 'start'] });
  expect(commands.connectSelected()).toBe('no-input');
  read().select({ nodes: ['end', 'merge'] });
  expect(commands.connectSelected()).toBe('no-output');
});

test('a copy that is pasted twice is placed next to the first, and is selected', async () => {
  const { commands, read, ids } = build();
  read().select({ nodes: ['condition', 'end'] });
  const text = commands.copy() ?? '';
  expect(await commands.paste(text)).toBeUndefined();
  expect(await commands.paste(text)).toBeUndefined();
  expect(ids().slice(4)).toEqual(['condition_2', 'end_3', 'condition_3', 'end_4']);
  expect([...read().selectedNodes]).toEqual(['condition_3', 'end_4']);
  const places = read().document.nodes.map(({ position }) => `${position.x} ${position.y}`);
  expect(new Set(places).size).toBe(places.length);
  expect(await commands.paste('just words')).toEqual({ ok: false, refusal: 'not-json' });
});

test('holding an arrow key adds one undo step', () => {
  const { commands, read } = build();
  const before = read().document;
  read().select({ nodes: ['end', 'end_2'] });
  for (let press = 0; press < 5; press++) commands.nudge({ x: 8, y: 0 });
  const places = read().document.nodes.map(({ position }) => position.x);
  expect(places).toEqual(before.nodes.map(({ position }, index) => position.x + (index < 2 ? 0 : 40)));
  read().undo();
  expect(read().document).toBe(before);
});

test('the selection is deleted with its edges, and everything can be deleted', () => {
  const { commands, read, ids, edges } = build();
  read().select({ nodes: ['condition'] });
  commands.remove();
  expect([ids(), edges()]).toEqual([['start', 'end', 'end_2'], []]);
  commands.selectAll();
  commands.remove();
  expect(ids()).toEqual([]);
});
