import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Reader } from '#lib/run/owner.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { runCondition } from '../database/owner-sql.ts';
import { constant, joinSql, type Sql, sql } from '../database/sql.ts';
import { readCursor } from './page-cursor.ts';

/** Filters of a list of runs; omitted ones do not apply. */
export type ListRuns = {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly workflowId?: string | undefined;
  readonly version?: number | undefined;
  readonly slug?: string | undefined;
  readonly mode?: readonly ('draft' | 'deployed' | 'node')[] | undefined;
  /** Called by ended runs. */
  readonly model?: string | undefined;
  /** Id of the key that started the run. */
  readonly key?: string | undefined;
  readonly errorCode?: string | undefined;
  /** Of the error, without iterations; empty for none. */
  readonly errorNode?: string | undefined;
  /** Executed by the run. */
  readonly node?: string | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  /** Part of a workflow's name, a run id or an error, case-insensitive; without wildcards. */
  readonly search?: string | undefined;
  /** When the run was created, ISO 8601; `before` is exclusive. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** Runs without a known cost do not match. */
  readonly minCostUsd?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly runIds?: readonly string[] | undefined;
  /** Turns of sessions of that name. */
  readonly sessionId?: string | undefined;
  /** Only runs that it may read. @defaultValue a member of the workspace */
  readonly reader?: Reader | undefined;
};

export const SUMMARY_COLUMNS =
  constant(`id AS "runId", workflow_id AS "workflowId", workflow_name AS "workflowName", mode, slug, version,
  node_id AS "nodeId", status, reason, tokens_used AS "tokensUsed", cost_usd AS "costUsd",
  is_cost_partial AS "isCostPartial", created_at AS "createdAt", started_at AS "startedAt",
  finished_at AS "finishedAt", error, fork_of AS "forkedFrom", fork_seq AS "forkSeq", root_run_id AS "rootRunId"`);

/** Of the inputs, which may be megabytes, a list reads and searches this many characters. */
const READ_INPUTS_LENGTH = 8000;
const PREVIEWED_LENGTH = 600;
const LIST_COLUMNS = sql`${SUMMARY_COLUMNS}, left(inputs, ${constant(String(PREVIEWED_LENGTH))}) AS "inputsHead"`;

/** From start to end, or to now. */
const DURATION_MS = sql`extract(epoch FROM coalesce(finished_at, CURRENT_TIMESTAMP) - coalesce(started_at, created_at)) * 1000`;

const NEWEST_FIRST = sql`ORDER BY created_at DESC, id`;

/**
 * A search scans this many of the newest runs first, which finds a frequent text faster than the index. Their inputs
 * have no index.
 */
const SCANNED_RUNS = 2000;

/**
 * One page of runs, newest first. SQL, because loading Prisma Client takes longer than the first
 * page after a start. Filters that are not used are not in the text, so that the planner sees which
 * index has the order.
 */
export function listRunsQuery(workspaceId: WorkspaceId, wanted: ListRuns): Sql {
  const where = whereOf(workspaceId, wanted);
  if (wanted.search) where.push(sql`id IN (${foundBy(workspaceId, { ...wanted, search: wanted.search })})`);
  const { source, also } = sourceOf(wanted);
  const end = sql`${NEWEST_FIRST} LIMIT ${wanted.limit ?? null}`;
  const page = sql`SELECT * FROM runs WHERE ${joinSql([...where, ...also], ' AND ')} ${end}`;
  return sql`SELECT ${LIST_COLUMNS} FROM ${source}(${page}) runs ${end}`;
}

/** How many runs match all filters but the search, at most `most` of them. */
export function countRunsQuery(workspaceId: WorkspaceId, wanted: Omit<ListRuns, 'cursor' | 'search'>, most: number): Sql {
  const { source, also } = sourceOf(wanted);
  const where = joinSql([...whereOf(workspaceId, wanted), ...also], ' AND ');
  const page = sql`SELECT id FROM runs WHERE ${where} LIMIT ${constant(String(most))}`;
  return sql`SELECT count(*)::int AS count FROM ${source}(${page}) found`;
}

/**
 * As `listRunsQuery` with a search, among the newest runs only. A page that it fills is the result;
 * otherwise all runs have to be searched. The text index finds every match, however many, which is
 * slow for a text that most runs have.
 */
export function searchNewestQuery(workspaceId: WorkspaceId, wanted: ListRuns & { readonly search: string }): Sql {
  const end = sql`${NEWEST_FIRST} LIMIT ${wanted.limit ?? null}`;
  return sql`SELECT ${LIST_COLUMNS} FROM (${newestOf(workspaceId, wanted)}) newest WHERE ${matches(wanted.search)} ${end}`;
}

/** The newest runs that match all filters except the search; of several statuses, the newest of each. */
function newestOf(workspaceId: WorkspaceId, wanted: ListRuns): Sql {
  const { source, also } = sourceOf(wanted);
  const where = joinSql([...whereOf(workspaceId, wanted), ...also], ' AND ');
  const newest = sql`SELECT * FROM runs WHERE ${where} ${NEWEST_FIRST} LIMIT ${constant(String(SCANNED_RUNS))}`;
  return sql`SELECT newest.* FROM ${source}(${newest}) newest`;
}

/**
 * Each of several statuses has its own range in the partial index of rare ones, so a page of each
 * is read and merged. Plans are made without the values: that none is `succeeded`, which the index
 * leaves out, has to be in the text.
 */
function sourceOf({ status }: ListRuns): { source: Sql; also: Sql[] } {
  if (status === undefined) return { source: sql``, also: [] };
  if (status.includes('succeeded')) return { source: sql``, also: [sql`status = ANY(${status}::text[])`] };
  const source = sql`(SELECT DISTINCT unnest(${status}::text[]) AS wanted) statuses, LATERAL `;
  return { source, also: [sql`status = wanted`, sql`status <> 'succeeded'`] };
}

