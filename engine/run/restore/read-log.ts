import type { RunStore } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

/** Events of a run read in one go. */
const READ_BATCH = 5000;

/** All that is stored of a run. */
export async function readLog(runId: string, store: Pick<RunStore, 'readEvents'>): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let afterSeq = 0; ; ) {
    const stored = await store.readEvents(runId, afterSeq, READ_BATCH);
    const last = stored.at(-1);
    if (!last) return events;
    // not by spreading: a page may hold more than a call takes arguments
    for (const event of stored) events.push(event);
    afterSeq = last.seq;
  }
}
