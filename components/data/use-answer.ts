'use client';
import { useEffect, useState } from 'react';

/**
 * The response for a key, requested again when the key changes; undefined until it arrives, on
 * errors, and without a key.
 */
export function useAnswer<T>(key: string | undefined, ask: (key: string, signal: AbortSignal) => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question depends on
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    // Without an answer the field shows what is stored, and validation says what is wrong with it.
    ask(key, controller.signal).then(
      (value) => setAnswer({ key, value }),
      () => {},
    );
    return () => controller.abort();
  }, [key]);
  return answer?.key === key ? answer?.value : undefined;
}
