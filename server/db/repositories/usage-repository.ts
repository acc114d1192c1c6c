import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { constant, sql } from '../database/sql.ts';
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
  readonly keys: KeySpent[];
};

export type UsageRepository = {
  /** @param day as 2026-11-22, in UTC */
  readDay(day: string): Promise<DayUsage>;
};

const SPENT = constant(`coalesce(d.cost_usd, 0) AS "costUsd", coalesce(d.tokens, 0)::float8 AS tokens,
  d.raised_cost_usd AS "raisedCostUsd", d.raised_tokens::float8 AS "raisedTokens"`);

type BudgetColumns = { readonly maxCostUsd: number | null; readonly maxTokens: number | null; readonly onBudget: OnBudget };
type KeyRow = Omit<KeySpent, 'budget'> & BudgetColumns;

/** Usage of one day: of each budget, and of all runs. */
export function usageRepository({ query }: Db, workspaceId: WorkspaceId): UsageRepository {
  const ofRuns = (day: string) => sql`SELECT count(*)::int AS count, coalesce(sum(cost_usd), 0) AS "costUsd",
      coalesce(sum(tokens_used), 0)::float8 AS tokens
    FROM runs WHERE workspace_id = ${workspaceId} AND created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`;
  const ofWorkspace = (day: string) => sql`SELECT ${SPENT} FROM (VALUES (1)) AS one
    LEFT JOIN budget_days d ON d.workspace_id = ${workspaceId} AND d.owner = '' AND d.day = ${day}::date`;
  const ofKeys = (day: string) => sql`SELECT k.id, k.name, k.slug, b.max_cost_usd AS "maxCostUsd",
      b.max_tokens::float8 AS "maxTokens", b.on_budget AS "onBudget", ${SPENT}
    FROM api_keys k JOIN key_budgets b ON b.key_id = k.id
      LEFT JOIN budget_days d ON d.workspace_id = k.workspace_id AND d.owner = k.id AND d.day = ${day}::date
    WHERE k.workspace_id = ${workspaceId} AND k.revoked_at IS NULL ORDER BY k.created_at DESC, k.id LIMIT ${MAX_KEYS}`;
  return {
    async readDay(day) {
      const [[runs], [workspace], keys] = await Promise.all([
        query<DayUsage['runs']>(ofRuns(day)),
        query<Spent>(ofWorkspace(day)),
        query<KeyRow>(ofKeys(day)),
      ]);
      if (!runs || !workspace) throw new Error('A sum has one row');
      return {
        runs,
        workspace,
        keys: keys.map(({ maxCostUsd, maxTokens, onBudget, ...key }) => ({
          ...key,
          budget: toBudget({ maxCostUsd, maxTokens, onBudget }),
        })),
      };
    },
  };
}
