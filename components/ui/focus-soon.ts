import { keepTyped } from '#components/ui/keep-typed.ts';

/** A busy browser draws the element later than in the next frame. */
const FRAMES_MAX = 60;

/** Focuses an element that the current change is about to draw or show, and selects the text of an input. */
export function focusSoon(elementId: string): void {
  let framesLeft = FRAMES_MAX;
  const attempt = () => {
    const element = document.getElementById(elementId);
    // A hidden element refuses the focus.
    element?.focus();
    if (element && document.activeElement === element) {
      if (element instanceof HTMLInputElement) element.select();
    } else if (framesLeft-- > 0) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** As `focusSoon`, for a text field. Characters that are typed before it has the focus are typed into it. */
export function focusToType(elementId: string): void {
  if (document.activeElement?.id !== elementId) keepTyped({ fieldId: elementId });
  focusSoon(elementId);
}
