import type { Autosave } from '#components/editor/document/autosave.ts';

/** Lets the browser ask before it leaves a page whose changes are not stored. @returns how to stop */
export function warnBeforeLoss({ state }: Pick<Autosave, 'state'>): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  // Only while it is needed: a page with such a listener is not kept for the way back.
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
