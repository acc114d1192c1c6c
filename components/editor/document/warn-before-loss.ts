import type { Autosave } from '#components/editor/document/autosave.ts';

/** Makes the browser ask before leaving a page with unsaved changes. @returns a function that stops it */
export function warnBeforeLoss({ state }: Pick<Autosave, 'state'>): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  // Only while needed: browsers exclude pages with such a listener from the back/forward cache.
  const update = () => {
    if (state.getState().status === 'saved') window.removeEventListener('beforeunload', ask);
    else window.addEventListener('beforeunload', ask);
  };
  const unsubscribe = state.subscribe(update);
  update();
  return () => {
    unsubscribe();
    window.removeEventListener('beforeunload', ask);
  };
}
