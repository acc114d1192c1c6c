import type pg from 'pg';
import { nodeName } from '#lib/statistics/run-sums.ts';
import { DAY_MS } from '#lib/statistics/sum-keys.ts';
import type { SummedRun } from '#server/db/stores/run-sums/read-run-facts.ts';
import { RunSumStore } from '#server/db/stores/run-sums/run-sum-store.ts';

const WORKFLOWS = 20;
const VERSIONS = 3;
const KEYS = 5;
const MODELS = ['claude-sonnet-4.5', 'gpt-5-mini', 'claude-haiku-4.5', 'mistral-small'];
const NODES = 8;
const FAILED_EVERY = 40;

type Filling = { readonly runs: number; readonly days: number; readonly nowMs: number };

/** So many runs as if they had been counted day by day, and as many rows of `runs`. */
export async function fillDashboards(pool: pg.Pool, { runs, days, nowMs }: Filling): Promise<Record<string, number>> {
  const store = new RunSumStore(pool);
  const perDay = Math.ceil(runs / days);
  for (let first = 0; first < runs; first += perDay) {
    const ofDay = Array.from({ length: Math.min(perDay, runs - first) }, (_, index) => first + index);
    await store.addRuns(ofDay.map((index) => runOf(index, nowMs - (index / runs) * days * DAY_MS)));
  }
  await pool.query(
    `INSERT INTO runs (id, workspace_id, workflow_id, workflow_name, document_hash, mode, status, inputs, tokens_used, cost_usd, last_seq,
       lease_token, holder, created_at, started_at, finished_at, slug, version)
     SELECT 'run_' || i, 'ws_local', 'wf_' || i % ${WORKFLOWS}, 'Desk', 'h', 'deployed', CASE WHEN i % ${FAILED_EVERY} = 0 THEN 'failed' ELSE 'succeeded' END,
       '{}', 1200, 0.01, 9, 1, '', at, at, at + interval '4 seconds', 'desk-' || i % ${WORKFLOWS}, 1 + i % ${VERSIONS}
     FROM generate_series(0, $1::int - 1) i, LATERAL (SELECT to_timestamp($2::float8 / 1000) - interval '1 day' * ($3::float8 * i / $1::int) AS at) AS t`,
    [runs, nowMs, days],
  );
  const rows: Record<string, number> = {};
  for (const table of ['runs', 'run_facts', 'run_sums', 'run_node_sums']) {
    await pool.query(`VACUUM (ANALYZE) ${table}`);
    const { rows: counted } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    rows[table] = counted[0]?.count ?? 0;
  }
  return rows;
}

/** Values depend on the index alone, so that the rows are the same each time. */
function runOf(index: number, createdAtMs: number): SummedRun {
  const spread = (salt: number) => ((index * 2_654_435_761 + salt * 40_503) % 9973) / 9973;
  const activeMs = 800 * Math.exp(3 * spread(1));
  const isFailed = index % FAILED_EVERY === 0;
  const model = MODELS[Math.floor(spread(2) ** 2 * MODELS.length)] ?? 'claude-sonnet-4.5';
  const costUsd = 0.002 + 0.02 * spread(3);
  const workflow = index % WORKFLOWS;
  return {
    runId: `run_${index}`,
    workspaceId: 'ws_local',
    workflowId: `wf_${workflow}`,
    slug: `desk-${workflow}`,
    version: 1 + (index % VERSIONS),
    keyId: `key_${workflow}_${index % KEYS}`,
    createdAtMs,
    rating: null,
    status: isFailed ? 'failed' : 'succeeded',
    activeMs,
    finishedAtMs: createdAtMs + activeMs,
    tokens: Math.round(5000 * spread(4)),
    costUsd,
    isCostPartial: false,
    error: isFailed ? { code: `code-${index % 7}`, nodeId: `node-${index % NODES}`, text: 'The server answered with 503' } : null,
    calls: [{ model, tokens: 1000, costUsd, firstTokenMs: 300 + 900 * spread(5) }],
    nodes: Array.from({ length: NODES }, (_, node) => ({
      name: nodeName(`wf_${index % WORKFLOWS}`, `node-${node}`),
      tookMs: (activeMs / NODES) * (0.5 + spread(6 + node)),
      isFailed: false,
    })),
  };
}
