import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SessionView } from '#components/chat/use-session.ts';

/** Distance from the end at which the page still follows what is written, in pixels. */
const NEAR_END_PX = 80;

/**
 * Stays at the end while the answer grows, until the person scrolls up. Another turn or branch, and the reason why a
 * message was not sent, are shown from the end.
 */
export function useFollowedEnd({ headRunId, problem }: SessionView): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown from its end
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let isAtEnd = true;
    let lastTop = 0;
    const follow = () => {
      element.scrollTop = element.scrollHeight;
      lastTop = element.scrollTop;
    };
    const onScroll = () => {
      const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      // The event of our own scrolling comes late: the answer may have grown since.
      isAtEnd = isNearEnd || (isAtEnd && element.scrollTop >= lastTop);
      lastTop = element.scrollTop;
    };
    const grown = new ResizeObserver(() => {
      if (isAtEnd) follow();
    });
    follow();
    for (const child of element.children) grown.observe(child);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [headRunId, problem]);
  return box;
}
