import type { Checker } from '#components/editor/document/check-in-worker.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { learntFor } from '#components/editor/document/learnt-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Long enough not to check every letter, short enough to seem at once. */
const CHECK_DELAY_MS = 250;

const CHECKED = ['document', 'learnt', 'tools', 'names', 'isCompleting'] as const;

/**
 * Checks the document a moment after each change or run, and at once unless it was checked on the server.
 * @returns a function that stops the checks
 */
export function watchProblems(store: EditorStore, checker: Checker, { isChecked }: { isChecked: boolean }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const show = (document: Workflow, problems: readonly Problem[]) => {
    // The document may have changed meanwhile. The next check has started already.
    if (isStopped || store.getState().document !== document) return;
    // An unfinished reference is not wrong yet, and the list would hide the reason.
    if (store.getState().isCompleting) return;
    // Equal problems do not notify subscribers.
    if (!isSameList(store.getState().problems, problems)) store.setState({ problems });
  };
  const check = () => {
    const { document, learnt, tools, names } = store.getState();
    // Without a connection the validator may not load: the last problems stay.
    void checker.check(document, { learnt: learntFor(document, learnt), tools, names }).then(
      (problems) => show(document, problems),
      () => {},
    );
  };
  if (!isChecked) check();
  const unsubscribe = store.subscribe((state, before) => {
    if (CHECKED.every((key) => state[key] === before[key])) return;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_DELAY_MS);
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    checker.stop();
  };
}

function isSameList(some: readonly Problem[], others: readonly Problem[]): boolean {
  return some.length === others.length && JSON.stringify(some) === JSON.stringify(others);
}
