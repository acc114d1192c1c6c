import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The parent process of all backends of a PostgreSQL server on this machine. */
export async function postgresPidOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
  await client.end();
  return Number(readFileSync(join(rows[0]?.data as string, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
