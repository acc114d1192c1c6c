import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Budget, BudgetBook, BudgetedRun, BudgetHit, OnBudget, Spender } from '#lib/ports/budget-book.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { type Sql, sql } from '../database/sql.ts';

/** Runs whose key is cached; the key of others is read from the database. */
const MAX_KNOWN_RUNS = 10_000;
/** Counts what a workspace used outside runs, whether it has a budget or not. No id of a key. */
export const OUTSIDE_RUNS = '*';

type Owners = { readonly workspaceId: string; readonly day: string; readonly owners: readonly string[] };

function selectUsage({ workspaceId, day, owners }: Owners): Sql {
  return sql`SELECT o.owner, coalesce(d.cost_usd, 0) AS "costUsd", coalesce(d.tokens, 0)::float8 AS tokens,
      d.raised_cost_usd AS "raisedCostUsd", d.raised_tokens::float8 AS "raisedTokens",
      b.max_cost_usd AS "maxCostUsd", b.max_tokens::float8 AS "maxTokens", b.on_budget AS "onBudget"
    FROM unnest(${owners}::text[]) AS o(owner)
      LEFT JOIN budget_days d ON d.workspace_id = ${workspaceId} AND d.owner = o.owner AND d.day = ${day}::date
      LEFT JOIN key_budgets b ON b.key_id = o.owner`;
}

/** Both counters in one statement. The database adds, so that processes overwrite nothing of each other. */
function addUsage({ workspaceId, day, owners }: Owners, { costUsd, tokens }: { costUsd: number; tokens: number }): Sql {
  return sql`INSERT INTO budget_days (workspace_id, owner, day, cost_usd, tokens)
    SELECT ${workspaceId}, owner, ${day}::date, ${costUsd}::float8, ${tokens}::bigint FROM unnest(${owners}::text[]) AS o(owner)
    ON CONFLICT (workspace_id, owner, day) DO UPDATE
    SET cost_usd = budget_days.cost_usd + excluded.cost_usd, tokens = budget_days.tokens + excluded.tokens`;
}

type UsedRow = {
  readonly owner: string;
  readonly costUsd: number;
  readonly tokens: number;
  readonly raisedCostUsd: number | null;
  readonly raisedTokens: number | null;
  readonly maxCostUsd: number | null;
  readonly maxTokens: number | null;
  readonly onBudget: OnBudget | null;
};

type Options = {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'now'>;
  /** The current budget of each workspace. */
  readonly workspaceBudget: () => Budget | undefined;
  /** Called when usage could not be stored. */
  readonly onError: (error: unknown) => void;
};

/** Budgets in the database. A run without one costs no query, except one when it is resumed. */
export class BudgetStore implements BudgetBook {
  readonly #options: Options;
  /** By run id: the key whose budget counts, if any. */
  readonly #keys = new LRUCache<string, { readonly keyId: string | undefined }>({ max: MAX_KNOWN_RUNS });
  /** Writes in progress: a check in this process waits for them. */
  readonly #spending = new Set<Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  async bind(runId: string, keyId: string | undefined): Promise<void> {
    if (keyId !== undefined)
      await this.#options.pool.query(
        sql`INSERT INTO run_keys (run_id, key_id) VALUES (${runId}, ${keyId}) ON CONFLICT DO NOTHING`,
      );
    this.#remember(runId, keyId);
  }

  async findHit({ runId, workspaceId, keyId }: BudgetedRun): Promise<BudgetHit | undefined> {
    const owners = await this.#ownersOf({ runId, keyId });
    if (owners.length === 0) return undefined;
    await Promise.all(this.#spending);
    const day = this.#today();
    const { rows } = await this.#options.pool.query<UsedRow>(selectUsage({ workspaceId, day, owners }));
    const hits = rows.flatMap((row) => hitsOf(row, this.#options.workspaceBudget(), day));
    return hits.sort((a, b) => a.max / (a.used || 1) - b.max / (b.used || 1))[0];
  }

  spend({ runId, workspaceId, keyId, isOutside = false }: Spender, { totalTokens, costUsd = 0 }: TokenUsage): void {
    if (totalTokens === 0 && costUsd === 0) return;
    const day = this.#today();
    const spending = this.#ownersOf({ runId, keyId })
      .then(async (payers) => {
        const owners = isOutside ? [...payers, OUTSIDE_RUNS] : payers;
        if (owners.length > 0) {
          await this.#options.pool.query(addUsage({ workspaceId, day, owners }, { costUsd, tokens: totalTokens }));
        }
      })
      .catch(this.#options.onError)
      .finally(() => this.#spending.delete(spending));
    this.#spending.add(spending);
  }

  async raise({ owner, day, what }: BudgetHit, { workspaceId }: BudgetedRun, max: number): Promise<void> {
    const [costUsd, tokens] = what === 'cost' ? [max, null] : [null, Math.round(max)];
    await this.#options.pool.query(sql`INSERT INTO budget_days (workspace_id, owner, day, raised_cost_usd, raised_tokens)
      VALUES (${workspaceId}, ${owner}, ${day}::date, ${costUsd}, ${tokens})
      ON CONFLICT (workspace_id, owner, day) DO UPDATE
      SET raised_cost_usd = greatest(budget_days.raised_cost_usd, excluded.raised_cost_usd),
        raised_tokens = greatest(budget_days.raised_tokens, excluded.raised_tokens)`);
  }

  /** The owners whose budgets count for a run, or for a key without one. */
  async #ownersOf({ runId, keyId: ownKeyId }: Pick<BudgetedRun, 'runId' | 'keyId'>): Promise<readonly string[]> {
    const keyId = runId === undefined ? ownKeyId : await this.#keyOf(runId);
    return [...(keyId === undefined ? [] : [keyId]), ...(this.#options.workspaceBudget() ? [''] : [])];
  }

  async #keyOf(runId: string): Promise<string | undefined> {
    const known = this.#keys.get(runId);
    if (known) return known.keyId;
    const { rows } = await this.#options.pool.query<{ keyId: string }>(
      sql`SELECT key_id AS "keyId" FROM run_keys WHERE run_id = ${runId}`,
    );
    this.#remember(runId, rows[0]?.keyId);
    return rows[0]?.keyId;
  }

  #remember(runId: string, keyId: string | undefined): void {
    this.#keys.set(runId, { keyId });
  }

  #today(): string {
    return new Date(this.#options.clock.now()).toISOString().slice(0, 10);
  }
}

function hitsOf(row: UsedRow, ofWorkspace: Budget | undefined, day: string): BudgetHit[] {
  const isKey = row.owner !== '';
  const budget = isKey ? row : ofWorkspace;
  if (!budget) return [];
  const { maxCostUsd, maxTokens, onBudget } = budget;
  const limits = [
    { what: 'cost', max: highest(maxCostUsd, row.raisedCostUsd), used: row.costUsd },
    { what: 'tokens', max: highest(maxTokens, row.raisedTokens), used: row.tokens },
  ] as const;
  return limits.flatMap(({ what, max, used }): BudgetHit[] =>
    max === undefined || used < max
      ? []
      : [{ scope: isKey ? 'key' : 'workspace', owner: row.owner, day, what, max, used, onBudget: onBudget ?? 'stop' }],
  );
}

/** A budget without a limit has none to raise. */
function highest(max: number | null | undefined, raised: number | null): number | undefined {
  return max === null || max === undefined ? undefined : Math.max(max, raised ?? 0);
}
