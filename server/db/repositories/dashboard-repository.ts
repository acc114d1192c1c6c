import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { DAY_MS, partKey, type SumPart, type SumScope, scopeKey } from '#lib/statistics/sum-keys.ts';
import { IS_OPEN } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { constant, joinSql, type Sql, sql } from '../database/sql.ts';
import { ALL_VERSIONS } from '../stores/run-sums/node-sums.ts';

/** Unix milliseconds, multiples of a half hour; `toMs` is exclusive. */
export type SumRange = { readonly fromMs: number; readonly toMs: number };
export type SumOf = { readonly scope: SumScope; readonly part: SumPart };
/** A half hour, or a day of UTC with its half hours in `slots`. */
export type SlotRow = { readonly atMs: number; readonly sums: string; readonly slots: string };
export type PartRow = { readonly scope: string; readonly part: string } & SlotRow;

export type DashboardRepository = {
  /** The half hours of a range in which runs of a scope were created; of a part, the days that touch the range. */
  readSlots(of: SumOf, range: SumRange): Promise<SlotRow[]>;
  /** Sums of the nodes; together they cover the range. They are not kept by key or model. */
  readNodes(of: SumOf, range: SumRange): Promise<{ readonly nodes: string }[]>;
  /** The days of all parts of a scope that touch the range; `slots` are of those that are not within it. */
  readParts(scope: SumScope, range: SumRange): Promise<PartRow[]>;
  /** The same of all workflows, as a whole. */
  readWorkflows(range: SumRange): Promise<PartRow[]>;
  /** When the runs were created that have not ended, in Unix milliseconds. Of a model none: it is not known yet. */
  readOpen(of: SumOf, range: SumRange): Promise<number[]>;
  readOldestRun(): Promise<Date | null>;
  /** Names of workflows and keys that exist, and the documents of workflows. */
  readNames(ids: { readonly workflowIds: readonly string[]; readonly keyIds: readonly string[] }): Promise<{
    readonly workflows: { readonly id: string; readonly name: string; readonly document: string }[];
    readonly keys: { readonly id: string; readonly name: string }[];
  }>;
};

