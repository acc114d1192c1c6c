'use client';
import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False during server rendering and hydration, when the page does not handle events yet. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
