import { setTimeout as wait } from 'node:timers/promises';

type Repeat = { readonly everyMs: number; readonly signal: AbortSignal; readonly onError: (error: unknown) => void };

/**
 * Does `work` again and again until `signal` aborts, with a pause after each time. Resolves when
 * the last time is over.
 */
export async function repeat(work: () => Promise<void>, { everyMs, signal, onError }: Repeat): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) onError(error);
    });
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
