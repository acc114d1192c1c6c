import { expect, test } from 'vitest';
import { ManualClock } from '#tests/support/manual-clock.ts';
import type { StoredSignIn } from '../db/stores/sign-in-store.ts';
import { readSignInCookie, writeSignInCookie } from './sign-in-cookie.ts';
import { SignIns } from './sign-ins.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows as the database has them. */
function memoryStore() {
  const rows = new Map<string, StoredSignIn>();
  let finds = 0;
  return {
    rows,
    finds: () => finds,
    find: async (hash: string) => {
      finds++;
      return rows.get(hash);
    },
    add: async (hash: string, { at }: { at: Date }) => void rows.set(hash, { createdAt: at, usedAt: at }),
    markUsed: async (hash: string, usedAt: Date) => void rows.set(hash, { ...(rows.get(hash) as StoredSignIn), usedAt }),
    remove: async (hash: string) => void rows.delete(hash),
    removeAll: async () => rows.clear(),
  };
}

function setUp({ adminToken = 'the-token-of-this-test', store = memoryStore() } = {}) {
  const clock = new ManualClock();
  return { clock, store, signIns: new SignIns({ store, adminToken, clock, log: { error: () => {} } }) };
}

test('a sign-in is valid until it was not used for a week, and for thirty days at most', async () => {
  const { signIns, clock } = setUp();
  const [used, idle] = [await signIns.add(), await signIns.add()];
  for (let day = 0; day < 29; day++) {
    clock.advance(DAY_MS);
    expect(await signIns.isValid(used), `day ${day + 1}`).toBe(true);
  }
  expect(await signIns.isValid(idle)).toBe(false);
  clock.advance(DAY_MS);
  expect(await signIns.isValid(used)).toBe(false);
});

test('the secret is not stored, and a guess or a secret of before the token changed is not valid', async () => {
  const { signIns, store } = setUp();
  const secret = await signIns.add();
  expect(JSON.stringify([...store.rows])).not.toContain(secret);
  for (const guess of ['', 'x', secret.slice(1), `${secret}x`, 'A'.repeat(43), [...store.rows.keys()][0] ?? ''])
    expect(await signIns.isValid(guess)).toBe(false);
  expect(await signIns.isValid(secret)).toBe(true);
  const { signIns: later } = setUp({ adminToken: 'another-token-of-this-test', store });
  expect(await later.isValid(secret)).toBe(false);
});

test('a sign-out applies at once here, and within two seconds in another process', async () => {
  const { signIns, store, clock } = setUp();
  const elsewhere = new SignIns({ store, adminToken: 'the-token-of-this-test', clock, log: { error: () => {} } });
  const [one, other] = [await signIns.add(), await signIns.add()];
  for (const secret of [one, other]) expect(await elsewhere.isValid(secret)).toBe(true);
  await signIns.remove(one);
  expect(await signIns.isValid(one)).toBe(false);
  expect(await signIns.isValid(other)).toBe(true);
  clock.advance(2000);
  expect(await elsewhere.isValid(one)).toBe(false);
  await signIns.removeAll();
  expect(await signIns.isValid(other)).toBe(false);
});

test('requests in quick succession ask the database once', async () => {
  const { signIns, store } = setUp();
  const secret = await signIns.add();
  for (let count = 0; count < 5; count++) await signIns.isValid(secret);
  expect(store.finds()).toBe(1);
});

test('the cookie is hidden from scripts, and over https bound to its host', () => {
  const plain = writeSignInCookie('s', { origin: 'http://10.0.0.5:3000', lifeMs: 5000 });
  expect(plain).toBe('threadloom_sign_in=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=5');
  const secure = writeSignInCookie('s', { origin: 'https://studio.example', lifeMs: 5000 });
  expect(secure).toBe('__Host-threadloom_sign_in=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=5; Secure');
  expect(readSignInCookie('a=1; threadloom_sign_in=abc; b=2')).toBe('abc');
  expect(readSignInCookie('threadloom_sign_in=set-by-a-sibling; __Host-threadloom_sign_in=abc')).toBe('abc');
  for (const header of [undefined, '', 'xthreadloom_sign_in=abc', 'threadloom_sign_in'])
    expect(readSignInCookie(header)).toBeUndefined();
});
