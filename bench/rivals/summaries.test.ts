import { expect, test } from 'vitest';
import { cookieHeader, readSetCookies } from './cookies.ts';
import { countPackages, mediansOf, ratiosTo, summarizeLatencies } from './summaries.ts';

test('latencies are summarized by nearest rank', () => {
  const latencies = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(summarizeLatencies(latencies)).toEqual({ p50: 50, p95: 95 });
});

test('packages are counted where npm put them, without linked folders and the root', () => {
  const packages = { '': {}, 'node_modules/a': {}, 'node_modules/a/node_modules/b': {}, 'node_modules/c': { link: true } };
  expect(countPackages({ packages })).toBe(2);
  expect(countPackages({})).toBe(0);
});

test('medians are taken of each number in each group', () => {
  const rounds = [
    { startMs: 3, calls: { p50: 10 } },
    { startMs: 1, calls: { p50: 30 } },
    { startMs: 2, calls: { p50: 20 }, extra: 7 },
  ];
  expect(mediansOf(rounds)).toEqual({ startMs: 2, calls: { p50: 20 }, extra: 7 });
});

test('a ratio compares the rounds of the same number, so that a slow machine slows both', () => {
  const base = [{ ms: 10 }, { ms: 100 }, { ms: 10 }];
  const rounds = [{ ms: 20, more: 1 }, { ms: 200 }, { ms: 30 }];
  expect(ratiosTo(base, rounds)).toEqual({ ms: 2 });
});

test('cookies are sent back without their attributes, the newest value of each', () => {
  const cookies = readSetCookies(['token=old; Path=/', 'token=a=b; HttpOnly', 'id=1', 'broken']);
  expect(cookieHeader(cookies)).toBe('token=a=b; id=1');
});
