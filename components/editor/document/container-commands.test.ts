import { expect, test } from 'vitest';
import { framesOf } from '#components/editor/document/container-frames.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { makeContainerCommands } from './container-commands.ts';
import { makeEditCommands } from './edit-commands.ts';
import { makeEditorStore } from './editor-store.ts';
import { makeInsertCommands } from './insert-commands.ts';

const node = (id: string, type: string, x: number, y: number, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type,
  version: 1,
  label: '',
  config: {},
  position: { x, y },
  ...more,
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const size = { width: 320, height: 144 };

function open() {
  const document: Workflow = {
    format: 'threadloom/workflow@1',
    name: 'Letters',
    description: '',
    settings: {},
    nodes: [
      node('start', 'start', 0, 0),
      node('each', 'map', 0, 80, { size }),
      node('write', 'template', 0, 140, { parentId: 'each' }),
      node('end', 'end', 0, 280),
      node('loose', 'template', 500, 140),
    ],
    edges: [edge('start', 'each'), edge('each', 'end'), edge('each', 'loose')],
  };
  const store = makeEditorStore({ workflowId: 'wf', document });
  const read = (id: string) => store.getState().document.nodes.find((one) => one.id === id);
  const frame = () => framesOf(store.getState().document.nodes).get('each');
  return { store, read, frame, ...makeEditCommands(store), ...makeContainerCommands(store), ...makeInsertCommands(store) };
}

test('a node added inside comes after the last node of the body, and nodes under the frame make room', () => {
  const { addInside, read, frame, store } = open();
  addInside('set', 'each');
  expect(read('set')).toMatchObject({ parentId: 'each', position: { x: 0, y: 208 } });
  expect(store.getState().document.edges).toContainEqual(expect.objectContaining({ source: 'write', target: 'set' }));
  const bottom = (frame()?.y ?? 0) + (frame()?.height ?? 0);
  expect(bottom).toBeGreaterThan(224);
  expect(read('end')?.position.y).toBe(280 + bottom - 224);
  // Nodes above and next to the container do not move.
  expect([read('start')?.position.y, read('loose')?.position.y]).toEqual([0, 140]);
});

test('a node added after a node of the body is in the body, too', () => {
  const { addAfter, read } = open();
  addAfter('merge', { nodeId: 'write' });
  expect(read('merge')?.parentId).toBe('each');
});

test('a new container is added with a frame, clear of what is there', () => {
  const { addAt, read } = open();
  addAt('loop', { x: 0, y: 90 });
  expect(read('loop_2')).toMatchObject({ size, position: { x: 606 + 48 + 160, y: 90 } });
});

test('moving nodes into a container counts the edges that could not go with them, and is one step', () => {
  const { moveInto, store, read } = open();
  const positions = new Map([['loose', { x: 20, y: 180 }]]);
  expect(moveInto({ nodeIds: new Set(['loose']), positions, containerId: 'each' })).toBe(1);
  expect(read('loose')).toMatchObject({ parentId: 'each', position: { x: 20, y: 180 } });
  store.getState().undo();
  expect(read('loose')).not.toHaveProperty('parentId');
  expect(store.getState().document.edges).toHaveLength(3);
});

test('the start of a workflow stays outside', () => {
  const { moveInto, read } = open();
  moveInto({ nodeIds: new Set(['start']), positions: new Map(), containerId: 'each' });
  expect(read('start')).not.toHaveProperty('parentId');
});

test('putInside moves the selected node into the container, and takeOut moves it out, to the right of the container', () => {
  const { putInside, takeOut, store, read, frame } = open();
  store.getState().select({ nodes: ['loose', 'each'] });
  expect(putInside()).toBe(1);
  expect(read('loose')).toMatchObject({ parentId: 'each', position: { x: 0, y: 208 } });
  expect(frame()?.width).toBe(320);
  store.getState().select({ nodes: ['loose'] });
  expect(takeOut()).toBe(0);
  expect(read('loose')?.position.x).toBe(160 + 48 + 106);
});

test('a container that is moved by keys moves its body with it', () => {
  const { nudge, store, read } = open();
  store.getState().select({ nodes: ['each'] });
  nudge({ x: 8, y: 0 });
  expect([read('each')?.position.x, read('write')?.position.x]).toEqual([8, 8]);
});

test('a node dropped into an edge of a body becomes part of it', () => {
  const { addInside, insertMoved, insertNew, read, store } = open();
  addInside('set', 'each');
  store.getState().apply({
    label: 'connect',
    run: (workflow) => ({ ...workflow, edges: workflow.edges.filter(({ target }) => target !== 'loose') }),
  });
  expect(insertMoved('loose', { edgeId: 'write-set', position: { x: 0, y: 200 } })).toBeUndefined();
  expect(read('loose')?.parentId).toBe('each');
  expect(insertNew('merge', { edgeId: 'write-loose' })).toBeUndefined();
  expect(read('merge')?.parentId).toBe('each');
});

test('a frame is drawn larger and keeps its body where it is', () => {
  const { resizeContainer, frame, read } = open();
  resizeContainer('each', { x: 40, y: 60, width: 500.4, height: 300 });
  expect(frame()).toEqual({ x: -210, y: 60, width: 500, height: 300 });
  expect(read('write')?.position).toEqual({ x: 0, y: 140 });
  resizeContainer('each', { x: 0, y: 80, width: 10, height: 10 });
  expect(frame()?.width).toBe(320);
});

test('a frame is drawn larger and smaller by key, from its upper left corner, and never smaller than its body needs', () => {
  const { growSelected, frame, store } = open();
  growSelected({ x: 24, y: 0 });
  const before = frame();
  store.getState().select({ nodes: ['each'] });
  growSelected({ x: 24, y: 48 });
  expect(frame()).toEqual({ ...before, width: (before?.width ?? 0) + 24, height: (before?.height ?? 0) + 48 });
  for (let times = 0; times < 40; times++) growSelected({ x: -48, y: -48 });
  const least = frame();
  growSelected({ x: -48, y: -48 });
  expect(frame()).toEqual(least);
});
