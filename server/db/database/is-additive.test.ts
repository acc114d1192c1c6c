import { expect, test } from 'vitest';
import { isAdditive } from './is-additive.ts';
import { readMigrations } from './migrate.ts';

test('every migration of this build is additive, so that earlier builds can run next to it', async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(10);
  expect(migrations.filter(({ sql }) => !isAdditive(sql)).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['a table, and a unique index on it', 'CREATE TABLE "a" ("id" text NOT NULL);\nCREATE UNIQUE INDEX "a_idx" ON "a" ("id");'],
  [
    'a table that is not logged, and a unique index on it',
    'CREATE UNLOGGED TABLE "a" ("id" text);CREATE UNIQUE INDEX "i" ON "a" ("id")',
  ],
  [
    'a column that may be left out',
    'ALTER TABLE "runs" ADD COLUMN "x" numeric(10, 2), ADD COLUMN "y" text NOT NULL DEFAULT \'DROP TABLE a;\'',
  ],
  ['a word of a comment', '-- DROP TABLE "runs";\n/* RENAME; */ CREATE INDEX "i" ON "runs" ("x")'],
])('%s adds', (_, sql) => {
  expect(isAdditive(sql)).toBe(true);
});

test.each([
  ['DROP TABLE "runs"'],
  ['ALTER TABLE "runs" DROP COLUMN "model"'],
  ['ALTER TABLE "runs" RENAME COLUMN "model" TO "model_name"'],
  ['ALTER TABLE "runs" ADD COLUMN "x" text NOT NULL'],
  ['ALTER TABLE "runs" ADD COLUMN "x" text, ADD COLUMN "y" text NOT NULL'],
  ['ALTER TABLE "runs" ALTER COLUMN "model" SET NOT NULL'],
  ['ALTER TABLE "runs" ADD CONSTRAINT "c" CHECK ("last_seq" > 0)'],
  ['CREATE UNIQUE INDEX "runs_x_idx" ON "runs" ("session_id")'],
  ['UPDATE "runs" SET "status" = \'parked\''],
  ['DELETE FROM "runs"'],
  ['CREATE TABLE "a" ("id" text); DROP TABLE "b"'],
  ['DO $$ BEGIN DROP TABLE "runs"; EXCEPTION WHEN undefined_table THEN RAISE NOTICE \'none\'; END $$;'],
  ['CREATE TRIGGER "t" BEFORE INSERT ON "runs" EXECUTE FUNCTION f()'],
])('does more than add: %s', (sql) => {
  expect(isAdditive(sql)).toBe(false);
});
