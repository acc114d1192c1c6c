import { expect, test } from 'vitest';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { makeArrangeCommands } from './arrange-commands.ts';
import { makeEditCommands } from './edit-commands.ts';
import { makeEditorStore } from './editor-store.ts';
import { isLoose, makeInsertCommands } from './insert-commands.ts';

const empty: Workflow = { format: WORKFLOW_FORMAT, name: 'Test', description: '', settings: {}, nodes: [], edges: [] };

/** Start over a text over an end, and a note beside them. */
function open() {
  const store = makeEditorStore({ workflowId: 'wf_1', document: empty });
  const commands = { ...makeEditCommands(store), ...makeArrangeCommands(store), ...makeInsertCommands(store) };
  const read = () => store.getState();
  commands.addAt('start', { x: 0, y: 0 });
  commands.addAfter('template', { nodeId: 'start' });
  commands.addAfter('end', { nodeId: 'template' });
  const placeOf = (id: string) => read().document.nodes.find((node) => node.id === id)?.position;
  const edges = () =>
    read()
      .document.edges.map(({ source, target }) => `${source} ${target}`)
      .sort();
  return { store, commands, read, placeOf, edges };
}

test('nodes of different widths and a note are aligned at their left edges', () => {
  const { commands, read, placeOf } = open();
  const noteId = commands.addNote({ x: 500, y: 10 }) ?? '';
  read().select({ nodes: ['start', 'template'], notes: [noteId] });
  commands.align('left');
  // A place is the middle of an upper edge: the text is 212 px wide, the start 144.
  expect(placeOf('template')?.x).toBe(0);
  expect(placeOf('start')?.x).toBe(-34);
  expect(read().document.canvas?.notes?.[0]?.position).toEqual({ x: -106, y: 10 });
  read().undo();
  expect(placeOf('start')?.x).toBe(0);
});

test('a group is made of what is selected, and is one step', () => {
  const { commands, read } = open();
  read().select({ nodes: ['template', 'end'] });
  const groupId = commands.group('Writing') ?? '';
  commands.setGroupTitle(groupId, 'Answer');
  expect(read().document.canvas?.groups).toEqual([{ id: groupId, title: 'Answer', nodeIds: ['template', 'end'] }]);
  read().undo();
  read().undo();
  expect(read().document.canvas).toBeUndefined();
  read().select({});
  expect(commands.group('Nothing')).toBeUndefined();
});

test('a group is collapsed and expanded by one step each, which leaves nothing behind', () => {
  const { commands, read } = open();
  read().select({ nodes: ['template'] });
  const groupId = commands.group('Writing') ?? '';
  const before = read().document;
  commands.toggleCollapsed();
  expect(read().document.canvas?.groups).toEqual([{ id: groupId, title: 'Writing', collapsed: true, nodeIds: ['template'] }]);
  expect([...read().selectedNodes]).toEqual(['template']);
  read().undo();
  expect(read().document).toBe(before);
  read().redo();
  commands.toggleCollapsed();
  expect(read().document.canvas).toEqual(before.canvas);
});

test('an expanded group covers nothing: what its frame would cover moves down', () => {
  const { commands, read, placeOf } = open();
  read().select({ nodes: ['template'] });
  const groupId = commands.group('Writing') ?? '';
  commands.setCollapsed(groupId, true);
  commands.moveTo(new Map([['end', { x: 0, y: (placeOf('template')?.y ?? 0) + 20 }]]));
  commands.setCollapsed(groupId, false);
  // The face of the node, the frame around it, and the gap below.
  expect((placeOf('end')?.y ?? 0) - (placeOf('template')?.y ?? 0)).toBe(48 + 16 + 20);
});

test('disabling several nodes and enabling them again leaves nothing behind', () => {
  const { commands, read } = open();
  const before = read().document;
  read().select({ nodes: ['template', 'end'] });
  commands.toggleDisabled();
  expect(
    read()
      .document.nodes.filter(({ options }) => options?.disabled)
      .map(({ id }) => id),
  ).toEqual(['template', 'end']);
  commands.toggleDisabled();
  expect(read().document).toEqual(before);
});

test('a node that is put into an edge gets room under the source, and what follows moves down', () => {
  const { commands, read, placeOf, edges } = open();
  const before = placeOf('end')?.y ?? 0;
  const edgeId = read().document.edges.find(({ source }) => source === 'template')?.id ?? '';
  expect(commands.insertNew('merge', { edgeId })).toBeUndefined();
  expect(edges()).toEqual(['merge end', 'start template', 'template merge']);
  expect(placeOf('end')?.y).toBeGreaterThan(before);
  expect(placeOf('merge')?.y).toBeLessThan(placeOf('end')?.y ?? 0);
  read().undo();
  expect(edges()).toEqual(['start template', 'template end']);
  expect(placeOf('end')?.y).toBe(before);
});

test('a loose node that is dropped on an edge is inserted there, below the source, as one step', () => {
  const { commands, read, placeOf, edges } = open();
  commands.addAt('template', { x: 400, y: 0 });
  expect([isLoose(read().document, 'template_2'), isLoose(read().document, 'template')]).toEqual([true, false]);
  const edgeId = read().document.edges.find(({ source }) => source === 'start')?.id ?? '';
  commands.insertMoved('template_2', { edgeId, position: { x: 8, y: 40 } });
  expect(edges()).toEqual(['start template_2', 'template end', 'template_2 template']);
  expect(placeOf('template_2')?.x).toBe(8);
  expect(placeOf('template_2')?.y).toBeGreaterThan(placeOf('start')?.y ?? 0);
  read().undo();
  expect(placeOf('template_2')).toEqual({ x: 400, y: 0 });
});

test('a node that cannot be inserted into an edge is moved only, with the reason', () => {
  const { commands, read, placeOf } = open();
  const edgeId = read().document.edges.find(({ source }) => source === 'template')?.id ?? '';
  expect(commands.insertMoved('start', { edgeId, position: { x: 8, y: 8 } })).toBe('no-input');
  expect(placeOf('start')).toEqual({ x: 8, y: 8 });
});
