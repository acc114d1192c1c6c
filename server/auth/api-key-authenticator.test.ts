import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { Endpoint } from '../db/stores/endpoint-store.ts';
import { makeApiKey } from './api-key.ts';
import { ApiKeyAuthenticator } from './api-key-authenticator.ts';

/** A door over one key, on a clock that is set by hand. */
function makeDoor(changes: Partial<Endpoint> = {}) {
  const { key, keyId, hash } = makeApiKey();
  const endpoint: Endpoint = {
    keyId,
    hash,
    ratePerMinute: null,
    expiresAt: null,
    revokedAt: null,
    workspaceId: workspaceId('ws'),
    slug: 'greet',
    workflowId: 'wf',
    version: 1,
    documentHash: 'h',
    events: 'summary',
    allowedModels: [],
    allowsToolNames: false,
    allowsCallerTools: false,
    allowsDecisions: false,
    sharesRuns: false,
    allowedOrigins: [],
    hasBudget: false,
    ...changes,
  };
  const state = { nowMs: 0, stored: endpoint as Endpoint | null, finds: 0, marks: [] as number[] };
  const door = new ApiKeyAuthenticator({
    store: {
      find: async (wanted) => {
        state.finds++;
        return wanted === keyId ? state.stored : null;
      },
      markUsed: async (_keyId, at) => void state.marks.push(at.getTime()),
    },
    clock: { now: () => state.nowMs },
    log: { error: () => {} },
  });
  return { door, key, endpoint, state };
}

const codeOf = (error: unknown) => (AppError.is(error) ? error.code : error);
const refused = { code: 'authentication-failed' };

test('a key opens its own endpoint, by its slug or without one, and no other', async () => {
  const { door, key, endpoint } = makeDoor();
  expect(await door.authenticate(key, 'greet')).toBe(endpoint);
  expect(await door.authenticate(key)).toBe(endpoint);
  await expect(door.authenticate(key, 'other')).rejects.toMatchObject(refused);
});

test('every refusal is the same, and typos are never looked up', async () => {
  const { door, key, endpoint, state } = makeDoor();
  const messages = new Set<string>();
  const refuse = async (given: string | undefined, slug = 'greet') =>
    messages.add(await door.authenticate(given, slug).then(String, (error: Error) => `${codeOf(error)}: ${error.message}`));
  await refuse(undefined);
  await refuse('');
  await refuse(`${key.slice(0, -1)}x`);
  expect(state.finds).toBe(0);
  await refuse(makeApiKey().key);
  await refuse(key, 'nowhere');
  state.nowMs += 2000;
  state.stored = { ...endpoint, hash: makeApiKey().hash };
  await refuse(key);
  state.nowMs += 2000;
  state.stored = { ...endpoint, revokedAt: new Date(0) };
  await refuse(key);
  expect(messages.size).toBe(1);
});

test('a key ends at the moment it expires, though it was looked up before', async () => {
  const { door, key, state } = makeDoor({ expiresAt: new Date(1000) });
  state.nowMs = 999;
  await door.authenticate(key);
  state.nowMs = 1000;
  await expect(door.authenticate(key)).rejects.toMatchObject(refused);
});

test('a key is looked up at most every two seconds, at once when it was forgotten, and never from an error', async () => {
  const { door, key, state } = makeDoor();
  await Promise.all([door.authenticate(key), door.authenticate(key)]);
  state.nowMs = 1999;
  await door.authenticate(key);
  expect(state.finds).toBe(1);
  state.nowMs = 2000;
  await door.authenticate(key);
  expect(state.finds).toBe(2);
  state.stored = null;
  door.invalidateKey(key.slice(4, 14));
  await expect(door.authenticate(key)).rejects.toMatchObject(refused);
  await expect(door.authenticate(key)).rejects.toMatchObject(refused);
  expect(state.finds).toBe(4);
});

test('the last use is written once a minute', async () => {
  const { door, key, state } = makeDoor();
  for (const nowMs of [0, 1, 59_999, 60_000, 119_999, 120_000]) {
    state.nowMs = nowMs;
    await door.authenticate(key);
  }
  expect(state.marks).toEqual([0, 60_000, 120_000]);
});

test('a key has a limit of starts per minute, and the refusal has the time of the next one', () => {
  const { door, endpoint, state } = makeDoor({ ratePerMinute: 3 });
  const take = () => {
    try {
      door.checkRateLimit(endpoint);
      return 'taken';
    } catch (error) {
      if (!AppError.is(error)) throw error;
      return [error.code, error.details];
    }
  };
  expect([take(), take(), take()]).toEqual(['taken', 'taken', 'taken']);
  expect(take()).toEqual(['rate-limited', { retryAfterS: 20 }]);
  state.nowMs = 19_999;
  expect(take()).toEqual(['rate-limited', { retryAfterS: 1 }]);
  state.nowMs = 20_000;
  expect([take(), take()]).toEqual(['taken', ['rate-limited', { retryAfterS: 20 }]]);
  state.nowMs = 10 * 60_000;
  expect([take(), take(), take(), take()].map((one) => one === 'taken')).toEqual([true, true, true, false]);
});
