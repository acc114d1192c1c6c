'use client';
import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function for as long as the component is there, which does what its latest drawing wants: for parts that are drawn again only when what they
 * show is different. It is not to be called while something is drawn.
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
