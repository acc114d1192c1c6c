'use client';
import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A stable function that calls the latest version, for memoized children. Do not call it during rendering.
 */
export function useStableCall<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...args) => latest.current(...args), []);
}
