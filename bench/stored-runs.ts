import type pg from 'pg';

/** One in this many runs has failed, each with a different error. */
const FAILED_EVERY = 25;
const WORKFLOWS = 20;
const DAYS = 25;

/**
 * Copies of the run `$1`, numbered `$2` to `$3`, with other ids and times. Values depend on the
 * number only, so the database is the same each time.
 */
const COPY_RUNS = `INSERT INTO runs (id, workspace_id, workflow_id, workflow_name, document_hash, mode, status, reason, inputs, outputs, error, tokens_used, cost_usd,
    last_seq, lease_token, holder, created_at, started_at, finished_at, slug, version)
  SELECT 'run_' || upper(substr(md5(i::text) || md5((-i)::text), 1, 26)), workspace_id, 'wf_' || i % ${WORKFLOWS}, 'Triage of desk ' || i % ${WORKFLOWS}, document_hash, mode,
    CASE WHEN i % ${FAILED_EVERY} = 0 THEN 'failed' ELSE 'succeeded' END, CASE WHEN i % ${FAILED_EVERY} = 0 THEN 'node_failed' END, inputs, outputs,
    CASE WHEN i % ${FAILED_EVERY} = 0 THEN format('{"code":"http-status","message":"The server answered order %s with 503","nodeId":"s1"}', i) END, 1200, 0.0004,
    last_seq, 1, '', at, at, at + interval '2 seconds', slug, version
  FROM runs, generate_series($2::int, $3::int) i,
    LATERAL (SELECT now() - interval '${DAYS} days' * (1 - i::float8 / $4::int) AS at) AS moment WHERE runs.id = $1`;
/** Events of the copies. The first event contains the run's id. */
const COPY_EVENTS = `INSERT INTO run_events (run_id, first_seq, last_seq, events)
  SELECT copy.id, first_seq, run_events.last_seq, replace(events, $1, copy.id) FROM run_events, runs copy WHERE run_id = $1 AND copy.id = ANY ($2)`;
const COPY_NODES = `INSERT INTO run_nodes (run_id, node_path, iteration, status, result)
  SELECT copy.id, node_path, iteration, run_nodes.status, result FROM run_nodes, runs copy WHERE run_id = $1 AND copy.id = ANY ($2)`;
const AT_ONCE = 2000;

/**
 * Adds copies of a real run with its row, events and nodes until there are `to` of them.
 * @param options.of the final number of runs, over which the days are distributed
 */
export async function storeRuns(
  sql: pg.Pool,
  pattern: string,
  { from, to, of }: { from: number; to: number; of: number },
): Promise<void> {
  for (let first = from + 1; first <= to; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, to);
    const { rows } = await sql.query<{ id: string }>(`${COPY_RUNS} RETURNING id`, [pattern, first, last, of]);
    const ids = rows.map(({ id }) => id);
    await sql.query(COPY_EVENTS, [pattern, ids]);
    await sql.query(COPY_NODES, [pattern, ids]);
  }
  // Autovacuum would do the same within a minute.
  await sql.query('VACUUM (ANALYZE)');
}
