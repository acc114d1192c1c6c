import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import { wakeOnEvents } from './wake-on-events.ts';

const PAGE = 500;

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
  for await (const _ of wakeOnEvents(runId, { hub, signal })) {
    while (!signal.aborted) {
      const page = await stored.readEvents(runId, seen, PAGE);
      if (page.length === 0) break;
      yield* page;
      seen = page.at(-1)?.seq ?? seen;
    }
  }
}
