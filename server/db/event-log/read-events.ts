import type { StoredEvent } from '#lib/run/run-event.ts';

export type EventRow = { readonly firstSeq: number; readonly events: string };

/**
 * Batches with events after $2 of the run $1; $3 is the last seq a batch may begin with. The batch that holds `$2 + 1` is looked up
 * first, so that a page deep in a long log does not walk over all that came before.
 */
export const READ_EVENTS = `SELECT first_seq AS "firstSeq", events FROM run_events
  WHERE run_id = $1 AND first_seq <= $3 AND last_seq > $2
    AND first_seq >= coalesce((SELECT max(first_seq) FROM run_events WHERE run_id = $1 AND first_seq <= $2 + 1), 1)
  ORDER BY first_seq`;

const MAX_SEQ = 2_147_483_647;

/** Seqs have no gaps, so the number of events is also the distance of their seqs. */
export function lastFirstSeq(afterSeq: number, limit = MAX_SEQ): number {
  return Math.min(afterSeq + limit, MAX_SEQ);
}

/** Events with `seq > afterSeq`, each with the very text it was stored with. */
export function unpackEvents(rows: readonly EventRow[], afterSeq: number): StoredEvent[] {
  return rows.flatMap(({ firstSeq, events }) =>
    events
      .split('\n')
      .map((json, index) => ({ seq: firstSeq + index, type: (JSON.parse(json) as StoredEvent).type, json }))
      .filter(({ seq }) => seq > afterSeq),
  );
}
