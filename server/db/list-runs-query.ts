import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { readCursor } from './page-cursor.ts';

/** Which runs are wanted; what is left out narrows nothing. */
export type ListRuns = {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly workflowId?: string | undefined;
  readonly version?: number | undefined;
  readonly slug?: string | undefined;
  readonly mode?: 'draft' | 'deployed' | 'node' | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  /** Part of a workflow's name, of a run's id, or of an error, in any case; no sign is a wildcard. */
  readonly search?: string | undefined;
  /** When the run began; ISO 8601. `before` is not part of it. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** Only runs of which a cost is known have one to compare. */
  readonly minCostUsd?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly runIds?: readonly string[] | undefined;
};

export const SUMMARY_COLUMNS = `id AS "runId", workflow_id AS "workflowId", workflow_name AS "workflowName", mode, slug, version,
  node_id AS "nodeId", status, reason, tokens_used AS "tokensUsed", cost_usd AS "costUsd",
  is_cost_partial AS "isCostPartial", created_at AS "createdAt", started_at AS "startedAt",
  finished_at AS "finishedAt", error, fork_of AS "forkedFrom", fork_seq AS "forkSeq", root_run_id AS "rootRunId"`;

/** From its start to its end, or to now. */
const DURATION_MS = `extract(epoch FROM coalesce(finished_at, CURRENT_TIMESTAMP) - coalesce(started_at, created_at)) * 1000`;

type Condition = { readonly sql: (parameter: string) => string; readonly value: unknown };

/**
 * One page of runs, newest first. SQL like everything about runs: the first page of a start asks for it, and loading the entity client takes longer
 * than the page. Only the conditions that are asked for are in it, so that the planner sees which index has the order already.
 */
export function listRunsQuery(workspaceId: WorkspaceId, wanted: ListRuns): { text: string; values: unknown[] } {
  const conditions = [equals('workspace_id', workspaceId), ...conditionsOf(wanted)].filter(({ value }) => value !== undefined);
  const where = conditions.map(({ sql }, index) => sql(`$${index + 1}`));
  const values = conditions.map(({ value }) => value);
  if (wanted.cursor) {
    const { at, rowId } = readCursor(wanted.cursor);
    values.push(at, rowId);
    const [time, id] = [`$${values.length - 1}::timestamptz`, `$${values.length}`];
    where.push(`created_at <= ${time} AND (created_at < ${time} OR id > ${id})`);
  }
  values.push(wanted.limit ?? null);
  const text = `SELECT ${SUMMARY_COLUMNS} FROM runs WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id LIMIT $${values.length}`;
  return { text, values };
}

function conditionsOf(wanted: ListRuns): Condition[] {
  const { status, search, runIds } = wanted;
  return [
    equals('workflow_id', wanted.workflowId),
    equals('version', wanted.version),
    equals('slug', wanted.slug),
    equals('mode', wanted.mode),
    // One status is a place in an index; of several each run has to be looked at.
    status?.length === 1 ? equals('status', status[0]) : { sql: (some) => `status = ANY(${some}::text[])`, value: status },
    { sql: searchIn, value: search === '' ? undefined : search },
    { sql: (from) => `created_at >= ${from}::timestamptz`, value: wanted.from },
    { sql: (before) => `created_at < ${before}::timestamptz`, value: wanted.before },
    { sql: (min) => `${DURATION_MS} >= ${min}::float8`, value: wanted.minDurationMs },
    { sql: (max) => `finished_at IS NOT NULL AND ${DURATION_MS} <= ${max}::float8`, value: wanted.maxDurationMs },
    { sql: (min) => `cost_usd >= ${min}::float8`, value: wanted.minCostUsd },
    { sql: (max) => `cost_usd <= ${max}::float8`, value: wanted.maxCostUsd },
    { sql: (some) => `id = ANY(${some}::text[])`, value: runIds },
  ];
}

function equals(column: string, value: string | number | undefined): Condition {
  return { sql: (parameter) => `${column} = ${parameter}`, value };
}

/**
 * An error is stored as JSON text. It is searched as that, without its field names: PostgreSQL would refuse to read a text with a NUL or half a
 * surrogate out of it, and with it the whole page.
 */
const ERROR_TEXT = `regexp_replace(error, '"\\w+":', ' ', 'g')`;

function searchIn(part: string): string {
  const found = (text: string, column: string) => `position(lower(${text}) IN lower(${column})) > 0`;
  const asJson = `to_json(${part}::text)::text`;
  const inJson = `substr(${asJson}, 2, length(${asJson}) - 2)`;
  return `(${found(part, 'workflow_name')} OR ${found(part, 'id')} OR ${found(inJson, ERROR_TEXT)})`;
}
