import { expect, test } from 'vitest';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { toDrawnNodes } from './drawn-nodes.ts';

const placed = (id: string, x: number, y: number) => ({ ...node(id, 'echo'), position: { x, y } });
const plain = workflowSchema.parse(document([startNode, placed('a', 0, 0), placed('b', 300, 100)], ['start -> a']));
const note = { id: 'note_1', text: 'Ask Mara', position: { x: 5, y: 6 }, width: 200, height: 60 };
const draw = (nodeIds: string[], dragged = new Map<string, { x: number; y: number }>()) =>
  toDrawnNodes(
    { ...plain, canvas: { notes: [note], groups: [{ id: 'group_1', title: 'Both', nodeIds }] } },
    { selectedNotes: new Set(['note_1']), dragged, noteName: 'Note' },
  );

test('a frame encloses all its nodes, and grows with a dragged one', () => {
  const [frame] = draw(['a', 'b']);
  // Faces are 212 by 48 and are placed by the middle of their upper edge.
  expect(frame).toMatchObject({ id: 'group:group_1', position: { x: -122, y: -40 }, width: 544, height: 204 });
  const [grown] = draw(['a', 'b'], new Map([['b', { x: 400, y: 100 }]]));
  expect(grown?.width).toBe(644);
});

test('a frame without existing nodes is not drawn; a note is, by its text', () => {
  const drawn = draw(['gone']);
  expect(drawn.map(({ id }) => id)).toEqual(['note:note_1']);
  expect(drawn[0]).toMatchObject({ ariaLabel: 'Note: Ask Mara', selected: true, position: { x: 5, y: 6 } });
});