export function dashboardRepository({ query }: Db, workspaceId: WorkspaceId): DashboardRepository {
  const own = sql`workspace_id = ${workspaceId}`;
  return {
    readSlots: ({ scope, part }, range) =>
      query<SlotRow>(
        part.kind === 'all'
          ? sql`SELECT ${AT_MS}, sums, '' AS slots FROM run_sums
            WHERE ${own} AND grain = 'h' AND scope = ${scopeKey(scope)} AND part = '' AND ${isIn(range)} ORDER BY at`
          : sql`SELECT ${AT_MS}, '' AS sums, slots FROM run_sums
            WHERE ${own} AND grain = 'd' AND scope = ${scopeKey(scope)} AND part = ${partKey(part)} AND ${isIn(wholeDays(range))} ORDER BY at`,
      ),
    readNodes: ({ scope, part }, range) => {
      const where = [own];
      if (scope.kind === 'workflow') where.push(sql`workflow_id = ${scope.id}`);
      if (scope.kind === 'endpoint') where.push(sql`slug = ${scope.id}`);
      where.push(sql`version = ${part.kind === 'version' ? Number(part.id) : ALL_VERSIONS}`);
      const of = joinSql(where, ' AND ');
      return query(
        covering(
          range,
          (grain, isWithin) => sql`SELECT nodes FROM run_node_sums WHERE ${of} AND grain = ${grain} AND ${isWithin}`,
        ),
      );
    },
    readParts: (scope, range) => {
      const days = wholeDays(range);
      // Half hours of a day are many times its sums, and are read of two days at most.
      const isCut = sql`(at < ${new Date(range.fromMs)} OR at > ${new Date(range.toMs - DAY_MS)})`;
      return query<PartRow>(sql`SELECT ${AT_MS}, scope, part, CASE WHEN ${isCut} THEN '' ELSE sums END AS sums,
          CASE WHEN ${isCut} THEN slots ELSE '' END AS slots FROM run_sums
        WHERE ${own} AND grain = 'd' AND scope = ${scopeKey(scope)} AND part <> '' AND ${isIn(days)}`);
    },
    readWorkflows: (range) =>
      query<PartRow>(
        covering(
          range,
          (grain, isWithin) => sql`SELECT ${AT_MS}, scope, part, sums, '' AS slots FROM run_sums
        WHERE ${own} AND grain = ${grain} AND scope >= 'w/' AND scope < 'w0' AND part = '' AND ${isWithin}`,
        ),
      ),
    async readOpen({ scope, part }, { fromMs, toMs }) {
      if (part.kind === 'model') return [];
      const where = [own, sql`mode <> 'node'`, sql`created_at >= ${new Date(fromMs)}`, sql`created_at < ${new Date(toMs)}`];
      if (scope.kind === 'workflow') where.push(sql`workflow_id = ${scope.id}`);
      if (scope.kind === 'endpoint') where.push(sql`slug = ${scope.id}`);
      if (part.kind === 'version') where.push(sql`version = ${Number(part.id)}`);
      if (part.kind === 'key') where.push(sql`caller_key_id = ${part.id}`);
      const rows = await query<{ atMs: number }>(sql`SELECT (extract(epoch FROM created_at) * 1000)::float8 AS "atMs" FROM runs
        WHERE ${joinSql(where, ' AND ')} AND ${IS_OPEN}`);
      return rows.map(({ atMs }) => atMs);
    },
    async readOldestRun() {
      const [row] = await query<{ at: Date | null }>(sql`SELECT min(created_at) AS at FROM runs WHERE ${own}`);
      return row?.at ?? null;
    },
    async readNames({ workflowIds, keyIds }) {
      const [workflows, keys] = await Promise.all([
        query<{ id: string; name: string; document: string }>(
          sql`SELECT id, name, document FROM workflows WHERE ${own} AND id = ANY(${[...workflowIds]}::text[]) AND deleted_at IS NULL`,
        ),
        query<{ id: string; name: string }>(
          sql`SELECT id, name FROM api_keys WHERE ${own} AND id = ANY(${[...keyIds]}::text[])
            UNION ALL SELECT id, name FROM workspace_keys WHERE ${own} AND id = ANY(${[...keyIds]}::text[])`,
        ),
      ]);
      return { workflows, keys };
    },
  };
}

const AT_MS = constant('(extract(epoch FROM at) * 1000)::float8 AS "atMs"');

/** The days of UTC that touch a range. */
function wholeDays({ fromMs, toMs }: SumRange): SumRange {
  return { fromMs: Math.floor(fromMs / DAY_MS) * DAY_MS, toMs: Math.ceil(toMs / DAY_MS) * DAY_MS };
}

function isIn({ fromMs, toMs }: SumRange): Sql {
  return sql`at >= ${new Date(fromMs)} AND at < ${new Date(toMs)}`;
}

/** A range as days of UTC and the half hours before and after them, of which there are few. */
function covering({ fromMs, toMs }: SumRange, select: (grain: 'h' | 'd', isWithin: Sql) => Sql): Sql {
  const firstDayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDayMs = Math.floor(toMs / DAY_MS) * DAY_MS;
  if (firstDayMs >= lastDayMs) return select('h', isIn({ fromMs, toMs }));
  const edges = [
    { fromMs, toMs: firstDayMs },
    { fromMs: lastDayMs, toMs },
  ].filter((edge) => edge.fromMs < edge.toMs);
  const parts = [select('d', isIn({ fromMs: firstDayMs, toMs: lastDayMs })), ...edges.map((edge) => select('h', isIn(edge)))];
  return joinSql(parts, ' UNION ALL ');
}
