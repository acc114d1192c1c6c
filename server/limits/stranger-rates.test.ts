import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { StrangerBudgets, type StrangerRequest } from './stranger-rates.ts';

const rates = { visitor: 3, address: 5, page: 42, strangers: 60 };
const setUp = () => {
  const clock = { nowMs: 0, now: () => clock.nowMs };
  return { clock, budgets: new StrangerBudgets({ clock, rates: { read: rates, change: rates, work: rates } }) };
};

/** @returns the share that refuses, and after how many */
function fill(budgets: StrangerBudgets, request: (index: number) => StrangerRequest): [taken: number, share: unknown] {
  for (let taken = 0; ; taken++) {
    try {
      budgets.take(request(taken));
    } catch (error) {
      if (AppError.is(error) && error.code === 'rate-limited') return [taken, error.details?.share];
      throw error;
    }
  }
}

test('a visitor, an address, a page and all strangers have rates, each below the next', () => {
  const { budgets } = setUp();
  expect(fill(budgets, () => ({ kind: 'work', visitorId: 'v', address: 'a', slug: 'p' }))).toEqual([3, 'visitor']);
  expect(fill(budgets, (at) => ({ kind: 'work', visitorId: `v${at}`, address: 'a', slug: 'p' }))).toEqual([2, 'address']);
  // Of 42 a minute a page takes 7 at once, of which 5 are taken, and all strangers 10.
  expect(fill(budgets, (at) => ({ kind: 'work', visitorId: `w${at}`, slug: 'p' }))).toEqual([2, 'page']);
  expect(fill(budgets, (at) => ({ kind: 'work', visitorId: `x${at}`, slug: `p${at}` }))).toEqual([3, 'strangers']);
  expect(fill(budgets, () => ({ kind: 'read', visitorId: 'v' }))).toEqual([3, 'visitor']);
});

test('what a visitor is refused takes nothing of its page, and comes back with time', () => {
  const { budgets, clock } = setUp();
  const request = { kind: 'change', visitorId: 'v', slug: 'p' } as const;
  expect(fill(budgets, () => request)).toEqual([3, 'visitor']);
  for (let again = 0; again < 50; again++) expect(() => budgets.take(request)).toThrow(/Too many requests/);
  budgets.take({ kind: 'change', visitorId: 'w', slug: 'p' });
  clock.nowMs = 20_000;
  expect(fill(budgets, () => request)).toEqual([1, 'visitor']);
});

test('one address starts at most half of the runs of a page', () => {
  const { budgets } = setUp();
  const start = { slug: 'p', pagePerMinute: 8, visitorPerMinute: 2 };
  for (let count = 0; count < 4; count++) budgets.takeStart({ ...start, address: 'a' });
  expect(() => budgets.takeStart({ ...start, address: 'a' })).toThrow(/Too many requests/);
  budgets.takeStart({ ...start, address: 'b' });
  for (let count = 0; count < 20; count++) budgets.takeStart({ ...start, address: undefined });
});
