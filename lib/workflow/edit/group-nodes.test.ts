import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { formatWorkflow } from '../format-workflow.ts';
import { renameNode } from '../rename-node.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { type Workflow, workflowSchema } from '../workflow.ts';
import { addNote, changeNote } from './change-notes.ts';
import { groupNodes, setGroupTitle, ungroupNodes } from './group-nodes.ts';
import { removeElements } from './remove-elements.ts';

const workflow = workflowSchema.parse(
  document([startNode, node('page', 'echo'), node('say', 'echo')], ['start -> page', 'page -> say']),
);
const both = new Set(['page', 'say']);
const grouped = groupNodes(workflow, both, 'Reading').workflow;
const groupsOf = ({ canvas }: Workflow) => canvas?.groups?.map(({ title, nodeIds }) => [title, nodeIds]);
const nothing = new Set<string>();

test('a frame names its nodes, and means nothing to a run', () => {
  expect(groupsOf(grouped)).toEqual([['Reading', ['page', 'say']]]);
  expect(validateWorkflow(grouped, testNodes)).toEqual(validateWorkflow(workflow, testNodes));
});

test('a node is in one frame, and a frame without nodes is removed', () => {
  const moved = groupNodes(grouped, new Set(['say']), 'Saying').workflow;
  expect(groupsOf(moved)).toEqual([
    ['Reading', ['page']],
    ['Saying', ['say']],
  ]);
  expect(ungroupNodes(moved, both)).toEqual(workflow);
  expect(ungroupNodes(workflow, both)).toBe(workflow);
});

test('a frame follows its nodes: through a new id, and when they are deleted', () => {
  expect(groupsOf(renameNode(grouped, testNodes, { from: 'say', to: 'tell' }))).toEqual([['Reading', ['page', 'tell']]]);
  const without = removeElements(grouped, { nodes: new Set(['say']), edges: nothing });
  expect(groupsOf(without)).toEqual([['Reading', ['page']]]);
  expect(removeElements(grouped, { nodes: both, edges: nothing }).canvas).toBeUndefined();
});

test('a title is changed, and the same title is no change', () => {
  expect(groupsOf(setGroupTitle(grouped, 'group_1', 'Writing'))).toEqual([['Writing', ['page', 'say']]]);
  expect(setGroupTitle(grouped, 'group_1', 'Reading')).toBe(grouped);
  expect(setGroupTitle(grouped, 'group_9', 'Writing')).toBe(grouped);
});

test('a note is written, moved and deleted, and leaves nothing behind', () => {
  const { workflow: noted, noteId } = addNote(workflow, { position: { x: 1.4, y: -0.2 }, width: 200, height: 60 });
  const written = changeNote(noted, noteId, { text: 'Ask Mara', position: { x: 8, y: 16 } });
  expect(written.canvas?.notes).toEqual([{ id: 'note_1', text: 'Ask Mara', position: { x: 8, y: 16 }, width: 200, height: 60 }]);
  expect(changeNote(written, noteId, { text: 'Ask Mara', position: { x: 8, y: 16 } })).toBe(written);
  expect(removeElements(written, { nodes: nothing, edges: nothing, notes: new Set([noteId]) })).toEqual(workflow);
});

test('the canonical text has notes and frames in a stable order, and is read back the same', () => {
  const first = addNote(grouped, { position: { x: 0, y: 0 }, width: 200, height: 60 }).workflow;
  const noted = addNote(first, { position: { x: 9, y: 9 }, width: 200, height: 60 }).workflow;
  const canvas = {
    notes: noted.canvas?.notes?.toReversed(),
    groups: [{ nodeIds: ['say', 'page'], title: 'Reading', id: 'group_1' }],
  };
  const text = formatWorkflow({ ...noted, canvas });
  expect(text).toBe(formatWorkflow(noted));
  expect(workflowSchema.parse(JSON.parse(text)).canvas).toEqual(noted.canvas);
});
