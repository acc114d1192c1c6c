/** Whether keys there write something, or belong to what is open over the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)
  );
}

/** Whether keys belong to a menu, or to a modal dialog over the editor, which hides the canvas from screen readers. */
export function isCovered(target: EventTarget | null): boolean {
  const isInMenu = target instanceof Element && target.closest('[role="menu"]') !== null;
  return isInMenu || document.querySelector('[data-part="canvas"]')?.closest('[aria-hidden="true"]') != null;
}

export function isOnCanvas(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target === document.body || target.closest('.react-flow') !== null;
}

/**
 * Until something is typed there, undo reverts the last edit of the workflow, such as the new node. The whole field is
 * marked: a code editor replaces the text area that had the focus.
 */
export function markUntouched(control: HTMLElement): void {
  const field = control.closest<HTMLElement>('[data-field]') ?? control;
  const touched = new AbortController();
  const touch = () => {
    delete field.dataset.untouched;
    touched.abort();
  };
  field.dataset.untouched = '';
  for (const type of ['input', 'paste', 'drop']) field.addEventListener(type, touch, { signal: touched.signal });
  // Code editors write without events of their own.
  field.addEventListener('keydown', (event) => (writes(event) ? touch() : undefined), { signal: touched.signal });
}

function writes({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey) && (key.length === 1 || ['Enter', 'Backspace', 'Delete'].includes(key));
}

export function isUntouched(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[data-untouched]') !== null;
}
