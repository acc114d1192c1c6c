import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RunLimits } from '#engine/run/limits/run-limits.ts';
import { WorkTime } from '#engine/run/limits/work-time.ts';
import { NewerRuns } from '#engine/run/newer-runs.ts';
import { SweepTimer } from '#engine/run/signals/sweep-timer.ts';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { followTask } from '#server/a2a-services/follow-task.ts';
import { KeyLookup, type StoredKey } from '#server/auth/key-lookup.ts';
import { KeyRates } from '#server/auth/key-rates.ts';
import { RatePortions } from '#server/auth/rate-portions.ts';
import { SignIns } from '#server/auth/sign-ins.ts';
import { VisitorTokens } from '#server/auth/visitor-tokens.ts';
import { WrongCredentials } from '#server/auth/wrong-credentials.ts';
import { CredentialOpener } from '#server/credentials/credential-opener.ts';
import { StrangerBudgets } from '#server/limits/stranger-rates.ts';
import { throttleProgress } from '#server/mcp/throttle-progress.ts';
import { ModuleTools } from '#server/module-tools/module-tools.ts';
import { ChatPages } from '#server/publish/chat-pages.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { FileLinks } from '#server/storage/files/file-links.ts';
import schedule from '#server/triggers/handlers/schedule.handler.ts';
import { HookRefusals } from '#server/triggers/hook-refusals.ts';
import { TriggerRates } from '#server/triggers/trigger-rates.ts';
import { ManualClock } from './support/manual-clock.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const log = { error: () => {}, warn: () => {} };
const secrets = new SecretBox([randomBytes(32)]);

/** True if one more was allowed. */
type Ask = () => Promise<boolean>;

async function isAllowed(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (AppError.is(error) && error.code === 'rate-limited') return false;
    throw error;
  }
}

const rates: Readonly<Record<string, (clock: ManualClock) => Ask>> = {
  StrangerBudgets: (clock) => {
    const budgets = new StrangerBudgets({ clock });
    return () => isAllowed(() => budgets.take({ kind: 'work', visitorId: 'v' }));
  },
  KeyRates: (clock) => {
    const keys = new KeyRates({ clock, log }, { what: 'start' });
    return () => isAllowed(() => keys.take('k', 20));
  },
  TriggerRates: (clock) => {
    const triggers = new TriggerRates({ clock, log });
    return () => isAllowed(() => triggers.check({ slug: 's', triggerId: 't' }, 20, 'form'));
  },
  HookRefusals: (clock) => {
    const refusals = new HookRefusals({ clock, log, newId: () => 'evt_1', events: { addRefusal: async () => {} } } as never);
    const error = new AppError('authentication-failed', 'No signature.');
    return async () => {
      const answer = await refusals.note({ slug: 's', triggerId: 't' } as never, { method: 'POST', query: {} } as never, {
        error,
        address: '192.0.2.1',
      });
      return (answer as AppError).code !== 'rate-limited';
    };
  },
  WrongCredentials: (clock) => {
    let isDelayed = false;
    const sleep = async () => {
      isDelayed = true;
    };
    const wrong = new WrongCredentials({
      clock: { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep } as unknown as ManualClock,
      log,
    });
    return async () => {
      isDelayed = false;
      await wrong.slowDown('192.0.2.1', 'key', new AbortController().signal);
      return !isDelayed;
    };
  },
};

async function countAllowed(ask: Ask): Promise<number> {
  for (let count = 0; count < 1000; count++) if (!(await ask())) return count;
  throw new Error('There is no limit.');
}

describe.each(Object.entries(rates))('the rate of %s', (_, open) => {
  test('gives nothing for a clock that is set back, and is back after a minute', async () => {
    const clock = new ManualClock();
    const ask = open(clock);
    const atOnce = await countAllowed(ask);
    clock.setBack(HOUR_MS);
    expect(await countAllowed(ask)).toBe(0);
    clock.advance(MINUTE_MS);
    const again = await countAllowed(ask);
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(atOnce);
  });
});

