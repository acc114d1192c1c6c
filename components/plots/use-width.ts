import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Before it is measured; on the server too. */
const FIRST_WIDTH_PX = 560;

/** The width of an element, in CSS pixels, as it changes. */
export function useWidth<Element extends HTMLElement>(): { ref: RefObject<Element | null>; widthPx: number } {
  const ref = useRef<Element>(null);
  const [widthPx, setWidth] = useState(FIRST_WIDTH_PX);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.max(120, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthPx };
}
