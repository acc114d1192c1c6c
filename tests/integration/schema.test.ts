import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/database/migrate.ts';
import { makeDatabaseLocation } from '#tests/support/databases.ts';

type Column = { readonly type: string; readonly isNullable: boolean };
type Tables = Record<string, Record<string, Column>>;

const types: Record<string, string> = {
  String: 'text',
  'String[]': 'ARRAY',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Boolean: 'boolean',
  DateTime: 'timestamp with time zone',
  Json: 'jsonb',
  'Float[]': 'ARRAY',
  Decimal: 'numeric',
  Bytes: 'bytea',
  Unsupported: 'tsvector',
};

/** The tables of `schema.prisma`. Relation fields, whose type is a model, are not columns. */
function readSchema(text: string): Tables {
  const tables: Tables = {};
  for (const [, name = '', body = ''] of text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const columns: Record<string, Column> = {};
    for (const [, field = '', type = '', list = '', optional = '', rest = ''] of body.matchAll(
      /^ {2}(\w+) +(\w+)(\[\])?(\?)?(.*)$/gm,
    )) {
      const sqlType = rest.includes('@db.Date') && !rest.includes('@db.DateTime') ? 'date' : types[type + list];
      if (sqlType) columns[/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field] = { type: sqlType, isNullable: optional === '?' };
    }
    tables[/@@map\("(\w+)"\)/.exec(body)?.[1] ?? name] = columns;
  }
  return tables;
}

test('schema.prisma has every table and column of the migrated database, and no other', async () => {
  const place = await makeDatabaseLocation();
  const database = await place.open();
  await migrate(database.pool);
  const { rows } = await database.pool.query<{ table: string; column: string; type: string; isNullable: boolean }>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable = 'YES' AS "isNullable"
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  );
  await database.close();
  await place.remove();
  const migrated: Tables = {};
  for (const { table, column, type, isNullable } of rows) {
    migrated[table] = { ...migrated[table], [column]: { type, isNullable } };
  }
  expect(Object.keys(migrated).length).toBeGreaterThan(15);
  expect(readSchema(readFileSync('prisma/schema.prisma', 'utf8'))).toEqual(migrated);
});
