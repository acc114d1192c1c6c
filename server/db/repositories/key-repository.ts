import { AppError } from '#lib/errors/app-error.ts';
import { type Budget, type OnBudget, onBudgetSchema } from '#lib/ports/budget-book.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import type { KeyBudget as KeyBudgetRow, ApiKey as Row } from '../generated/prisma/client.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

/** A key without its secret and hash, which are not shown after its creation. */
export type KeySummary = {
  readonly keyId: string;
  readonly name: string;
  readonly last4: string;
  readonly ratePerMinute: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Daily budget of its runs; null for no limit. */
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
  /** Idempotent. @returns false when there is no such key */
  revoke(slug: string, keyId: string): Promise<boolean>;
  /** Sets the daily budget of its runs; null for no limit. @returns false when there is no such key */
  setBudget(slug: string, keyId: string, budget: Budget | null): Promise<boolean>;
};

export function keyRepository({ prisma }: Db, workspaceId: WorkspaceId): KeyRepository {
  return {
    async create(slug, { keyId, budget, ...key }) {
      const deployment = await prisma.deployment.findFirst({ where: { slug, workspaceId }, select: { slug: true } });
      if (!deployment) throw new AppError('not-found', `There is no deployment ${slug}.`);
      // Before the key, so that a valid key is never without its budget.
      if (budget) await putBudget(prisma, keyId, budget);
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
      const budgets = await prisma.keyBudget.findMany({ where: { keyId: { in: rows.map(({ id }) => id) } } });
      const budgetOf = new Map(budgets.map(({ keyId, ...budget }) => [keyId, toBudget(readBudget(budget))]));
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
      if (budget) await putBudget(prisma, keyId, budget);
      else await prisma.keyBudget.deleteMany({ where: { keyId } });
      return true;
    },
  };
}

async function putBudget(prisma: Db['prisma'], keyId: string, { maxCostUsd, maxTokens, onBudget }: Budget): Promise<void> {
  const budget = {
    maxCostUsd: maxCostUsd ?? null,
    maxTokens: maxTokens === undefined ? null : BigInt(maxTokens),
    onBudget,
  };
  await prisma.keyBudget.upsert({ where: { keyId }, create: { keyId, ...budget }, update: budget });
}

function readBudget({ maxCostUsd, maxTokens, onBudget }: Omit<KeyBudgetRow, 'keyId'>): BudgetRow {
  return { maxCostUsd, maxTokens: maxTokens === null ? null : Number(maxTokens), onBudget: onBudgetSchema.parse(onBudget) };
}

type BudgetRow = {
  readonly maxCostUsd: number | null;
  readonly maxTokens: number | null;
  readonly onBudget: OnBudget;
};

export function toBudget({ maxCostUsd, maxTokens, onBudget }: BudgetRow): Budget {
  return { ...(maxCostUsd !== null && { maxCostUsd }), ...(maxTokens !== null && { maxTokens }), onBudget };
}

function toSummary(
  { id, name, last4, ratePerMinute, createdAt, expiresAt, revokedAt, lastUsedAt }: Row,
  budget: Budget | null,
): KeySummary {
  return { keyId: id, name, last4, ratePerMinute, budget, createdAt, expiresAt, revokedAt, lastUsedAt };
}
