/** Longer than a busy browser takes to draw what was opened. */
const KEPT_MS = 1000;

type KeepOptions = {
  /** After so long without a field that gets the focus, it ends, and the characters are lost. */
  readonly maxMs?: number;
  /** Id of the field. @defaultValue the first one that gets the focus */
  readonly fieldId?: string;
};

let latest: AbortController | undefined;

/**
 * Keeps the characters that are typed before a text field that is about to be drawn has the focus, and types them
 * into it. Other keys act as usual. The next call ends it: the characters belong to what was opened last.
 * @returns a function that ends it earlier
 */
export function keepTyped({ maxMs = KEPT_MS, fieldId }: KeepOptions = {}): () => void {
  let typed = '';
  const keeping = new AbortController();
  latest?.abort();
  latest = keeping;
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
    // Something else took the focus meanwhile, and gives it up again to the field.
    if (fieldId !== undefined && !document.getElementById(fieldId)?.contains(target)) return;
    keeping.abort();
    if (!isText) return;
    // After the caller has selected the text of the field, if it does. The browser's undo includes it.
    if (typed !== '') queueMicrotask(() => document.execCommand('insertText', false, typed));
  };
  window.addEventListener('keydown', keep, { capture: true, signal });
  window.addEventListener('focusin', onFocus, { signal });
  return () => keeping.abort();
}
