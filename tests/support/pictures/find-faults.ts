import type { Page } from '@playwright/test';

/**
 * Finds visible layout faults: truncated text, overlapping texts, a page wider than its window.
 */
export function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) faults.push(`the page is ${excess} px wider than its window`);
    for (const box of document.querySelectorAll('main')) {
      const hidden = box.scrollWidth - box.clientWidth;
      if (hidden > 1) faults.push(`the page has ${hidden} px more to its right than is in sight`);
    }
    const name = (element: Element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
    for (const control of document.querySelectorAll('input, select, textarea, button')) {
      // Rows that scroll to the side, the canvas, and what only screen readers get are cut on purpose.
      if (
        control.closest('.overflow-x-auto, .react-flow, .monaco-editor, table, .sr-only, [aria-hidden="true"]') ||
        !control.checkVisibility()
      )
        continue;
      const box = control.getBoundingClientRect();
      const seen = seenPart(control, box);
      if (seen && seen.width < box.width - 2) faults.push(`cut off: ${name(control)}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown: { element: Element; rect: DOMRect }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || (node.textContent ?? '').trim() === '' || element.closest('.sr-only, script, style, textarea, option'))
        continue;
      // Content of a folded element still has a bounding box.
      if (!element.checkVisibility({ contentVisibilityAuto: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const seen = seenPart(element, rect);
        if (!seen || seen.width < 2 || seen.height < 2) continue;
        // Only the visible element, not those below a panel.
        const hit = document.elementFromPoint(seen.x + seen.width / 2, seen.y + seen.height / 2);
        if (hit && (hit === element || hit.contains(element) || element.contains(hit))) shown.push({ element, rect: seen });
      }
      const style = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(style.overflowX);
      const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || element.closest('.monaco-editor');
      // Text for screen readers is hidden by a size of one pixel.
      if (isCut && !isMeant && element.clientWidth > 1) faults.push(`cut off: ${name(element)}`);
    }
    for (const [index, a] of shown.entries()) {
      for (const b of shown.slice(index + 1)) {
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
        const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
        if (width > 3 && height > 5) faults.push(`on top of each other: ${name(a.element)} and ${name(b.element)}`);
      }
    }
    return [...new Set(faults)];

    /** The part of a line that its ancestors do not clip. */
    function seenPart(element: Element, line: DOMRect): DOMRect | undefined {
      let { left, right, top, bottom } = line;
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (!/hidden|clip|auto|scroll/.test(getComputedStyle(box).overflow)) continue;
        const outer = box.getBoundingClientRect();
        left = Math.max(left, outer.left);
        right = Math.min(right, outer.right);
        top = Math.max(top, outer.top);
        bottom = Math.min(bottom, outer.bottom);
      }
      return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined;
    }
  });
}
