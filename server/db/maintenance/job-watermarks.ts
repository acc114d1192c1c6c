import type pg from 'pg';
import { sql } from '../database/sql.ts';

/** A job that one of the processes on a database does at a time. */
export type SharedJob = 'backup';

/**
 * @returns milliseconds since any process last did the job, by the database's clock; undefined when
 * it was never done
 */
export async function readTimeSince(pool: pg.Pool, job: SharedJob): Promise<number | undefined> {
  const { rows } = await pool.query<{ sinceMs: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "sinceMs" FROM done_last WHERE what = ${job}`,
  );
  return rows[0]?.sinceMs;
}

/** Sets the watermark of a job to now. */
export async function markDone(pool: pg.Pool, job: SharedJob): Promise<void> {
  await pool.query(
    sql`INSERT INTO done_last (what, at) VALUES (${job}, clock_timestamp()) ON CONFLICT (what) DO UPDATE SET at = excluded.at`,
  );
}
