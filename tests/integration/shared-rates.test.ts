import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { RateStore } from '#server/db/stores/rate-store.ts';
import { SharedRateWindow } from '#server/models/shared-rate-window.ts';
import { type DatabaseLocation, databaseKinds, makeDatabaseLocation } from '../support/databases.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds)('limits of models that processes share on %s', (kind) => {
  let place: DatabaseLocation;
  let databases: Database[];
  beforeAll(async () => {
    place = await makeDatabaseLocation(kind);
    // An embedded database has one owner.
    databases = await Promise.all(Array.from({ length: kind === 'Postgres' ? 3 : 1 }, () => place.open()));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await place.remove();
  });

  const windowsOf = (name: string, limits: ConstructorParameters<typeof SharedRateWindow>[0]['limits']) =>
    databases.map(({ pool }) => {
      const onError = (error: unknown) => {
        throw error;
      };
      return new SharedRateWindow({ name, limits, store: new RateStore(pool), onError });
    });
  /** Minutes after the first, of each call in order. */
  const turns = (waits: readonly number[]) => waits.toSorted((a, b) => a - b).map((ms) => Math.round(ms / MINUTE_MS));

  test('no minute has more calls than allowed, however many processes reserve at once', async () => {
    const windows = windowsOf('model:calls', { requestsPerMinute: 5 });
    const reserved = await Promise.all(Array.from({ length: 15 }, (_, index) => windows[index % windows.length]?.reserve(0)));
    expect(turns(reserved.map((one) => one?.waitMs ?? -1))).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  });

  test('tokens count as estimated until the call has used others; a call that is not made counts nothing', async () => {
    const [one, other] = [
      new RateStore(databases[0]?.pool as Database['pool']),
      new RateStore(databases.at(-1)?.pool as Database['pool']),
    ];
    const reserve = (store: RateStore, tokens: number) => store.reserve('model:tokens', tokens, { tokensPerMinute: 100 });
    const large = await reserve(one, 90);
    const early = await reserve(other, 50);
    expect(turns([large.waitMs, early.waitMs])).toEqual([0, 1]);
    await other.cancel(early.id);
    await one.setTokens(large.id, 20);
    expect(turns([(await reserve(other, 75)).waitMs])).toEqual([0]);
    expect(turns([(await reserve(one, 10)).waitMs])).toEqual([1]);
  });

  test('a call larger than the limit has a minute to itself', async () => {
    const [window] = windowsOf('model:huge', { tokensPerMinute: 100 });
    const waits = [];
    for (const tokens of [500, 10, 500]) waits.push((await window?.reserve(tokens))?.waitMs ?? -1);
    expect(turns(waits)).toEqual([0, 1, 2]);
  });

  test('a bucket gives what it holds, then refills evenly', async () => {
    const stores = databases.map(({ pool }) => new RateStore(pool));
    const bucket = { capacity: 6, refillMs: 3_600_000 };
    const waits = await Promise.all(
      Array.from({ length: 9 }, (_, index) => stores[index % stores.length]?.take('key:k', bucket)),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(6);
    for (const waitMs of waits.filter((one) => one !== 0)) expect(waitMs).toBeGreaterThan(500_000);
    const fast = { capacity: 1, refillMs: 50 };
    expect(await stores[0]?.take('key:fast', fast)).toBe(0);
    await expect.poll(() => stores.at(-1)?.take('key:fast', fast), { interval: 20 }).toBe(0);
  });
});

test('without a database that answers, limits count within the process', async () => {
  const errors: unknown[] = [];
  const store = {
    reserve: () => Promise.reject(new Error('connection refused')),
    setTokens: async () => {},
    cancel: async () => {},
  };
  const window = new SharedRateWindow({
    name: 'model:m',
    limits: { requestsPerMinute: 1 },
    store,
    onError: (error) => void errors.push(error),
  });
  expect((await window.reserve(0)).waitMs).toBe(0);
  expect((await window.reserve(0)).waitMs).toBeGreaterThan(50_000);
  expect(errors).toHaveLength(2);
});

test('two servers on one database share the limits of models and keys', async () => {
  const [place, fake] = await Promise.all([makeDatabaseLocation('Postgres'), startFakeModel()]);
  const config = `models:\n  main:\n    provider: openai-compatible\n    model: fake\n    base_url: ${fake.url}\n    api_key: sk-1\n    timeout_s: 5\n    rate_limit: { requests_per_minute: 3 }\n`;
  const where = { ...place, config, env: { THREADLOOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } };
  const servers = [await ServerProcess.start(where), await ServerProcess.start(where)];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.end()));
    await Promise.all([place.remove(), fake.stop()]);
  });
  const clients = servers.map(({ url }) => makeClient({ baseUrl: url }));
  const document = workflowOf({ start: ['start', { inputs: [] }], ask: ['llm', { userPrompt: 'Hi' }] }, ['start -> ask']);
  const runs = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const run = await clients[index % 2]?.runDocument({ body: { document } });
      return run && 'status' in run ? run : undefined;
    }),
  );
  expect(runs.filter((run) => run?.status === 'succeeded')).toHaveLength(3);
  expect(fake.requests).toHaveLength(3);
  for (const run of runs) if (run?.status === 'failed') expect(run).toMatchObject({ error: { code: 'model-rate-limited' } });

  const [client] = clients;
  const plain = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { ok: 'yes' } }] }, ['start -> end']);
  const { id } = (await client?.createWorkflow({ body: plain })) ?? { id: '' };
  await client?.deployWorkflow({ params: { id }, body: { slug: 'rated' } });
  const made = await client?.createKey({ params: { slug: 'rated' }, body: { name: 'shop', ratePerMinute: 4 } });
  const call = (url: string) =>
    fetch(`${url}/api/v1/run/rated`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made?.key}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => call(servers[index % 2]?.url ?? '')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429, 429]);
});
