/** Puts the focus on an element that the edit just made brings. */
export function focusLater(elementId: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(elementId);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  });
}
