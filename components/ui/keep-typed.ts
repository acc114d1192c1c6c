/** Longer than a busy browser takes to draw what was opened. */
const KEPT_MS = 1000;

/**
 * Keeps the characters that are typed before a text field that is about to be drawn has the focus, and types them
 * into the first one that gets it. Other keys act as usual.
 * @param maxMs after so long without a field that gets the focus, it ends, and the characters are lost
 * @returns a function that ends it earlier
 */
export function keepTyped(maxMs = KEPT_MS): () => void {
  let typed = '';
  const keeping = new AbortController();
  const { signal } = keeping;
  const timer = setTimeout(() => keeping.abort(), maxMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  const keep = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed += event.key;
  };
  const onFocus = ({ target }: FocusEvent) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isText && !(target instanceof HTMLSelectElement)) return;
    keeping.abort();
    if (!isText) return;
    // After the caller has selected the text of the field, if it does. The browser's undo includes it.
    if (typed !== '') queueMicrotask(() => document.execCommand('insertText', false, typed));
  };
  window.addEventListener('keydown', keep, { capture: true, signal });
  window.addEventListener('focusin', onFocus, { signal });
  return () => keeping.abort();
}