const key: StoredKey = { keyId: 'k', hash: 'h', expiresAt: null, revokedAt: null };
const count = <Result>(result: Result) => {
  const call = async () => {
    counter.calls++;
    return result;
  };
  const counter = { calls: 0, call };
  return counter;
};

type Kept = { readonly use: () => unknown; readonly calls: () => number; readonly keptMs: number };

const caches: Readonly<Record<string, (clock: ManualClock) => Kept>> = {
  KeyLookup: (clock) => {
    const found = count(key);
    const keys = new KeyLookup({ store: { find: found.call, markUsed: async () => {} }, clock, log });
    return { use: () => keys.findValid({ keyId: 'k', hash: 'h' } as never), calls: () => found.calls, keptMs: 2000 };
  },
  'KeyLookup, the mark of a use': (clock) => {
    const marked = count(undefined);
    const keys = new KeyLookup({ store: { find: async () => key, markUsed: marked.call }, clock, log });
    return { use: () => keys.markUsed('k'), calls: () => marked.calls, keptMs: MINUTE_MS };
  },
  'CredentialOpener, the mark of a use': (clock) => {
    const marked = count(undefined);
    const sealed = secrets.seal('{}', 'x');
    const store = {
      find: async () => ({ credentialId: 'c', name: 'c', hosts: [], sealed, type: 'bearer' }),
      markUsed: marked.call,
    };
    const opener = new CredentialOpener({ store, secrets: { open: () => '{"token":"t"}' }, tokens: {}, clock, log } as never);
    return { use: () => opener.open({} as never), calls: () => marked.calls, keptMs: MINUTE_MS };
  },
  SignIns: (clock) => {
    const found = count({ createdAt: new Date(clock.now()), usedAt: new Date(clock.now()) });
    const store = { find: found.call } as never;
    const signIns = new SignIns({ store, adminToken: 'a', clock, log });
    return { use: () => signIns.isValid('x'.repeat(43)), calls: () => found.calls, keptMs: 2000 };
  },
  ChatPages: (clock) => {
    const found = count(null);
    const pages = new ChatPages({
      store: { findChatPage: found.call, findChatLogo: found.call, findSharedChat: found.call },
      tokens: new VisitorTokens(secrets),
      clock,
    });
    return { use: () => pages.find('s'), calls: () => found.calls, keptMs: 2000 };
  },
  StampedCache: (clock) => {
    const look = count({ stamp: 's', load: async () => 1 });
    const cache = new StampedCache({ look: look.call, now: elapsedTime(clock) });
    return { use: () => cache.get('k'), calls: () => look.calls, keptMs: 2000 };
  },
  RatePortions: (clock) => {
    const taken = count(0);
    const portions = new RatePortions({ rates: { take: taken.call }, clock });
    // The second portion is of two requests, and leaves one.
    const use = async () => {
      for (let request = taken.calls === 0 ? 2 : 1; request > 0; request--) await portions.take('k', 60_000);
    };
    return { use, calls: () => taken.calls, keptMs: 1000 };
  },
  ModuleTools: (clock) => {
    const failed = { calls: 0 };
    const modules = { missing: { module: './no-such-module.ts', export: 'x' } } as never;
    const onError = { error: () => failed.calls++ } as never;
    const tools = new ModuleTools({ modules, configFile: import.meta.filename, clock, log: onError });
    return { use: () => tools.toolsOf(), calls: () => failed.calls, keptMs: 30_000 };
  },
  throttleProgress: (clock) => {
    const reported = { calls: 0 };
    const report = throttleProgress(() => void reported.calls++, elapsedTime(clock));
    return { use: () => report({ message: 'm' }), calls: () => reported.calls, keptMs: 500 };
  },
};

describe.each(Object.entries(caches))('what %s keeps', (_, open) => {
  test('is kept no longer by a clock that is set back', async () => {
    const clock = new ManualClock();
    const { use, calls, keptMs } = open(clock);
    await use();
    const before = calls();
    clock.setBack(HOUR_MS);
    clock.advance(keptMs + 1);
    await use();
    expect(calls()).toBeGreaterThan(before);
  });
});

