import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorNumber, errorNumbers } from './error-numbers.ts';

test('a code has the number of the table, and one that is not in it has none', () => {
  expect(errorNumber('code-timed-out')).toBe(5002);
  expect(errorNumber('rate-limited')).toBeUndefined();
  expect(errorNumber('constructor')).toBeUndefined();
});

test('no code has two numbers', () => {
  const codes = Object.values(errorNumbers).flat();
  expect(new Set(codes).size).toBe(codes.length);
});

test('the API documentation lists the same numbers and codes', () => {
  const docs = readFileSync(fileURLToPath(new URL('../../docs/api.md', import.meta.url)), 'utf8');
  const rows = [...docs.matchAll(/^\| (\d{4}) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, number, codes = '']) => [
    number,
    [...codes.matchAll(/`([\w-]+)`/g)].map(([, code]) => code),
  ]);
  expect(Object.fromEntries(rows)).toEqual(errorNumbers);
});
