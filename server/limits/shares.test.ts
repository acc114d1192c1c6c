import { expect, test } from 'vitest';
import { type Claimant, Shares, shareLimits } from './shares.ts';

/** Takes one after the other until one is refused. */
function fill(shares: Shares, claimant: (index: number) => Claimant): { taken: number; share: string | undefined } {
  for (let taken = 0; ; taken++) {
    const refusal = shares.open(claimant(taken)).add(1);
    if (refusal) return { taken, share: refusal.share };
  }
}

test('one visitor, one address, one page and all strangers each have a part, and keys and members the rest', () => {
  const shares = new Shares(shareLimits(1000));
  const visitor = (id: string, slug: string, address: string) => ({ kind: 'stranger', id, slug, address }) as const;
  expect(fill(shares, () => visitor('v', 'page', 'a'))).toEqual({ taken: 10, share: 'visitor' });
  expect(fill(shares, (at) => visitor(`v${at}`, 'page', 'a'))).toEqual({ taken: 90, share: 'address' });
  expect(fill(shares, (at) => visitor(`v${at}`, 'page', `a${at}`))).toEqual({ taken: 150, share: 'page' });
  expect(fill(shares, (at) => visitor(`w${at}`, `p${at}`, `a${at}`))).toEqual({ taken: 250, share: 'strangers' });
  expect(fill(shares, () => ({ kind: 'key', id: 'k', slug: 'page' }))).toEqual({ taken: 100, share: 'key' });
  expect(fill(shares, (at) => ({ kind: 'key', id: `k${at}`, slug: `e${at}` }))).toEqual({ taken: 300, share: 'outsiders' });
  expect(fill(shares, () => ({ kind: 'member' }))).toEqual({ taken: 100, share: 'total' });
});

test('what is refused takes nothing, and what is released twice is given back once', () => {
  const shares = new Shares(shareLimits(100, { visitor: 50 }));
  const holding = shares.open({ kind: 'stranger', id: 'v' });
  expect(holding.add(40)).toBeUndefined();
  expect(holding.add(11)).toEqual({ share: 'visitor', limit: 50 });
  expect(shares.count).toBe(40);
  const other = shares.open({ kind: 'stranger', id: 'w' });
  expect(other.add(10)).toBeUndefined();
  holding.release();
  holding.release();
  expect(shares.count).toBe(10);
  expect(holding.add(1)).toEqual({ share: 'total', limit: 0 });
});

test('small totals leave one for each share', () => {
  expect(shareLimits(2)).toMatchObject({ total: 2, outsiders: 1, strangers: 1, visitor: 1 });
});
