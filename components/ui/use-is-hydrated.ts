'use client';
import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False while the page is only the text the server sent, and nothing that is typed into it would be heard. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
