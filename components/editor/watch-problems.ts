import { problemsOf } from '#components/editor/check-problems.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Long enough not to check every letter, short enough to seem at once. */
const CHECK_DELAY_MS = 250;
/** A larger workflow takes long enough to check that a frame would be missed. */
const CHECKED_HERE_NODES_MAX = 200;

/** Checks away from the page's own thread; rejects where that cannot be. */
export type Checker = { check(document: Workflow): Promise<readonly Problem[]>; stop(): void };

/** Whether a document is checked where the page is drawn. The larger ones are opened before they are checked. */
export function isCheckedHere({ nodes }: Workflow): boolean {
  return nodes.length <= CHECKED_HERE_NODES_MAX;
}

/** Checks the document a moment after each change, a large one also at once, beside the page. @returns how to stop */
export function watchProblems(store: EditorStore, registry: NodeRegistry, beside: Checker): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const show = (document: Workflow, problems: readonly Problem[]) => {
    // What was checked beside the page may have been changed meanwhile; its next check is on its way.
    if (isStopped || store.getState().document !== document) return;
    // Found again as they were, they are no news to anybody who shows them.
    if (!isSameList(store.getState().problems, problems)) store.setState({ problems });
  };
  const checkHere = (document: Workflow) => show(document, problemsOf(document, registry));
  const check = () => {
    const { document } = store.getState();
    if (isCheckedHere(document)) return checkHere(document);
    void beside.check(document).then(
      (problems) => show(document, problems),
      () => checkHere(document),
    );
  };
  if (!isCheckedHere(store.getState().document)) check();
  const unsubscribe = store.subscribe((state, before) => {
    if (state.document === before.document) return;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_DELAY_MS);
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    beside.stop();
  };
}

function isSameList(some: readonly Problem[], others: readonly Problem[]): boolean {
  return some.length === others.length && JSON.stringify(some) === JSON.stringify(others);
}
