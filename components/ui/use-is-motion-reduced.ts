'use client';
import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void): () => void {
  const wish = matchMedia(QUERY);
  wish.addEventListener('change', listener);
  return () => wish.removeEventListener('change', listener);
}

/** Whether the reader wants nothing to move. CSS asks by itself; this is for what is moved by code. */
export function useIsMotionReduced(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
