import type { StoredEvent } from '#lib/run/run-event.ts';
import { param, type Sql, sql } from '../database/sql.ts';

export type EventRow = { readonly firstSeq: number; readonly events: string };

type ReadEvents = {
  readonly runId: string;
  readonly afterSeq: number;
  readonly limit?: number | undefined;
  /** Further condition on the run. @defaultValue none */
  readonly isVisible?: Sql;
};

/**
 * Batches with events after `afterSeq`, as `unpackEvents` reads them. The batch of the first one is
 * looked up by the index, so that a page deep in a long log does not read all batches before it.
 */
export function selectEvents({ runId, afterSeq, limit, isVisible = sql`true` }: ReadEvents): Sql {
  const run = param(runId);
  const after = param(afterSeq);
  return sql`SELECT first_seq AS "firstSeq", events FROM run_events
    WHERE run_id = ${run} AND first_seq <= ${lastFirstSeq(afterSeq, limit)} AND last_seq > ${after} AND ${isVisible}
      AND first_seq >= coalesce((SELECT max(first_seq) FROM run_events WHERE run_id = ${run} AND first_seq <= ${after}::int + 1), 1)
    ORDER BY first_seq`;
}

const MAX_SEQ = 2_147_483_647;

/** Sequence numbers have no gaps, so a count of events equals a difference of them. */
function lastFirstSeq(afterSeq: number, limit = MAX_SEQ): number {
  return Math.min(afterSeq + limit, MAX_SEQ);
}

/** Events with `seq > afterSeq`, each with its stored text unchanged. */
export function unpackEvents(rows: readonly EventRow[], afterSeq: number): StoredEvent[] {
  return rows.flatMap(({ firstSeq, events }) =>
    events
      .split('\n')
      .map((json, index) => ({ seq: firstSeq + index, type: (JSON.parse(json) as StoredEvent).type, json }))
      .filter(({ seq }) => seq > afterSeq),
  );
}