test('a clock that is set back makes what has expired valid for no longer than it was set back', () => {
  const clock = new ManualClock();
  const tokens = new VisitorTokens(secrets);
  const links = new FileLinks(randomBytes(32));
  const { token, expiresAt } = tokens.issue('s', clock.now());
  const link = links.sign({ workspaceId: workspaceId('w'), fileId: 'f', revision: 1 } as never, expiresAt.getTime());
  const valid = () => [tokens.read(token, clock.now()) !== null, links.open(link, clock.now()) !== null];
  clock.advance(expiresAt.getTime() - clock.now());
  expect(valid()).toEqual([false, false]);
  clock.setBack(HOUR_MS);
  clock.advance(HOUR_MS);
  expect(valid()).toEqual([false, false]);
});

test('a schedule fires no time twice, and none before it is due', async () => {
  const config = { every: 'interval', cron: [], everyMs: MINUTE_MS, timeZone: 'UTC', missed: 'all', overlap: 'queue' } as never;
  const clock = new ManualClock();
  const keys: (string | undefined)[] = [];
  let dueAt = schedule.firstAt?.(config, new Date(clock.now())) as Date;
  for (let turn = 0; turn < 10; turn++) {
    if (turn === 5) clock.setBack(HOUR_MS);
    clock.advance(MINUTE_MS);
    // As a turn has it: the database says that it is due.
    const now = new Date(Math.max(clock.now(), dueAt.getTime()));
    const turnOf = await schedule.collect?.(config, { dueAt, now, state: null }, {} as never);
    keys.push(...(turnOf?.events ?? []).map((event) => event.key));
    expect(turnOf?.nextAt?.getTime()).toBeGreaterThan(now.getTime());
    dueAt = turnOf?.nextAt as Date;
  }
  expect(keys.length).toBeGreaterThanOrEqual(10);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a run has no more time, a sweep waits no longer, and a run of a newer build is not left for longer', async () => {
  const clock = new ManualClock();
  const used = { steps: 0, llmCalls: 0, toolCalls: 0, usage: { totalTokens: 0 } } as never;
  const limits = new RunLimits({ maxDurationMs: MINUTE_MS, onLimit: 'ask' } as never, {
    found: { asked: [], decided: [] },
    used,
    clock,
  });
  limits.countFrom(clock.now() - 30_000, new WorkTime(clock));
  const newer = new NewerRuns(clock);
  newer.leave('run');
  const timer = new SweepTimer(clock);
  const sweep = timer.untilNext(30_000, new AbortController().signal);
  clock.setBack(HOUR_MS);
  expect(limits.findHit('tool-call')).toBeUndefined();
  clock.advance(30_000);
  expect(limits.findHit('tool-call')).toMatchObject({ limit: 'maxDurationMs', used: MINUTE_MS });
  expect(newer.isLeft('run')).toBe(false);
  await sweep;
});

test('a task of another agent is followed for no longer', async () => {
  const clock = new ManualClock();
  const open = { taskId: 't', contextId: null, state: 'working', text: '' } as never;
  const looks = { count: 0 };
  const look = async () => {
    if (looks.count++ === 0) clock.setBack(HOUR_MS);
    return open;
  };
  const call = { signal: new AbortController().signal, onProgress: () => {} };
  const sleeping = { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep: async (ms: number) => clock.advance(ms) };
  await followTask(open, { look, waitMs: 10_000, clock: sleeping as never, call });
  expect(looks.count).toBeLessThan(20);
});

test('time that passes by a clock without such a reading never goes back', () => {
  let nowMs = 0;
  const passed = elapsedTime({ now: () => nowMs });
  const readings = [500, 300, 350, 1350].map((at) => {
    nowMs = at;
    return passed();
  });
  expect(readings).toEqual([500, 500, 550, 1550]);
});
