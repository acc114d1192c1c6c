import type pg from 'pg';

/** A run whose log does not match its row: `events` are missing or duplicated. */
export type Gap = { readonly runId: string; readonly lastSeq: number; readonly events: number };

const MAX_FOUND = 20;

/**
 * Each batch begins where the one before ended and has as many lines as it says, the first begins
 * with 1, and the last ends with the run's last seq.
 */
const FIND_GAPS = `WITH batches AS (
    SELECT run_id, first_seq, last_seq, lag(last_seq, 1, 0) OVER (PARTITION BY run_id ORDER BY first_seq) AS before,
      length(events) - length(replace(events, E'\\n', '')) + 1 AS lines
    FROM run_events),
  logs AS (
    SELECT run_id, max(last_seq) AS last_seq, sum(lines)::int AS events, bool_and(first_seq = before + 1 AND lines = last_seq - first_seq + 1) AS is_whole
    FROM batches GROUP BY run_id)
  SELECT id AS "runId", runs.last_seq AS "lastSeq", coalesce(events, 0) AS events
  FROM runs LEFT JOIN logs ON logs.run_id = runs.id
  WHERE is_whole IS NOT TRUE OR logs.last_seq <> runs.last_seq ORDER BY id LIMIT $1`;

/** The first few runs whose stored log has a gap; empty for an intact database. Reads every event. */
export async function findGaps(client: Pick<pg.PoolClient, 'query'>): Promise<Gap[]> {
  return (await client.query<Gap>(FIND_GAPS, [MAX_FOUND])).rows;
}
