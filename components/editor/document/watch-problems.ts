import type { Checker } from '#components/editor/document/check-in-worker.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Long enough not to check every letter, short enough to seem at once. */
const CHECK_DELAY_MS = 250;

/** Checks the document a moment after each change, and at once unless it was checked before it was opened. @returns how to stop */
export function watchProblems(store: EditorStore, checker: Checker, { isChecked }: { isChecked: boolean }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const show = (document: Workflow, problems: readonly Problem[]) => {
    // What was checked may have been changed meanwhile; its next check is on its way.
    if (isStopped || store.getState().document !== document) return;
    // Found again as they were, they are no news to anybody who shows them.
    if (!isSameList(store.getState().problems, problems)) store.setState({ problems });
  };
  const check = () => {
    const { document } = store.getState();
    // Without a connection there may be nobody to check: what is known stands until there is.
    void checker.check(document).then(
      (problems) => show(document, problems),
      () => {},
    );
  };
  if (!isChecked) check();
  const unsubscribe = store.subscribe((state, before) => {
    if (state.document === before.document) return;
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
