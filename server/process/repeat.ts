import { setTimeout as wait } from 'node:timers/promises';

type Repeat = { readonly everyMs: number; readonly signal: AbortSignal; readonly onError: (error: unknown) => void };

/**
 * Repeats `work` with a pause after each execution until `signal` aborts. Resolves when the last
 * execution has ended.
 */
export async function repeat(work: () => Promise<void>, { everyMs, signal, onError }: Repeat): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) onError(error);
    });
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
