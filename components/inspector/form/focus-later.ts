/** Focuses an element that the current edit is about to render. */
export function focusLater(elementId: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(elementId);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  });
}
