import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { type KnownTool, namesTools } from '#components/editor/document/known-tools.ts';

/**
 * Loads the tools of the workspace once a node names one, and again when the page is shown after it was hidden: they
 * may have been added elsewhere.
 * @param load rejects without a connection: the tools before it stay
 * @returns a function that stops it
 */
export function watchTools(store: EditorStore, load: () => Promise<readonly KnownTool[]>): () => void {
  let isStopped = false;
  let isLoading = false;
  const loadTools = async () => {
    if (isLoading || isStopped || !namesTools(store.getState().document)) return;
    isLoading = true;
    try {
      const tools = await load();
      if (!isStopped) store.setState({ tools });
    } catch {
      // Without them, names of tools are not checked here.
    } finally {
      isLoading = false;
    }
  };
  const onShown = () => {
    if (document.visibilityState === 'visible') void loadTools();
  };
  void loadTools();
  document.addEventListener('visibilitychange', onShown);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.document !== before.document && state.tools === undefined) void loadTools();
  });
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', onShown);
    unsubscribe();
  };
}
