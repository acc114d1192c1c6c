'use client';
import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void): () => void {
  const wish = matchMedia(QUERY);
  wish.addEventListener('change', listener);
  return () => wish.removeEventListener('change', listener);
}

/** Whether the user prefers reduced motion, for animations by code. CSS has its own media query. */
export function useIsMotionReduced(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
