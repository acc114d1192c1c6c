import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { SessionView } from '#components/chat/use-session.ts';

/** Distance from the end at which the page still follows what is written, in pixels. */
const NEAR_END_PX = 80;

export type FollowedEnd = {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The person has scrolled up: new text is below. */
  readonly isAway: boolean;
  /** Shows the end, and follows again. */
  toEnd(): void;
};

/**
 * Stays at the end while the answer grows, until the person scrolls up. Another turn or branch, and the reason why a
 * message was not sent, are shown from the end.
 */
export function useFollowedEnd({ headRunId, failure }: Pick<SessionView, 'headRunId' | 'failure'>): FollowedEnd {
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
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
      setIsAway(!isAtEnd);
    };
    const grown = new ResizeObserver(() => {
      if (isAtEnd) follow();
    });
    follow();
    setIsAway(false);
    for (const child of element.children) grown.observe(child);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [headRunId, failure]);
  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    setIsAway(false);
  }, []);
  return { box, isAway, toEnd };
}
