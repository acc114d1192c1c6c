import { expect, test } from 'vitest';
import { contracts } from '#lib/api/contracts.gen.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import { StrangerBudgets } from '../../limits/stranger-rates.ts';
import { authenticate } from './authenticate.ts';
import { claimantOf, laneOf } from './claimant-of.ts';

const one = { visitor: 1, address: 1, page: 6, strangers: 6 };
const visitor = { keyId: 'visitor-1', slug: 'page', visitorsPerMinute: 60, ratePerMinute: 10 };

function setUp() {
  const strangers = new StrangerBudgets({ clock: { now: () => 0 }, rates: { read: one, change: one, work: one } });
  const keyAuthenticator = { authenticate: async () => visitor, checkRateLimit: () => {} };
  return { strangers, publishing: { keyAuthenticator }, adminToken: 'token', localWorkspaceId: 'ws' } as never;
}

const open = (Object.values(contracts) as Contract[]).filter(
  ({ takesVisitors, access, path }) => takesVisitors || (access === 'anyone' && path.includes('{slug}')),
);
const credentials = { authorization: 'Bearer tlv_x', cookie: undefined, slug: 'page', address: '203.0.113.9' };

test.each(open.map((contract) => [contract.name, contract] as const))(
  'requests of strangers to %s have a rate',
  async (_, contract) => {
    const deps = setUp();
    await authenticate(contract, credentials, deps);
    await expect(authenticate(contract, credentials, deps)).rejects.toMatchObject({ code: 'rate-limited' });
  },
);

test('who shows nothing for what anyone may call is a stranger, and who shows the admin token is not', async () => {
  const target = { access: 'anyone' } as const;
  const shown = { ...credentials, slug: undefined };
  const anonymous = await authenticate(target, { ...shown, authorization: undefined }, setUp());
  expect([claimantOf(anonymous, '203.0.113.9'), laneOf(anonymous)]).toEqual([
    { kind: 'stranger', address: '203.0.113.9' },
    'strangers',
  ]);
  const admin = await authenticate(target, { ...shown, authorization: 'Bearer token' }, setUp());
  expect([claimantOf(admin, '203.0.113.9'), laneOf(admin)]).toEqual([{ kind: 'member' }, undefined]);
});
