import type { Database } from '#server/db/database/open-database.ts';

/** What the server itself counts and renews. */
const IGNORED_TABLES = [
  'holders',
  'done_last',
  'call_counts',
  'budget_days',
  'run_facts',
  'run_sums',
  'run_node_sums',
  'key_budgets',
  'memory_tasks',
  'file_trees',
  'trigger_events',
  'triggers',
  'rate_windows',
];
/** Times at which their own callers did something. */
const IGNORED_COLUMNS = ['last_used_at', 'read_at'];

/** All rows of all tables, by table. */
export async function readRows(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%'",
  );
  const read = new Map<string, readonly string[]>();
  for (const { name } of tables.filter((table) => !IGNORED_TABLES.includes(table.name))) {
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM "${name}" t`,
      [IGNORED_COLUMNS],
    );
    read.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return read;
}

/** Rows that were there and are not any more, or have changed. */
export function changedRows(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const still = new Set(after.get(table));
    return rows.filter((row) => !still.has(row)).map((row) => `${table}: ${row.slice(0, 400)}`);
  });
}
