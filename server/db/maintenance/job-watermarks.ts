import type pg from 'pg';

/** What several processes on one database do now and then, one of them each time. */
export type SharedDuty = 'backup';

const READ = `SELECT (extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "sinceMs" FROM done_last WHERE what = $1`;
const NOTE = `INSERT INTO done_last (what, at) VALUES ($1, clock_timestamp()) ON CONFLICT (what) DO UPDATE SET at = excluded.at`;

/** @returns how long ago it was last done by any process, in milliseconds, by the clock of the database; undefined when it never was */
export async function readSinceDone(pool: pg.Pool, duty: SharedDuty): Promise<number | undefined> {
  return (await pool.query<{ sinceMs: number }>(READ, [duty])).rows[0]?.sinceMs;
}

/** It has been done now. */
export async function noteDone(pool: pg.Pool, duty: SharedDuty): Promise<void> {
  await pool.query(NOTE, [duty]);
}
