import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { RedisHub } from '#server/stream/redis-hub.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { makeEvents } from '../support/run-batch.ts';

const POLL = { timeout: 10_000, interval: 20 };
/** More than is sent with a commit. */
const LARGE = 'x'.repeat(100_000);

let redis: RedisServer;
/** The stored events. */
let stored: Map<string, StoredEvent[]>;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
});
beforeEach(() => {
  stored = new Map();
});

/** One process on this Redis, connected. */
async function join(): Promise<RedisHub> {
  const hub = new RedisHub({
    url: redis.url,
    log: { warn: () => {}, error: () => {} },
    stored: {
      lastSeqs: async (runIds) => new Map(runIds.map((runId) => [runId, stored.get(runId)?.at(-1)?.seq ?? 0])),
      readEvents: async (runId, afterSeq, limit) => (stored.get(runId) ?? []).filter(({ seq }) => seq > afterSeq).slice(0, limit),
    },
  });
  onTestFinished(() => hub.close());
  const answers = () =>
    hub.ping().then(
      () => true,
      () => false,
    );
  await expect.poll(answers, POLL).toBe(true);
  return hub;
}

/** Stores, then publishes, like a commit. */
function commit(hub: RedisHub, runId: string, events: StoredEvent[]): void {
  stored.set(runId, [...(stored.get(runId) ?? []), ...events]);
  hub.publish(runId, events);
}

function watch(hub: RedisHub, runId: string): number[] {
  const seen: number[] = [];
  onTestFinished(hub.subscribe(runId, (events) => seen.push(...events.map(({ seq }) => seq))));
  return seen;
}

test('events that one process commits reach all processes in order and once, and only their run', async () => {
  const [writer, first, second] = await Promise.all([join(), join(), join()]);
  const seen = [watch(first, 'run_all'), watch(second, 'run_all'), watch(second, 'run_other')];
  for (let seq = 1; seq <= 50; seq++) commit(writer, 'run_all', makeEvents(seq, seq));
  const all = Array.from({ length: 50 }, (_, index) => index + 1);
  await expect.poll(() => seen, POLL).toEqual([all, all, []]);
});

test('a late subscriber receives recent events, and then the rest', async () => {
  const [writer, late] = await Promise.all([join(), join()]);
  commit(writer, 'run_late', makeEvents(1, 3));
  const seen = watch(late, 'run_late');
  commit(writer, 'run_late', makeEvents(4, 5));
  await expect.poll(() => seen, POLL).toEqual([1, 2, 3, 4, 5]);
});

test('a commit that is too large to send is announced, and readers load its events from the database', async () => {
  const [writer, reader] = await Promise.all([join(), join()]);
  const seen = watch(reader, 'run_large');
  commit(writer, 'run_large', makeEvents(1, 4, LARGE));
  await expect.poll(() => seen, POLL).toEqual([4]);
});

test('an end that Redis lost is found in the database', async () => {
  const [writer, reader] = await Promise.all([join(), join()]);
  const seen = watch(reader, 'run_lost');
  commit(writer, 'run_lost', makeEvents(1, 1));
  await expect.poll(() => seen, POLL).toEqual([1]);
  // Stored but not published, as by a process that crashed in between.
  stored.set('run_lost', [...(stored.get('run_lost') ?? []), ...makeEvents(2, 7)]);
  await expect.poll(() => seen, POLL).toEqual([1, 7]);
  await redis.forget();
  commit(writer, 'run_lost', makeEvents(8, 8));
  await expect.poll(() => seen.at(-1), POLL).toBe(8);
});

test('while Redis is frozen events come from the database, and publishing does not block', async () => {
  const [writer, reader] = await Promise.all([join(), join()]);
  const seen = watch(reader, 'run_still');
  redis.freeze();
  try {
    const startedMs = performance.now();
    for (let seq = 1; seq <= 20; seq++) commit(writer, 'run_still', makeEvents(seq, seq));
    expect(performance.now() - startedMs).toBeLessThan(500);
    await expect.poll(() => seen.at(-1), POLL).toBe(20);
  } finally {
    redis.thaw();
  }
  commit(writer, 'run_still', makeEvents(21, 21));
  await expect.poll(() => seen.at(-1), POLL).toBe(21);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBe(seen.length);
});

test('notices reach every process, and none after unsubscribing', async () => {
  const [one, other] = await Promise.all([join(), join()]);
  const heard: string[] = [];
  const left: string[] = [];
  other.onNotice((runId) => heard.push(runId));
  const leave = other.onNotice((runId) => left.push(runId));
  one.notify('run_a');
  await expect.poll(() => heard, POLL).toContain('run_a');
  leave();
  one.notify('run_b');
  await expect.poll(() => heard, POLL).toContain('run_b');
  expect(left).not.toContain('run_b');
  const seen = watch(other, 'run_a');
  expect(other.watchedRuns).toBe(1);
  expect(seen).toEqual([]);
});
