import type pg from 'pg';

/** A schema of its own, so that Prisma does not see or change the tables of LangGraph. */
export const CHECKPOINT_SCHEMA = 'langgraph';

/** The tables with what checkpoints contain. LangGraph makes and versions them. */
export const CHECKPOINT_TABLES: readonly string[] = ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'].map(
  (table) => `${CHECKPOINT_SCHEMA}.${table}`,
);

/** Which of them there are: none before the first use of checkpoints. */
export async function findCheckpointTables(client: Pick<pg.PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [CHECKPOINT_TABLES],
  );
  return rows.map(({ name }) => name);
}

/** A name of a table, with its schema or without, for SQL. */
export function quoteTable(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}
