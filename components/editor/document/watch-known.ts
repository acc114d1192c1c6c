import type { EditorState, EditorStore } from '#components/editor/document/editor-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

export type Known<Key extends 'tools' | 'names'> = {
  readonly key: Key;
  /** Whether the document names any of them. */
  isNeeded(document: Workflow): boolean;
  /** Rejects without a connection: what was known before stays. */
  load(): Promise<NonNullable<EditorState[Key]>>;
};

/**
 * Loads what nodes may name once a node names some of it, and again when the page is shown after it was hidden: it may
 * have been added elsewhere.
 * @returns a function that stops it
 */
export function watchKnown<Key extends 'tools' | 'names'>(store: EditorStore, { key, isNeeded, load }: Known<Key>): () => void {
  let isStopped = false;
  let isLoading = false;
  const loadAll = async () => {
    if (isLoading || isStopped || !isNeeded(store.getState().document)) return;
    isLoading = true;
    try {
      const known = await load();
      if (!isStopped) store.setState({ [key]: known } as Pick<EditorState, Key>);
    } catch {
      // Without them, these names are not checked here.
    } finally {
      isLoading = false;
    }
  };
  const onShown = () => {
    if (document.visibilityState === 'visible') void loadAll();
  };
  void loadAll();
  document.addEventListener('visibilitychange', onShown);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.document !== before.document && state[key] === undefined) void loadAll();
  });
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', onShown);
    unsubscribe();
  };
}
