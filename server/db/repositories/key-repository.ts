import { AppError } from '#lib/errors/app-error.ts';
import type { Budget, OnBudget } from '#lib/ports/budget-book.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import type { ApiKey as Row } from '../generated/prisma/client.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

/** What of a key may be seen after it was made: never its secret, nor the hash of it. */
export type KeySummary = {
  readonly keyId: string;
  readonly name: string;
  readonly last4: string;
  readonly ratePerMinute: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** What its runs may use on one day; null for no limit. */
  readonly budget: Budget | null;
};
export type NewKey = {
  readonly keyId: string;
  readonly name: string;
  /** SHA-256 of the secret. */
  readonly hash: string;
  readonly last4: string;
  readonly expiresAt: Date | null;
  /** Runs a minute; null for no limit. */
  readonly ratePerMinute: number | null;
  readonly budget?: Budget | undefined;
};

export type KeyRepository = {
  /** @throws {AppError} `not-found` without the deployment */
  create(slug: string, key: NewKey): Promise<void>;
  /** Newest first, revoked ones too. */
  list(slug: string, options?: { cursor?: string | undefined; limit?: number | undefined }): Promise<Page<KeySummary>>;
  /** Doing it again changes nothing. @returns false when there is no such key */
  revoke(slug: string, keyId: string): Promise<boolean>;
  /** What its runs may use on one day from now on; null for no limit. @returns false when there is no such key */
  setBudget(slug: string, keyId: string, budget: Budget | null): Promise<boolean>;
};

const BUDGETS = `SELECT key_id AS "keyId", max_cost_usd AS "maxCostUsd", max_tokens::float8 AS "maxTokens", on_budget AS "onBudget"
  FROM key_budgets WHERE key_id = ANY($1)`;
const PUT_BUDGET = `INSERT INTO key_budgets (key_id, max_cost_usd, max_tokens, on_budget) VALUES ($1, $2, $3, $4)
  ON CONFLICT (key_id) DO UPDATE
  SET max_cost_usd = excluded.max_cost_usd, max_tokens = excluded.max_tokens, on_budget = excluded.on_budget`;
const DROP_BUDGET = 'DELETE FROM key_budgets WHERE key_id = $1';

export function keyRepository({ prisma, query }: Db, workspaceId: WorkspaceId): KeyRepository {
  return {
    async create(slug, { keyId, budget, ...key }) {
      const deployment = await prisma.deployment.findFirst({ where: { slug, workspaceId }, select: { slug: true } });
      if (!deployment) throw new AppError('not-found', `There is no deployment ${slug}.`);
      // Before the key: one that opens something is never without its budget.
      if (budget) await putBudget(query, keyId, budget);
      await prisma.apiKey.create({ data: { id: keyId, workspaceId, slug, ...key } });
    },
    async list(slug, { cursor, limit } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const rows = await prisma.apiKey.findMany({
        where: {
          slug,
          workspaceId,
          ...(after && { createdAt: { lte: after.at }, OR: [{ createdAt: { lt: after.at } }, { id: { gt: after.rowId } }] }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: size + 1,
      });
      const budgets = await query<BudgetRow>(BUDGETS, [rows.map(({ id }) => id)]);
      const budgetOf = new Map(budgets.map((row) => [row.keyId, toBudget(row)]));
      const item = (row: Row) => toSummary(row, budgetOf.get(row.id) ?? null);
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.id }), item });
    },
    async revoke(slug, keyId) {
      const own = { id: keyId, slug, workspaceId };
      const { count } = await prisma.apiKey.updateMany({ where: { ...own, revokedAt: null }, data: { revokedAt: new Date() } });
      return count > 0 || (await prisma.apiKey.count({ where: own })) > 0;
    },
    async setBudget(slug, keyId, budget) {
      if ((await prisma.apiKey.count({ where: { id: keyId, slug, workspaceId } })) === 0) return false;
      await (budget ? putBudget(query, keyId, budget) : query(DROP_BUDGET, [keyId]));
      return true;
    },
  };
}

function putBudget(query: Db['query'], keyId: string, { maxCostUsd, maxTokens, onBudget }: Budget): Promise<unknown> {
  return query(PUT_BUDGET, [keyId, maxCostUsd ?? null, maxTokens ?? null, onBudget]);
}

export type BudgetRow = {
  readonly keyId: string;
  readonly maxCostUsd: number | null;
  readonly maxTokens: number | null;
  readonly onBudget: OnBudget;
};

export function toBudget({ maxCostUsd, maxTokens, onBudget }: Omit<BudgetRow, 'keyId'>): Budget {
  return { ...(maxCostUsd !== null && { maxCostUsd }), ...(maxTokens !== null && { maxTokens }), onBudget };
}

function toSummary(
  { id, name, last4, ratePerMinute, createdAt, expiresAt, revokedAt, lastUsedAt }: Row,
  budget: Budget | null,
): KeySummary {
  return { keyId: id, name, last4, ratePerMinute, budget, createdAt, expiresAt, revokedAt, lastUsedAt };
}
