import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEvent, StoredEvent } from '#lib/run/run-event.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';

const PAGE = 5000;

/** Selected events of a run in order. A long log is read in pages; other events are not parsed. */
export async function* readRunLog(
  { readEvents }: Pick<RunRepository, 'readEvents'>,
  {
    runId,
    untilSeq = Number.POSITIVE_INFINITY,
    isWanted = () => true,
  }: { runId: string /** Inclusive. */; untilSeq?: number; isWanted?: (event: StoredEvent) => boolean },
): AsyncGenerator<RunEvent> {
  for (let afterSeq = 0; ; ) {
    const stored = await readEvents(runId, afterSeq, PAGE);
    for (const event of stored) {
      if (event.seq > untilSeq) return;
      const read = isWanted(event) ? readStoredEvent(event) : undefined;
      if (read) yield read;
    }
    const last = stored.at(-1);
    if (!last) return;
    afterSeq = last.seq;
  }
}
