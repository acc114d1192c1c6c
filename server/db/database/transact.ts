import type pg from 'pg';
import { runInside } from './guarded-pool.ts';

export type Client = Pick<pg.PoolClient, 'query'>;

/**
 * Runs the SQL of `work` in one transaction: all of it is committed, or none when it throws. For stores that share
 * no transaction with others.
 * @throws {Error} when `work` uses the pool around its client: with one connection that would wait for ever
 */
export async function transact<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await runInside(pool, () => work(client));
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
