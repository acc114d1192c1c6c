import type { MonitorBucket, MonitorCalls, MonitorRange, MonitorResource } from '#lib/api/monitor.contract.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { toBillionth, toMicrosecond } from '../database/rounded.ts';
import { constant, sql } from '../database/sql.ts';

const MINUTE_MS = 60_000;
/** Steps of each range; a multiple of the step in which calls are counted. */
const cuts: Record<MonitorRange, { readonly stepMs: number; readonly steps: number }> = {
  hour: { stepMs: 5 * MINUTE_MS, steps: 12 },
  day: { stepMs: 60 * MINUTE_MS, steps: 24 },
  week: { stepMs: 360 * MINUTE_MS, steps: 28 },
  month: { stepMs: 1440 * MINUTE_MS, steps: 30 },
};
const MAX_CALLS = 30;
const MAX_ERRORS = 20;
const MAX_LIVE = 50;

const LIVE = constant("'queued', 'running', 'waiting'");
const TOOK = 'extract(epoch FROM finished_at - started_at)::float8 * 1000';

type Range = { readonly workspaceId: WorkspaceId; readonly sinceMs: number; readonly stepMs: number };

const isInRange = ({ workspaceId, sinceMs }: Range, time: 'created_at' | 'at') =>
  sql`workspace_id = ${workspaceId} AND ${constant(time)} >= to_timestamp(${sinceMs}::float8 / 1000.0)`;
const stepOf = ({ sinceMs, stepMs }: Range, time: 'created_at' | 'at') =>
  sql`floor((extract(epoch FROM ${constant(time)}) * 1000 - ${sinceMs}::float8) / ${stepMs}::float8)::int`;
const percentile = (share: number) => toMicrosecond(`percentile_cont(${share}) WITHIN GROUP (ORDER BY ${TOOK})`);

const readSteps = (range: Range) => sql`SELECT ${stepOf(range, 'created_at')} AS step,
    count(*) FILTER (WHERE status = 'succeeded')::int AS succeeded,
    count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
    count(*) FILTER (WHERE status IN (${LIVE}))::int AS open, ${percentile(0.5)} AS "p50Ms", ${percentile(0.95)} AS "p95Ms",
    coalesce(sum(tokens_used), 0)::float8 AS tokens, ${toBillionth('coalesce(sum(cost_usd), 0)')} AS "costUsd",
    count(cost_usd)::int AS "pricedRuns"
  FROM runs WHERE ${isInRange(range, 'created_at')} GROUP BY 1`;
const readCalls = (range: Range) => sql`WITH c AS (SELECT kind, name, ${stepOf(range, 'at')} AS step,
      sum(count)::int AS count, sum(failed)::int AS failed, sum(duration_ms)::float8 AS ms
    FROM call_counts WHERE ${isInRange(range, 'at')} GROUP BY 1, 2, 3)
  SELECT kind, name, sum(count)::int AS count, sum(failed)::int AS failed, sum(ms) / sum(count) AS "averageMs",
    json_agg(json_build_object('step', step, 'count', count, 'failed', failed) ORDER BY step) AS cells
  FROM c GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MAX_CALLS}`;
const readErrors = (
  range: Range,
) => sql`SELECT coalesce(error::json ->> 'code', reason, 'unknown') AS code, count(*)::int AS count,
    (array_agg(id ORDER BY created_at DESC))[1] AS "lastRunId"
  FROM runs WHERE ${isInRange(range, 'created_at')} AND status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_ERRORS}`;
const countLive = (workspaceId: WorkspaceId) =>
  sql`SELECT status, count(*)::int AS count FROM runs WHERE workspace_id = ${workspaceId} AND status IN (${LIVE}) GROUP BY 1`;
const readLiveRuns = (workspaceId: WorkspaceId) => sql`SELECT id AS "runId", workflow_name AS "workflowName", status,
    created_at AS "createdAt", started_at AS "startedAt", CASE WHEN status <> 'waiting' THEN nullif(holder, '') END AS "processId"
  FROM runs WHERE workspace_id = ${workspaceId} AND status IN (${LIVE})
  ORDER BY array_position(ARRAY['running', 'queued', 'waiting'], status), created_at, id LIMIT ${MAX_LIVE}`;

type Live = MonitorResource['live'];
type LiveStatus = Live['runs'][number]['status'];
type LiveRow = Omit<Live['runs'][number], 'createdAt' | 'startedAt'> & { createdAt: Date; startedAt: Date | null };
type BucketRow = Omit<MonitorBucket, 'at'> & { readonly step: number };

export type MonitorRepository = {
  /** @param nowMs where the range ends */
  read(range: MonitorRange, nowMs: number): Promise<Omit<MonitorResource, 'range' | 'processes'>>;
};

/** Aggregates of a time range, made by the database; only live runs are read as rows. */
export function monitorRepository({ query }: Db, workspaceId: WorkspaceId): MonitorRepository {
  async function readLive(): Promise<Live> {
    const [counts, runs] = await Promise.all([
      query<{ status: LiveStatus; count: number }>(countLive(workspaceId)),
      query<LiveRow>(readLiveRuns(workspaceId)),
    ]);
    const of = (status: LiveStatus) => counts.find((row) => row.status === status)?.count ?? 0;
    const toRun = ({ createdAt, startedAt, ...run }: LiveRow) => ({
      ...run,
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
    });
    return { queued: of('queued'), running: of('running'), waiting: of('waiting'), runs: runs.map(toRun) };
  }
  return {
    async read(range, nowMs) {
      const { stepMs, steps } = cuts[range];
      const sinceMs = (Math.floor(nowMs / stepMs) - steps + 1) * stepMs;
      const cut = { workspaceId, sinceMs, stepMs };
      const [rows, calls, errors, live] = await Promise.all([
        query<BucketRow>(readSteps(cut)),
        query<MonitorCalls>(readCalls(cut)),
        query<MonitorResource['errors'][number]>(readErrors(cut)),
        readLive(),
      ]);
      return {
        stepMs,
        steps: fillSteps(rows, { sinceMs, stepMs, steps }),
        calls: calls.map(dropLaterSteps(steps)),
        errors,
        live,
      };
    },
  };
}

/** The clock of another machine may be ahead: its counts beyond the last step belong to the next one. */
const dropLaterSteps = (steps: number) => (calls: MonitorCalls) => ({
  ...calls,
  cells: calls.cells.filter(({ step }) => step < steps),
});

function fillSteps(rows: readonly BucketRow[], { sinceMs, stepMs, steps }: Record<'sinceMs' | 'stepMs' | 'steps', number>) {
  const empty = {
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    open: 0,
    p50Ms: null,
    p95Ms: null,
    tokens: 0,
    costUsd: 0,
    pricedRuns: 0,
  };
  const byStep = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  return Array.from({ length: steps }, (_, index) => ({
    at: new Date(sinceMs + index * stepMs).toISOString(),
    ...(byStep.get(index) ?? empty),
  }));
}
