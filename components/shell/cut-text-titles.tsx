'use client';
import { useEffect } from 'react';

/** Pointer moves come in bursts. */
const PAUSE_MS = 40;
const CUT = '.truncate, [class*="line-clamp-"]';
/** They have titles or hints of their own, and many elements. */
const APART = '.react-flow, .monaco-editor';

/** A text that does not fit its element is the title of what the pointer is over, where that has none of its own. */
export function CutTextTitles() {
  useEffect(() => {
    let titled: HTMLElement | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: PointerEvent | undefined;
    const clear = () => {
      titled?.removeAttribute('title');
      titled = undefined;
    };
    const update = ({ clientX, clientY }: PointerEvent) => {
      const under = document.elementsFromPoint(clientX, clientY);
      const text = cutTextOf(under, titled);
      const [top] = under;
      if (titled && (titled !== top || titled.title !== text)) clear();
      if (text === undefined || !(top instanceof HTMLElement) || titled) return;
      top.title = text;
      titled = top;
    };
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      last = event;
      timer ??= setTimeout(() => {
        timer = undefined;
        if (last) update(last);
      }, PAUSE_MS);
    };
    document.addEventListener('pointermove', onMove, { passive: true });
    return () => {
      document.removeEventListener('pointermove', onMove);
      clearTimeout(timer);
      clear();
    };
  }, []);
  return null;
}

/** A link may cover the row, so the text may be below what the pointer is over. */
function cutTextOf(under: readonly Element[], titled: HTMLElement | undefined): string | undefined {
  const [top] = under;
  if (!top || top.closest(APART)) return undefined;
  const titleOwner = top.closest('[title]');
  if (titleOwner && titleOwner !== titled) return undefined;
  return under.find(isCut)?.textContent.trim() || undefined;
}

function isCut(element: Element): boolean {
  if (!element.matches(CUT)) return false;
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
}
