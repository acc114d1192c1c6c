'use client';
import { useEffect, useState } from 'react';

export type AnchorBox = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** The box of the first visible element for a selector, as it moves; undefined while there is none. */
export function useAnchorBox(selector: string): AnchorBox | undefined {
  const [box, setBox] = useState<AnchorBox>();
  useEffect(() => {
    let frame = 0;
    let known = '';
    // It may be moved by a panel, the window or a notice, none of which emits an event.
    const look = () => {
      const seen = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
      const rect = seen?.getBoundingClientRect();
      const now = rect && { leftPx: rect.left, topPx: rect.top, widthPx: rect.width, heightPx: rect.height };
      const text = JSON.stringify(now);
      if (text !== known) {
        known = text;
        setBox(now);
      }
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return box;
}
