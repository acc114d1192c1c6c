import { readScopes, type Scope } from '#lib/api/scope.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import type { WorkspaceKey as Row } from '../generated/prisma/client.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

/** A key without its secret and hash. */
export type WorkspaceKeySummary = Omit<Row, 'id' | 'workspaceId' | 'hash' | 'scopes'> & {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
};
export type NewWorkspaceKey = {
  readonly keyId: string;
  readonly name: string;
  /** SHA-256 of the secret. */
  readonly hash: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly ratePerMinute: number | null;
  readonly expiresAt: Date | null;
};

export type WorkspaceKeyRepository = {
  create(key: NewWorkspaceKey): Promise<void>;
  /** Newest first, revoked ones too. */
  list(options?: { cursor?: string | undefined; limit?: number | undefined }): Promise<Page<WorkspaceKeySummary>>;
  /** Idempotent. @returns false when there is no such key */
  revoke(keyId: string): Promise<boolean>;
};

/** Keys with which programs use the API of the workspace. */
export function workspaceKeyRepository({ prisma }: Db, workspaceId: WorkspaceId): WorkspaceKeyRepository {
  return {
    async create({ keyId, scopes, ...key }) {
      await prisma.workspaceKey.create({ data: { id: keyId, workspaceId, scopes: [...scopes], ...key } });
    },
    async list({ cursor, limit } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const rows = await prisma.workspaceKey.findMany({
        where: {
          workspaceId,
          ...(after && { createdAt: { lte: after.at }, OR: [{ createdAt: { lt: after.at } }, { id: { gt: after.rowId } }] }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: size + 1,
      });
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.id }), item: toSummary });
    },
    async revoke(keyId) {
      const own = { id: keyId, workspaceId };
      const revoked = { revokedAt: new Date() };
      const { count } = await prisma.workspaceKey.updateMany({ where: { ...own, revokedAt: null }, data: revoked });
      return count > 0 || (await prisma.workspaceKey.count({ where: own })) > 0;
    },
  };
}

function toSummary({ id, workspaceId: _, hash: __, scopes, ...row }: Row): WorkspaceKeySummary {
  return { keyId: id, ...row, scopes: readScopes(scopes) };
}
