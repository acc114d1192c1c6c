import { z } from 'zod';
import { withoutIterations } from '#lib/run/node-path.ts';
import { nodeName, type RunFacts } from '#lib/statistics/run-sums.ts';
import { ENDED } from '../../database/fragments.ts';
import { constant, sql } from '../../database/sql.ts';
import type { Client } from '../../database/transact.ts';
import { LogFacts } from './log-facts.ts';

/** An ended run: whose sums it belongs to, and what it adds to them. */
export type SummedRun = RunFacts & {
  readonly workspaceId: string;
  readonly workflowId: string | null;
  readonly slug: string | null;
  readonly version: number | null;
  readonly keyId: string | null;
  readonly createdAtMs: number;
  readonly rating: string | null;
};
/** Ids of runs, each with what its log says; undefined if that has to be read. */
export type RunsToCount = ReadonlyMap<string, LogFacts | undefined>;

/** Of a message, which may contain a whole response. */
const TEXT_LENGTH = 200;

type RunRow = Pick<SummedRun, 'runId' | 'workspaceId' | 'workflowId' | 'slug' | 'version' | 'keyId' | 'status' | 'rating'> & {
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly isCostPartial: boolean;
  readonly reason: string | null;
  readonly error: string | null;
};

const millis = (column: string) => constant(`(extract(epoch FROM ${column}) * 1000)::float8`);

const errorSchema = z.object({ code: z.string(), message: z.string(), nodeId: z.string().optional() });
const usage = z.object({ totalTokens: z.number(), costUsd: z.number().optional() });
const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), at: z.number(), status: z.string() }),
  z.object({ type: z.literal('run_resumed'), at: z.number() }),
  z.object({
    type: z.literal('node_finished'),
    nodeId: z.string(),
    status: z.string(),
    executionTimeMs: z.number(),
    reused: z.unknown().optional(),
  }),
  z.object({ type: z.literal('llm_call'), callId: z.string(), model: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('llm_result'), callId: z.string(), firstTokenMs: z.number().optional(), usage }),
]);

/** The head of an event of the log, which begins with its number, its time and its version. */
const HEAD = constant(`'^\\{"seq":\\d+,"at":\\d+,"v":\\d+,"type":"(done|run_resumed|node_finished|llm_call|llm_result)"'`);
/** Of a call only the name of its model is read: its request may be megabytes. */
const CALL = constant(`'^.{0,60}"type":"llm_call"'`);

/** Those of the runs that have ended, without tests of single nodes. */
export async function readRunFacts(pool: Pick<Client, 'query'>, counted: RunsToCount): Promise<SummedRun[]> {
  const { rows: runs } = await pool.query<RunRow>(
    sql`SELECT id AS "runId", runs.workspace_id AS "workspaceId", workflow_id AS "workflowId", slug, version, caller_key_id AS "keyId",
        status, ${millis('created_at')} AS "createdAtMs", ${millis('started_at')} AS "startedAtMs",
        ${millis('finished_at')} AS "finishedAtMs", tokens_used::float8 AS tokens, cost_usd AS "costUsd", is_cost_partial AS "isCostPartial",
        reason, error, f.rating
      FROM runs LEFT JOIN run_feedback f ON f.run_id = runs.id
      WHERE id = ANY(${[...counted.keys()]}::text[]) AND status IN ${ENDED} AND mode <> 'node' AND finished_at IS NOT NULL`.named(
      'facts-of-runs',
    ),
  );
  const unread = runs.map(({ runId }) => runId).filter((runId) => counted.get(runId) === undefined);
  const read = unread.length > 0 ? await readLogs(pool, unread) : undefined;
  return runs.map((run) => toFacts(run, counted.get(run.runId) ?? read?.get(run.runId) ?? new LogFacts()));
}

async function readLogs(pool: Pick<Client, 'query'>, runIds: readonly string[]): Promise<Map<string, LogFacts>> {
  const { rows } = await pool.query<{ runId: string; line: string }>(
    sql`SELECT run_id AS "runId", CASE WHEN line ~ ${CALL} THEN
          json_build_object('type', 'llm_call', 'callId', substring(line from '"callId":"([^"]+)"'),
            'model', json_build_object('name', substring(line from '"model":\\{"name":"([^"]*)"')))::text ELSE line END AS line
      FROM run_events, unnest(string_to_array(events, E'\\n')) WITH ORDINALITY AS l (line, number)
      WHERE run_id = ANY(${[...runIds]}::text[]) AND line ~ ${HEAD}
      ORDER BY run_id, first_seq, number`.named('facts-of-events'),
  );
  const logs = new Map<string, LogFacts>();
  for (const { runId, line } of rows) {
    const log = logs.get(runId) ?? new LogFacts();
    logs.set(runId, log);
    const event = eventSchema.safeParse(JSON.parse(line)).data;
    if (event) log.add(event);
  }
  return logs;
}

function toFacts({ startedAtMs, reason, error, ...run }: RunRow, { calls, nodes, waitedMs }: LogFacts): SummedRun {
  return {
    ...run,
    activeMs: startedAtMs === null ? null : Math.max(run.finishedAtMs - startedAtMs - waitedMs, 0),
    error: run.status === 'failed' ? toError(error, reason) : null,
    calls,
    nodes: nodes.map(({ nodeId, tookMs, isFailed }) => ({ name: nodeName(run.workflowId, nodeId), tookMs, isFailed })),
  };
}

function toError(error: string | null, reason: string | null): SummedRun['error'] {
  const stored = error === null ? undefined : errorSchema.safeParse(JSON.parse(error)).data;
  if (!stored) return { code: reason ?? 'unknown', nodeId: null, text: '' };
  const nodeId = stored.nodeId === undefined ? null : withoutIterations(stored.nodeId);
  return { code: stored.code, nodeId, text: stored.message.slice(0, TEXT_LENGTH) };
}
