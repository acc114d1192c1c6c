import type { Workflow, WorkflowGroup, WorkflowNote } from '../workflow.ts';

type Drawn = { readonly notes?: readonly WorkflowNote[]; readonly groups?: readonly WorkflowGroup[] };

/** Replaces notes or groups; a missing argument keeps them. Without any, the document has no `canvas`. */
export function changeCanvas(workflow: Workflow, { notes, groups }: Drawn): Workflow {
  const { canvas, ...rest } = workflow;
  const { notes: notesBefore = [], groups: groupsBefore = [], ...others } = canvas ?? {};
  const notesNow = notes ?? notesBefore;
  const groupsNow = (groups ?? groupsBefore).filter(({ nodeIds }) => nodeIds.length > 0);
  const drawn = {
    ...(notesNow.length > 0 && { notes: [...notesNow] }),
    ...(groupsNow.length > 0 && { groups: groupsNow }),
    ...others,
  };
  return Object.keys(drawn).length > 0 ? { ...rest, canvas: drawn } : rest;
}

/** `note_1`, or the next free number. */
export function newCanvasId(kind: 'note' | 'group', taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  let number = 1;
  while (ids.has(`${kind}_${number}`)) number++;
  return `${kind}_${number}`;
}
