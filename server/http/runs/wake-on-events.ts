import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

/** Poll interval for runs whose events the hub may not publish, in milliseconds. */
const LOOK_EVERY_MS = 1000;

type Waking = {
  readonly hub: Pick<EventHub, 'subscribe'>;
  /** Ends the wakes, also during a wait. @defaultValue they end with their reader only */
  readonly signal?: AbortSignal | undefined;
  /** Which published events wake the reader. @defaultValue all of them */
  readonly concerns?: (events: readonly StoredEvent[]) => boolean;
};

/**
 * Yields when a reader of a stored run should look at it: at once, after each commit that was published since the last
 * look, and every second. Ends with `signal`.
 */
export async function* wakeOnEvents(
  runId: string,
  { hub, signal, concerns = () => true }: Waking,
): AsyncGenerator<void, void, undefined> {
  let hasNew = false;
  let wake = () => {};
  const leaveHub = hub.subscribe(runId, (events) => {
    if (!concerns(events)) return;
    hasNew = true;
    wake();
  });
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      hasNew = false;
      yield;
      if (hasNew || signal?.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS).unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    leaveHub();
    signal?.removeEventListener('abort', onAbort);
  }
}
