import pg from 'pg';

/**
 * The query plan that our connections use. They plan without values (`force_generic_plan`), but a
 * plain EXPLAIN plans with them, so the statement is prepared first.
 */
export async function explainAsPlanned(
  pool: Pick<pg.Pool, 'connect'>,
  { text, values }: { text: string; values: readonly unknown[] },
  options = 'COSTS OFF',
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`PREPARE explained AS ${text}`);
    // ANALYZE executes the statement, so its writes are rolled back.
    await client.query('BEGIN');
    const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${options}) EXECUTE explained${given}`);
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    await client.query('DEALLOCATE explained').catch(() => {});
    client.release();
  }
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}
