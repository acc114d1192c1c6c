import { expect, test } from 'vitest';
import { constant, joinSql, param, sql } from './sql.ts';

test('a value is bound as a parameter and never written into the text', () => {
  const { text, values } = sql`SELECT 1 FROM runs WHERE id = ${"'; DROP TABLE runs"} AND version = ${2}`;
  expect(text).toBe('SELECT 1 FROM runs WHERE id = $1 AND version = $2');
  expect(values).toEqual(["'; DROP TABLE runs", 2]);
});

test('fragments nest, and their parameters are numbered in the order of the whole text', () => {
  const isOwn = sql`workspace_id = ${'ws'}`;
  const page = sql`SELECT id FROM runs WHERE ${isOwn} AND created_at < ${'now'} AND ${isOwn}`;
  const { text, values } = sql`WITH p AS (${page}) SELECT ${1}, id FROM p`;
  expect(text).toBe(
    'WITH p AS (SELECT id FROM runs WHERE workspace_id = $1 AND created_at < $2 AND workspace_id = $1) SELECT $3, id FROM p',
  );
  expect(values).toEqual(['ws', 'now', 1]);
});

test('a shared parameter is bound once', () => {
  const run = param('run_1');
  expect(sql`${run} ${'run_1'} ${run}`).toMatchObject({ text: '$1 $2 $1', values: ['run_1', 'run_1'] });
});

test('constants and joined fragments add text only', () => {
  const where = joinSql([sql`a = ${1}`, sql`b IS NULL`, sql`c = ${null}`], ' AND ');
  expect(sql`SELECT ${constant('count(*)')} WHERE ${where}`.named('counted')).toEqual({
    name: 'counted',
    text: 'SELECT count(*) WHERE a = $1 AND b IS NULL AND c = $2',
    values: [1, null],
  });
});
