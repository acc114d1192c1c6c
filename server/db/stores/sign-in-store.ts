import type pg from 'pg';
import { type Sql, sql } from '../database/sql.ts';

export type StoredSignIn = { readonly createdAt: Date; readonly usedAt: Date };

function findSignIn(hash: string): Sql {
  return sql`SELECT created_at AS "createdAt", used_at AS "usedAt" FROM sign_ins WHERE hash = ${hash}`;
}

/** Browsers that are signed in, by the hash of their secret. */
export class SignInStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /** Expiry is for the caller to check. */
  async find(hash: string): Promise<StoredSignIn | undefined> {
    const { rows } = await this.#pool.query<StoredSignIn>(findSignIn(hash).named('find-sign-in'));
    return rows[0];
  }

  /** Also deletes those from before `expiredBefore`. */
  async add(hash: string, { at, expiredBefore }: { at: Date; expiredBefore: Date }): Promise<void> {
    await this.#pool.query(sql`DELETE FROM sign_ins WHERE created_at < ${expiredBefore}`);
    await this.#pool.query(sql`INSERT INTO sign_ins (hash, created_at, used_at) VALUES (${hash}, ${at}, ${at})`);
  }

  async markUsed(hash: string, at: Date): Promise<void> {
    await this.#pool.query(sql`UPDATE sign_ins SET used_at = ${at} WHERE hash = ${hash}`);
  }

  async remove(hash: string): Promise<void> {
    await this.#pool.query(sql`DELETE FROM sign_ins WHERE hash = ${hash}`);
  }

  async removeAll(): Promise<void> {
    await this.#pool.query(sql`DELETE FROM sign_ins`);
  }
}
