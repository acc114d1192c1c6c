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

const NEWEST_FIRST = 'ORDER BY created_at DESC, id';

type Query = { readonly text: string; readonly values: unknown[] };
type Condition = { readonly sql: (parameter: string) => string; readonly value: unknown };

/** Among so many of the newest runs a search looks at each: what is often found is found there, and soonest by looking. */
const LOOKED_AT = 2000;

/**
 * One page of runs, newest first. SQL like everything about runs: the first page of a start asks for it, and loading the entity client takes longer
 * than the page. Only the conditions that are asked for are in it, so that the planner sees which index has the order already.
 */
export function listRunsQuery(workspaceId: WorkspaceId, wanted: ListRuns): Query {
  const { where, values } = whereOf(workspaceId, wanted);
  if (wanted.search) where.push(`id IN (${foundBy(values.push(wanted.search))})`);
  const { source, also } = sourceOf(wanted, values);
  const end = `${NEWEST_FIRST} LIMIT $${values.push(wanted.limit ?? null)}`;
  const page = `SELECT * FROM runs WHERE ${[...where, ...also].join(' AND ')} ${end}`;
  return { text: `SELECT ${SUMMARY_COLUMNS} FROM ${source}(${page}) runs ${end}`, values };
}

/**
 * As `listRunsQuery`, of a search, but only among the newest runs. A page that it fills is the page; one that it does not fill says nothing. An index of
 * texts finds all runs that have one, however many, so what nearly all have is better not asked of it.
 */
export function searchNewestQuery(workspaceId: WorkspaceId, wanted: ListRuns & { readonly search: string }): Query {
  const { where, values } = whereOf(workspaceId, wanted);
  const { source, also } = sourceOf(wanted, values);
  const newest = `SELECT * FROM runs WHERE ${[...where, ...also].join(' AND ')} ${NEWEST_FIRST} LIMIT ${LOOKED_AT}`;
  const found = searchIn(`$${values.push(wanted.search)}`);
  const end = `${NEWEST_FIRST} LIMIT $${values.push(wanted.limit ?? null)}`;
  return { text: `SELECT ${SUMMARY_COLUMNS} FROM ${source}(${newest}) newest WHERE ${found} ${end}`, values };
}

/**
 * Of several statuses each has its own place in the index of those that are rare, so each is asked for a page and the newest of all are the page. Plans are made
 * without the values, so that none of them is `succeeded`, which the index does not hold, has to be said as well.
 */
function sourceOf({ status }: ListRuns, values: unknown[]): { source: string; also: string[] } {
  if (status === undefined) return { source: '', also: [] };
  const number = values.push(status);
  if (status.includes('succeeded')) return { source: '', also: [`status = ANY($${number}::text[])`] };
  const source = `(SELECT DISTINCT unnest($${number}::text[]) AS wanted) statuses, LATERAL `;
  return { source, also: ['status = wanted', "status <> 'succeeded'"] };
}

/** Without what is searched for. */
function whereOf(workspaceId: WorkspaceId, wanted: ListRuns): { where: string[]; values: unknown[] } {
  const conditions = [equals('workspace_id', workspaceId), ...conditionsOf(wanted)].filter(({ value }) => value !== undefined);
  const where = conditions.map(({ sql }, index) => sql(`$${index + 1}`));
  const values = conditions.map(({ value }) => value);
  if (wanted.cursor) {
    const { at, rowId } = readCursor(wanted.cursor);
    values.push(at, rowId);
    const [time, id] = [`$${values.length - 1}::timestamptz`, `$${values.length}`];
    where.push(`created_at <= ${time} AND (created_at < ${time} OR id > ${id})`);
  }
  return { where, values };
}

function conditionsOf(wanted: ListRuns): Condition[] {
  const { runIds } = wanted;
  return [
    equals('workflow_id', wanted.workflowId),
    equals('version', wanted.version),
    equals('slug', wanted.slug),
    equals('mode', wanted.mode),
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

/** As the index `runs_search_idx` has them. */
const NAMES = `(workflow_name || E'\\n' || id)`;

function searchIn(part: string): string {
  return `(${NAMES} ILIKE ${patternOf(part)} OR (error IS NOT NULL AND ${ERROR_TEXT} ILIKE ${patternOf(inJson(part))}))`;
}

/** Ids of all runs with the text of parameter `$number`, by the indices of texts. Apart from the other conditions, so that no plan walks over all runs in their order instead. */
function foundBy(number: number): string {
  const part = `$${number}`;
  return `WITH found AS MATERIALIZED (
    SELECT id FROM runs WHERE ${NAMES} ILIKE ${patternOf(part)}
    UNION SELECT id FROM runs WHERE error IS NOT NULL AND ${ERROR_TEXT} ILIKE ${patternOf(inJson(part))})
    SELECT id FROM found`;
}

/** As `part` stands in a text of JSON. */
function inJson(part: string): string {
  const asJson = `to_json(${part}::text)::text`;
  return `substr(${asJson}, 2, length(${asJson}) - 2)`;
}

/** No sign of `part` is a wildcard. */
function patternOf(part: string): string {
  return `('%' || regexp_replace(${part}::text, '([\\\\%_])', '\\\\\\1', 'g') || '%')`;
}
