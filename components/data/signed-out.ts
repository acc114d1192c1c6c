import { useSyncExternalStore } from 'react';

let isSignedOut = false;
const listeners = new Set<() => void>();

/** Takes in the response of each request of a page: 401 says that the browser is not signed in any more. */
export function noteSignIn({ status }: Pick<Response, 'status'>): void {
  const isOut = status === 401;
  // A failure of another kind says nothing about it.
  if (isOut === isSignedOut || (!isOut && status >= 400)) return;
  isSignedOut = isOut;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the last request of this page was refused since the browser is not signed in. */
export function useIsSignedOut(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSignedOut,
    () => false,
  );
}
