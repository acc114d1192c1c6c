import { setTimeout as wait } from 'node:timers/promises';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';

const PAGE = 500;
/** Poll interval for runs whose events the hub may not publish, in milliseconds. */
const LOOK_EVERY_MS = 1000;

type Sources = {
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly stored: Pick<RunRepository, 'readEvents'>;
  /** @defaultValue 0: from the first one */
  readonly afterSeq?: number;
  /** Ends the events. */
  readonly signal: AbortSignal;
};

/**
 * The stored events of a run, and those that follow, until the signal or until the reader leaves.
 * Pages are read when the reader has room, so that none pile up in memory.
 */
export async function* readLiveEvents(
  runId: string,
  { hub, stored, signal, afterSeq = 0 }: Sources,
): AsyncGenerator<StoredEvent, void, undefined> {
  let seen = afterSeq;
  let wake = () => {};
  const leaveHub = hub.subscribe(runId, () => wake());
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      const published = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const page = await stored.readEvents(runId, seen, PAGE);
      yield* page;
      seen = page.at(-1)?.seq ?? seen;
      if (page.length === 0) await Promise.race([published, wait(LOOK_EVERY_MS, undefined, { ref: false })]);
    }
  } finally {
    leaveHub();
  }
}
