'use client';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner size of an element in pixels, without its scroll bars, as it changes; 0 before it is measured. */
export function useWidthAndHeight(ref: RefObject<HTMLElement | null>): { readonly widthPx: number; readonly heightPx: number } {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
