import type { UsageGroup, UsageGrouping } from '#lib/api/usage.contract.ts';
import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { toBillionth, toMicrosecond } from '../database/rounded.ts';
import { constant, type Sql, sql } from '../database/sql.ts';
import { OUTSIDE_RUNS } from '../stores/budget-store.ts';
import { toBudget } from './key-repository.ts';

const MAX_KEYS = 100;

/** What was counted for a budget on one day, and how far it was raised for that day. */
export type Spent = {
  readonly costUsd: number;
  readonly tokens: number;
  readonly raisedCostUsd: number | null;
  readonly raisedTokens: number | null;
};
export type KeySpent = Spent & {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly budget: Budget;
};
export type DayUsage = {
  /** All runs that were started on that day, with a budget or without. */
  readonly runs: { readonly count: number; readonly costUsd: number; readonly tokens: number };
  readonly workspace: Spent;
  /** What no run uses: indexing of documents, searches in the studio, voice of chat pages. */
  readonly outsideRuns: { readonly costUsd: number; readonly tokens: number };
  readonly keys: KeySpent[];
};

export type UsageNumbers = Pick<UsageGroup, 'runs' | 'failed' | 'tokens' | 'costUsd' | 'pricedRuns' | 'p50Ms' | 'p95Ms'>;
export type UsageRows = {
  readonly total: UsageNumbers;
  readonly groups: UsageGroup[];
  readonly days: ReadonlyMap<string, UsageNumbers>;
};
type ReportRange = {
  /** Days as 2026-11-22, in UTC, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly group: UsageGrouping;
  readonly slug?: string | undefined;
  readonly limit: number;
};

export type UsageRepository = {
  /** At most `limit` groups, most runs first; days in order. Days without a run are missing. */
  report(range: ReportRange): Promise<UsageRows>;
  /** @param day as 2026-11-22, in UTC */
  readDay(day: string): Promise<DayUsage>;
};

const SPENT = sql`${toBillionth('coalesce(d.cost_usd, 0)')} AS "costUsd", coalesce(d.tokens, 0)::float8 AS tokens,
  d.raised_cost_usd AS "raisedCostUsd", d.raised_tokens::float8 AS "raisedTokens"`;

type BudgetColumns = { readonly maxCostUsd: number | null; readonly maxTokens: number | null; readonly onBudget: OnBudget };
type KeyRow = Omit<KeySpent, 'budget'> & BudgetColumns;

const UTC_DAY = constant("to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')");
const groupColumns: Record<UsageGrouping, Sql> = {
  surface: constant('surface'),
  client: constant('client'),
  key: constant('caller_key_id'),
  deployment: constant('slug'),
  day: UTC_DAY,
};
const TOOK = constant('extract(epoch FROM finished_at - started_at)::float8 * 1000');
const NUMBERS = sql`count(*)::int AS runs, (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
  coalesce(sum(tokens_used), 0)::float8 AS tokens, ${toBillionth('coalesce(sum(cost_usd), 0)')} AS "costUsd",
  count(cost_usd)::int AS "pricedRuns", ${toMicrosecond('percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)')} AS "p50Ms",
  ${toMicrosecond('percentile_cont(0.95) WITHIN GROUP (ORDER BY ms)')} AS "p95Ms"`;
const noRuns: UsageNumbers = { runs: 0, failed: 0, tokens: 0, costUsd: 0, pricedRuns: 0, p50Ms: null, p95Ms: null };

/**
 * Total, days and groups in one scan of `runs_usage_idx`, which has every column. `level` is the bit mask of
 * PostgreSQL's GROUPING: 3 for the total, 1 for a day, 2 for a group.
 */
