import { z } from 'zod';
import type { WorkflowSort, WorkflowState } from '#lib/api/workflow-list.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { constant, joinSql, type Sql, sql } from '../database/sql.ts';

/** Filters and order of a list of workflows; omitted ones do not apply. */
export type ListWorkflows = {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** Part of the name, case-insensitive; without wildcards. */
  readonly search?: string | undefined;
  readonly state?: WorkflowState | undefined;
  /** @defaultValue `saved` */
  readonly sort?: WorkflowSort | undefined;
};

const LAST_RUN = constant(`FROM runs WHERE runs.workspace_id = w.workspace_id AND runs.workflow_id = w.id
  ORDER BY runs.created_at DESC, runs.id LIMIT 1`);

/** Reading a part of JSON fails on an escaped NUL or half a surrogate, so all escapes are removed first. */
const UNESCAPED = `regexp_replace(w.document, '\\\\(u[0-9a-fA-F]{4}|.)', '', 'g')`;

const DIGITS = 12;

/**
 * Ascending. A number in a name counts as such: it is padded with zeros, so that "Flow 2" is before "Flow 10". The
 * embedded database has no collation of a language.
 */
const KEYS: Readonly<Record<WorkflowSort, Sql>> = {
  saved: constant(`-extract(epoch FROM w.updated_at)::float8 * 1000`),
  name: constant(`regexp_replace(regexp_replace(lower(w.name), '(\\d+)', '${'0'.repeat(DIGITS)}\\1', 'g'),
    '0*(\\d{${DIGITS}})(?!\\d)', '\\1', 'g') COLLATE "C"`),
  nodes: constant(`-coalesce(json_array_length(${UNESCAPED}::json -> 'nodes'), 0)::float8`),
  run: sql`coalesce(-(SELECT extract(epoch FROM runs.created_at) ${LAST_RUN})::float8 * 1000, 0)`,
};

const TYPES: Readonly<Record<WorkflowSort, Sql>> = {
  saved: constant('float8'),
  name: constant('text'),
  nodes: constant('float8'),
  run: constant('float8'),
};

/** What a workflow needs to be in a state. A run that waits counts until it ends, whatever ran after it. */
function conditionOf(workspaceId: WorkspaceId, state: WorkflowState): Sql {
  switch (state) {
    case 'live':
      return sql`w.id IN (SELECT workflow_id FROM deployments WHERE workspace_id = ${workspaceId})`;
    case 'failing':
      return sql`(SELECT status ${LAST_RUN}) = 'failed'`;
    case 'waiting':
      return sql`w.id IN (SELECT workflow_id FROM runs WHERE workspace_id = ${workspaceId} AND status = 'waiting'
        AND status <> 'succeeded' AND workflow_id IS NOT NULL)`;
    default:
      return state satisfies never;
  }
}

/** One page, with the sort key of each row as `key`. */
export function listWorkflowsQuery(
  workspaceId: WorkspaceId,
  { cursor, search, state, sort = 'saved', limit }: ListWorkflows,
): Sql {
  const where = whereOf(workspaceId, search);
  if (state !== undefined) where.push(conditionOf(workspaceId, state));
  const rows = sql`SELECT id, name, revision, created_at AS "createdAt", updated_at AS "updatedAt", ${KEYS[sort]} AS key
    FROM workflows w WHERE ${joinSql(where, ' AND ')}`;
  const after = cursor ? afterOf(cursor, sort) : sql``;
  return sql`SELECT * FROM (${rows}) listed ${after} ORDER BY key, id LIMIT ${limit ?? null}`;
}

/** How many workflows the search finds, in each state. */
export function countWorkflowsQuery(workspaceId: WorkspaceId, search: string | undefined): Sql {
  const count = (state: WorkflowState) =>
    sql`(count(*) FILTER (WHERE ${conditionOf(workspaceId, state)}))::int AS ${constant(state)}`;
  return sql`SELECT count(*)::int AS all, ${count('live')}, ${count('failing')}, ${count('waiting')}
    FROM workflows w WHERE ${joinSql(whereOf(workspaceId, search), ' AND ')}`;
}

function whereOf(workspaceId: WorkspaceId, search: string | undefined): Sql[] {
  const where = [sql`w.workspace_id = ${workspaceId}`, sql`w.deleted_at IS NULL`];
  if (search) where.push(sql`w.name ILIKE ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  return where;
}

function afterOf(cursor: string, sort: WorkflowSort): Sql {
  const [key, rowId] = readKey(cursor, sort);
  return sql`WHERE (key, id) > (${String(key)}::${TYPES[sort]}, ${rowId})`;
}

const text = z.string().regex(/^[^\0]*$/);
/** A cursor is of one order: with another one it would skip rows. */
const cursorSchemas = {
  saved: z.tuple([z.literal('saved'), z.number(), text]),
  name: z.tuple([z.literal('name'), text, text]),
  nodes: z.tuple([z.literal('nodes'), z.number(), text]),
  run: z.tuple([z.literal('run'), z.number(), text]),
} as const;

/** Where a page ends that has more after it. */
export function writeWorkflowCursor(sort: WorkflowSort, { key, id }: { key: number | string; id: string }): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

function readKey(cursor: string, sort: WorkflowSort): readonly [number | string, string] {
  try {
    const [, key, rowId] = cursorSchemas[sort].parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return [key, rowId];
  } catch (cause) {
    throw new AppError('body-invalid', 'cursor is not one that this list has answered with. Leave it out for the first page.', {
      cause,
    });
  }
}
