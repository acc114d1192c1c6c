/** A folded dock shows the approval a few frames after it was unfolded. */
const FRAMES_MAX = 20;

/**
 * Focuses the first decision of an approval on the page.
 *
 * @param actionId the approval; by default the first one
 */
export function focusDecision(actionId?: string): void {
  const approval = actionId === undefined ? '[data-approval]' : `[data-approval="${CSS.escape(actionId)}"]`;
  let framesLeft = FRAMES_MAX;
  const attempt = () => {
    const button = document.querySelector<HTMLElement>(`${approval} [data-decide]`);
    if (button) button.focus();
    else if (framesLeft-- > 0) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