function reportOf(workspaceId: WorkspaceId, { from, to, group, slug, limit }: ReportRange): Sql {
  const midnight = (day: string, plusDays: number) => sql`(${day}::date + ${plusDays}::int)::timestamp AT TIME ZONE 'UTC'`;
  const isOfSlug = slug === undefined ? sql`true` : sql`slug = ${slug}`;
  const order = group === 'day' ? sql`"group"` : sql`runs DESC, "group"`;
  return sql`WITH found AS MATERIALIZED (
      SELECT ${UTC_DAY} AS day, ${groupColumns[group]} AS "group", status, tokens_used, cost_usd, ${TOOK} AS ms
      FROM runs WHERE workspace_id = ${workspaceId} AND surface IS NOT NULL
        AND created_at >= ${midnight(from, 0)} AND created_at < ${midnight(to, 1)} AND ${isOfSlug}),
    counted AS (SELECT GROUPING(day, "group") AS level, day, "group", ${NUMBERS} FROM found
      GROUP BY GROUPING SETS ((), (day), ("group")))
    SELECT * FROM counted WHERE level <> 2
    UNION ALL (SELECT * FROM counted WHERE level = 2 ORDER BY ${order} LIMIT ${limit})`;
}

type ReportRow = UsageNumbers & { readonly level: 1 | 2 | 3; readonly day: string | null; readonly group: string | null };

/** Usage of one day: of each budget, and of all runs. */
export function usageRepository({ query }: Db, workspaceId: WorkspaceId): UsageRepository {
  const ofRuns = (day: string) => sql`SELECT count(*)::int AS count, ${toBillionth('coalesce(sum(cost_usd), 0)')} AS "costUsd",
      coalesce(sum(tokens_used), 0)::float8 AS tokens
    FROM runs WHERE workspace_id = ${workspaceId} AND created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`;
  const ofOwner = (owner: string, day: string) => sql`SELECT ${SPENT} FROM (VALUES (1)) AS one
    LEFT JOIN budget_days d ON d.workspace_id = ${workspaceId} AND d.owner = ${owner} AND d.day = ${day}::date`;
  const ofKeys = (day: string) => sql`SELECT k.id, k.name, k.slug, b.max_cost_usd AS "maxCostUsd",
      b.max_tokens::float8 AS "maxTokens", b.on_budget AS "onBudget", ${SPENT}
    FROM api_keys k JOIN key_budgets b ON b.key_id = k.id
      LEFT JOIN budget_days d ON d.workspace_id = k.workspace_id AND d.owner = k.id AND d.day = ${day}::date
    WHERE k.workspace_id = ${workspaceId} AND k.revoked_at IS NULL ORDER BY k.created_at DESC, k.id LIMIT ${MAX_KEYS}`;
  const namesOf = async (ids: readonly string[]) => {
    const rows = await query<{ id: string; name: string }>(
      sql`SELECT id, name FROM api_keys WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::text[])
        UNION ALL SELECT id, name FROM workspace_keys WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::text[])`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return {
    async report(range) {
      const rows = await query<ReportRow>(reportOf(workspaceId, range));
      const groups = rows.filter(({ level }) => level === 2);
      const names = range.group === 'key' ? await namesOf(groups.flatMap(({ group }) => group ?? [])) : new Map();
      const toNumbers = ({ level: _, day: __, group: ___, ...numbers }: ReportRow): UsageNumbers => numbers;
      const total = rows.find(({ level }) => level === 3);
      return {
        total: total ? toNumbers(total) : noRuns,
        groups: groups.map((row) => ({ id: row.group, name: names.get(row.group) ?? null, ...toNumbers(row) })),
        days: new Map(rows.filter(({ level }) => level === 1).map((row) => [row.day ?? '', toNumbers(row)])),
      };
    },
    async readDay(day) {
      const [[runs], [workspace], [outside], keys] = await Promise.all([
        query<DayUsage['runs']>(ofRuns(day)),
        query<Spent>(ofOwner('', day)),
        query<Spent>(ofOwner(OUTSIDE_RUNS, day)),
        query<KeyRow>(ofKeys(day)),
      ]);
      if (!runs || !workspace || !outside) throw new Error('A sum has one row');
      return {
        runs,
        workspace,
        outsideRuns: { costUsd: outside.costUsd, tokens: outside.tokens },
        keys: keys.map(({ maxCostUsd, maxTokens, onBudget, ...key }) => ({
          ...key,
          budget: toBudget({ maxCostUsd, maxTokens, onBudget }),
        })),
      };
    },
  };
}
