import { apiClient } from '#components/data/api-client.ts';
import type { Autosave } from '#components/editor/document/autosave.ts';

/** Reads the stored revision whenever the page is returned to: another tab, or another person, may have saved one. */
export function noticeOtherSaves(autosave: Pick<Autosave, 'noticeStored'>, workflowId: string): () => void {
  const reading = new AbortController();
  async function look() {
    if (document.visibilityState !== 'visible') return;
    // Without a connection nothing is noticed now; a save says the same later.
    const stored = await apiClient.getWorkflow({ params: { id: workflowId } }, { signal: reading.signal }).catch(() => undefined);
    if (stored && !reading.signal.aborted) autosave.noticeStored(stored);
  }
  const onReturn = () => void look();
  document.addEventListener('visibilitychange', onReturn, { signal: reading.signal });
  window.addEventListener('focus', onReturn, { signal: reading.signal });
  return () => reading.abort();
}
