import { useSyncExternalStore } from 'react';
import { PageValue } from '#components/data/page-value.ts';

const isSignedOut = new PageValue(false);

/** Takes in the response of each request of a page: 401 says that the browser is not signed in any more. */
export function noteSignIn({ status }: Pick<Response, 'status'>): void {
  // A failure of another kind says nothing about it.
  if (status === 401 || status < 400) isSignedOut.set(status === 401);
}

/** Whether the last request of this page was refused since the browser is not signed in. */
export function useIsSignedOut(): boolean {
  return useSyncExternalStore(isSignedOut.subscribe, isSignedOut.read, () => false);
}
