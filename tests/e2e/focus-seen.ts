import { expect, type Page } from '@playwright/test';

/** What is wrong with the focus of a page: lost to the body, out of sight, or not marked. Undefined: nothing. */
function focusProblem(): string | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return 'lost to the body';
  const named = `${element.tagName.toLowerCase()}#${element.id} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`;
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return `${named} has no size`;
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return `${named} is out of sight`;
  const writes = element.isContentEditable || element.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])');
  const marked = (one: Element | null): boolean => {
    if (!one || one === document.body) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  // The caret of a text field is its mark, too.
  if (writes || marked(element) || marked(element.parentElement)) return undefined;
  return `${named} is not marked`;
}

/** Fails unless the focus is on something in sight that shows it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(focusProblem).catch((error: Error) => error.message), { message: 'the focus' })
    .toBeUndefined();
}
