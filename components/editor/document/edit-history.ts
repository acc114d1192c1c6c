import type { Edit, EditLabel } from '#components/editor/document/editor-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Edits with the same `mergeKey` that follow each other within this time are one step. */
const MERGE_MS = 1000;
/** Documents share what did not change, so a step costs little; a day's work must not grow without end all the same. */
const STEPS_MAX = 500;

type Step = {
  readonly label: EditLabel;
  readonly document: Workflow;
  readonly mergeKey: string | undefined;
  readonly at: number;
};

/** The documents before and after the present one, the nearest last. */
export type EditHistory = { readonly past: readonly Step[]; readonly future: readonly Step[] };

export const emptyHistory: EditHistory = { past: [], future: [] };

/** The history once `before` has been changed by an edit at `now` (milliseconds). */
export function recordEdit(history: EditHistory, before: Workflow, { label, mergeKey }: Edit, now: number): EditHistory {
  const last = history.past.at(-1);
  // After an undo the last step is one that had ended before.
  const mayMerge = history.future.length === 0 && mergeKey !== undefined;
  const isSameStep = last && mayMerge && last.mergeKey === mergeKey && now - last.at <= MERGE_MS;
  const step: Step = isSameStep ? { ...last, at: now } : { label, document: before, mergeKey, at: now };
  const past = isSameStep ? history.past.slice(0, -1) : history.past;
  return { past: [...past, step].slice(-STEPS_MAX), future: [] };
}

type Moved = { readonly history: EditHistory; readonly document: Workflow };

/** Undoes one step; undefined if there is none. */
export function stepBack({ past, future }: EditHistory, present: Workflow): Moved | undefined {
  const step = past.at(-1);
  if (!step) return undefined;
  return {
    document: step.document,
    history: { past: past.slice(0, -1), future: [...future, { ...step, document: present, mergeKey: undefined }] },
  };
}

/** Redoes one step; undefined if there is none. */
export function stepForward({ past, future }: EditHistory, present: Workflow): Moved | undefined {
  const step = future.at(-1);
  if (!step) return undefined;
  return {
    document: step.document,
    history: { past: [...past, { ...step, document: present, mergeKey: undefined }], future: future.slice(0, -1) },
  };
}
