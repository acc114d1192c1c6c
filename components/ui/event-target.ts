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

/** Until something is typed there, undo reverts the last edit of the workflow, such as the new node. */
export function markUntouched(control: HTMLElement): void {
  control.dataset.untouched = '';
  control.addEventListener('input', () => delete control.dataset.untouched, { once: true });
}

export function isUntouched(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.untouched !== undefined;
}