/** All filters except the search. */
function whereOf(workspaceId: WorkspaceId, wanted: ListRuns): Sql[] {
  const { workflowId, version, slug, mode, from, before, minDurationMs, maxDurationMs, minCostUsd, maxCostUsd, runIds } = wanted;
  const where = [sql`workspace_id = ${workspaceId}`];
  if (workflowId !== undefined) where.push(sql`workflow_id = ${workflowId}`);
  if (version !== undefined) where.push(sql`version = ${version}`);
  if (slug !== undefined) where.push(sql`slug = ${slug}`);
  if (mode !== undefined) where.push(sql`mode = ANY(${mode}::text[])`);
  where.push(...detailsOf(wanted));
  if (from !== undefined) where.push(sql`created_at >= ${from}::timestamptz`);
  if (before !== undefined) where.push(sql`created_at < ${before}::timestamptz`);
  if (minDurationMs !== undefined) where.push(sql`${DURATION_MS} >= ${minDurationMs}::float8`);
  if (maxDurationMs !== undefined) where.push(sql`finished_at IS NOT NULL AND ${DURATION_MS} <= ${maxDurationMs}::float8`);
  if (minCostUsd !== undefined) where.push(sql`cost_usd >= ${minCostUsd}::float8`);
  if (maxCostUsd !== undefined) where.push(sql`cost_usd <= ${maxCostUsd}::float8`);
  if (runIds !== undefined) where.push(sql`id = ANY(${runIds}::text[])`);
  if (wanted.sessionId !== undefined) where.push(sql`session_id = ${wanted.sessionId}`);
  if (wanted.reader && !wanted.reader.isMember) where.push(runCondition(wanted.reader));
  if (wanted.cursor) {
    const { at, rowId } = readCursor(wanted.cursor);
    where.push(sql`created_at <= ${at}::timestamptz AND (created_at < ${at}::timestamptz OR id > ${rowId})`);
  }
  return where;
}

/** What dashboards tell runs apart by. */
function detailsOf({ model, key, errorCode, errorNode, node }: ListRuns): Sql[] {
  const where: Sql[] = [];
  if (key !== undefined) where.push(sql`caller_key_id = ${key}`);
  if (model !== undefined)
    where.push(sql`EXISTS (SELECT 1 FROM run_facts f WHERE f.run_id = runs.id AND f.models @> ARRAY[${model}])`);
  if (node !== undefined)
    where.push(sql`EXISTS (SELECT 1 FROM run_facts f WHERE f.run_id = runs.id AND f.nodes @> ARRAY[${node}])`);
  if (errorCode !== undefined)
    where.push(sql`status = 'failed' AND coalesce(${partOfError('code')}, reason, 'unknown') = ${errorCode}`);
  if (errorCode !== undefined && errorNode !== undefined)
    where.push(sql`coalesce(${withoutIterations(NODE_OF_ERROR)}, '') = ${errorNode}`);
  return where;
}

/**
 * A text field of the error, whose own names come before those in its values. Reading it as JSON would fail on a NUL or
 * half a surrogate, and with it the whole page.
 */
function partOfError(name: 'code' | 'nodeId'): Sql {
  return constant(`substring(error from '"${name}":"([^"]*)"')`);
}
const NODE_OF_ERROR = partOfError('nodeId').text;

function withoutIterations(column: string): Sql {
  return constant(`regexp_replace(${column}, '\\[[^\\]]*\\]', '', 'g')`);
}

/**
 * An error is stored as JSON text and searched as that, without its field names. Reading it as JSON
 * would fail on a NUL or half a surrogate, and with it the whole page.
 */
const ERROR_TEXT = constant(`regexp_replace(error, '"\\w+":', ' ', 'g')`);

/** The expression of the index `runs_search_idx`. */
const NAMES = constant(`(workflow_name || E'\\n' || id)`);

/** Without the names of inputs and of the fields in them. */
const INPUTS_TEXT = constant(`regexp_replace(left(inputs, ${READ_INPUTS_LENGTH}), '"\\w+":', ' ', 'g')`);

function matches(search: string): Sql {
  return sql`(${matchesNames(search)} OR (${matchesError(search)}) OR ${matchesInputs(search)})`;
}

/**
 * Ids of all matching runs, by the text indexes, and of the newest ones by their inputs. Materialized, or a plan might
 * walk all runs in their order instead.
 */
function foundBy(workspaceId: WorkspaceId, wanted: ListRuns & { readonly search: string }): Sql {
  const { search } = wanted;
  return sql`WITH found AS MATERIALIZED (
    SELECT id FROM runs WHERE ${matchesNames(search)} UNION SELECT id FROM runs WHERE ${matchesError(search)}
    UNION SELECT id FROM (${newestOf(workspaceId, wanted)}) newest WHERE ${matchesInputs(search)})
    SELECT id FROM found`;
}

/** Inputs are stored as JSON text, as errors are. */
function matchesInputs(search: string): Sql {
  return sql`${INPUTS_TEXT} ILIKE ${patternOf(JSON.stringify(search).slice(1, -1))}`;
}

function matchesNames(search: string): Sql {
  return sql`${NAMES} ILIKE ${patternOf(search)}`;
}

function matchesError(search: string): Sql {
  return sql`error IS NOT NULL AND ${ERROR_TEXT} ILIKE ${patternOf(JSON.stringify(search).slice(1, -1))}`;
}

/** Matches texts that contain `part`, none of whose characters is a wildcard. */
function patternOf(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
