import type { EditorStore } from '#components/editor/editor-store.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Long enough not to check every letter, short enough to seem at once. */
const CHECK_DELAY_MS = 250;

/** Errors first, then warnings. */
export function problemsOf(document: Workflow, registry: NodeRegistry): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(document, registry);
  return [...errors, ...warnings];
}

/** Checks the document a moment after each change. @returns how to stop */
export function watchProblems(store: EditorStore, registry: NodeRegistry): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => store.setState({ problems: problemsOf(store.getState().document, registry) });
  const unsubscribe = store.subscribe((state, before) => {
    if (state.document === before.document) return;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_DELAY_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
