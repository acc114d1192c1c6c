import type { Workflow, WorkflowNote } from '../workflow.ts';
import { changeCanvas, newCanvasId } from './change-canvas.ts';
import { type Position, roundPosition } from './move-nodes.ts';

/** Adds an empty note and returns its id. */
export function addNote(
  workflow: Workflow,
  { position, width, height }: { position: Position; width: number; height: number },
): { readonly workflow: Workflow; readonly noteId: string } {
  const notes = workflow.canvas?.notes ?? [];
  const noteId = newCanvasId('note', notes);
  const note = { id: noteId, text: '', position: roundPosition(position), width, height };
  return { workflow: changeCanvas(workflow, { notes: [...notes, note] }), noteId };
}

/** Changes the text, position or size of a note. Returns the same workflow if nothing changes. */
export function changeNote(
  workflow: Workflow,
  noteId: string,
  change: Partial<Pick<WorkflowNote, 'text' | 'position' | 'width' | 'height'>>,
): Workflow {
  const notes = workflow.canvas?.notes ?? [];
  const note = notes.find(({ id }) => id === noteId);
  if (!note) return workflow;
  const position = change.position ? roundPosition(change.position) : note.position;
  const isMoved = position.x !== note.position.x || position.y !== note.position.y;
  const { text = note.text, width = note.width, height = note.height } = change;
  if (!isMoved && text === note.text && width === note.width && height === note.height) return workflow;
  const changed = { ...note, text, width, height, position: { ...note.position, ...position } };
  return changeCanvas(workflow, { notes: notes.map((one) => (one === note ? changed : one)) });
}

/** Moves these notes. */
export function moveNotes(workflow: Workflow, positions: ReadonlyMap<string, Position>): Workflow {
  return [...positions].reduce((moved, [noteId, position]) => changeNote(moved, noteId, { position }), workflow);
}
