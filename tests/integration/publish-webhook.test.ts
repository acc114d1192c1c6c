import { createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { WebhookStore } from '#server/db/stores/webhook-store.ts';
import { WebhookSender } from '#server/publish/webhook-sender.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { makeDatabaseLocation, withDatabase } from '#tests/support/databases.ts';
import { until } from '#tests/support/eventually.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { type LoopbackServer, startLoopbackServer } from '#tests/support/loopback-server.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { readFixtureLog } from '#tests/support/read-fixture-log.ts';
import { localWorkspace, makeBatch } from '#tests/support/run-batch.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const ask = workflowOf(
  {
    start: ['start', { inputs: [] }],
    model: ['llm', { userPrompt: 'Why?' }],
    end: ['end', { outputs: { answer: '{{model.output}}' } }],
  },
  ['start -> model', 'model -> end'],
);
const SECRET = 'a secret that only the two of us know';

function checkSignature({ headers, body }: LoopbackServer['hits'][number], secret: string): void {
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-threadloom-signature'])) ?? [];
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60);
  const { runId } = JSON.parse(body);
  expect(headers).toMatchObject({ 'webhook-id': runId, 'webhook-timestamp': seconds });
  expect(String(headers['webhook-signature']).split(' ')).toContain(
    `v1,${createHmac('sha256', secret).update(`${runId}.${seconds}.${body}`).digest('base64')}`,
  );
}

describe('a webhook', () => {
  /** A server whose runs take a second, and a webhook receiver with scripted responses. */
  async function start(answer: (response: ServerResponse, path: string) => void) {
    const listener: LoopbackServer = await startLoopbackServer((request, response) => answer(response, request.url ?? ''));
    const place = await makeDatabaseLocation();
    const fake = await startFakeModel();
    const model = `models:\n  m:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t200-d5\n`;
    const config = `${model}http:\n  allowed_private_hosts: ["${listener.host}"]\n`;
    const open = () => ServerProcess.start({ ...place, config });
    const state = { server: await open() };
    onTestFinished(async () => {
      await state.server.end();
      await fake.stop();
      await place.remove();
    });
    const restart = async () => {
      await state.server.end('SIGKILL');
      state.server = await open();
    };
    const endpoint = await publish(state.server.url, ask);
    const run = (webhook: object) =>
      callApi(`${state.server.url}/api/v1/run/${endpoint.slug}`, {
        body: { mode: 'async', webhook },
        headers: bearer(endpoint.key),
      });
    return { listener, restart, run };
  }

  test('sends the end of the run, signed, and retries a failed delivery', async () => {
    let tries = 0;
    const { listener, run } = await start((response) => response.writeHead(++tries === 1 ? 500 : 204).end());
    const { status, json } = await run({ url: `${listener.origin}/hook` });
    expect(status).toBe(202);
    expect(json.webhookSecret).toEqual(expect.any(String));
    await vi.waitUntil(() => listener.hits.length === 2, { timeout: 30_000 });
    for (const hit of listener.hits) {
      checkSignature(hit, String(json.webhookSecret));
      expect(JSON.parse(hit.body)).toMatchObject({
        runId: json.runId,
        status: 'succeeded',
        outputs: { answer: fakeText(200) },
        usage: { completionTokens: 200 },
      });
    }
  });

  test('is sent by the next process, for runs in progress and for ends that were not delivered', async () => {
    let isUp = false;
    const { listener, run, restart } = await start((response) => response.writeHead(isUp ? 200 : 503).end());
    const told = await run({ url: `${listener.origin}/ended`, secret: SECRET });
    await vi.waitUntil(() => listener.hits.length > 0, { timeout: 30_000 });
    const going = await run({ url: `${listener.origin}/going`, secret: SECRET });
    expect([told.status, going.status]).toEqual([202, 202]);
    expect(going.json).not.toHaveProperty('webhookSecret');
    isUp = true;
    await restart();
    const arrived = (path: string) => listener.hits.filter(({ url }) => url === path);
    await vi.waitUntil(() => arrived('/ended').length > 1 && arrived('/going').length > 0, { timeout: 60_000 });
    for (const [path, { json }] of [
      ['/ended', told],
      ['/going', going],
    ] as const) {
      const hit = arrived(path).at(-1);
      if (!hit) throw new Error(`Nothing came to ${path}`);
      checkSignature(hit, SECRET);
      expect(JSON.parse(hit.body)).toMatchObject({ runId: json.runId, status: 'succeeded', outputs: { answer: fakeText(200) } });
    }
  });
});

withDatabase('a webhook that no server accepts', (database) => {
  const secrets = new SecretBox([randomBytes(32)]);

  /** An ended run with a pending webhook, and its row afterwards. */
  async function makeEnded() {
    const runId = `run_${crypto.randomUUID()}`;
    const json = JSON.stringify({
      seq: 1,
      at: 1,
      v: 1,
      type: 'done',
      status: 'failed',
      tokensUsed: 0,
      error: { code: 'x', message: 'PROMPT' },
    });
    await new PgRunStore(database().pool).append([
      makeBatch({ runId, status: 'failed', events: [{ seq: 1, type: 'done', json }] }),
    ]);
    await reposFor(database().db, localWorkspace).webhooks.add(runId, {
      url: 'http://hook.example',
      sealedSecret: secrets.seal(SECRET, `webhooks:${runId}:secret`),
    });
    const shown = async () => (await reposFor(database().db, localWorkspace).runs.get(runId))?.webhook;
    return { runId, shown, read: () => database().prisma.webhook.findUniqueOrThrow({ where: { runId } }) };
  }

  function makeSender(fetch: GuardedFetch) {
    const warnings: unknown[] = [];
    const waits: number[] = [];
    let nowMs = Date.now() + 1000;
    const hub = new MemoryHub({ onListenerError: () => {} });
    const sender = new WebhookSender({
      store: new WebhookStore(database().pool),
      hub,
      fetch,
      secrets,
      clock: {
        now: () => nowMs,
        sleep: async (ms, signal) => {
          signal.throwIfAborted();
          waits.push(ms);
          nowMs += ms;
        },
      },
      log: { warn: (_message, fields) => void warnings.push(fields), error: (_message, fields) => void warnings.push(fields) },
    });
    onTestFinished(() => sender.close());
    return { sender, hub, waits, warnings };
  }

  test('is tried six times with growing backoff, then marked as failed', async () => {
    const { runId, read, shown } = await makeEnded();
    expect(await shown()).toEqual({ outcome: null, attempts: 0, failure: null });
    const bodies: unknown[] = [];
    const { sender, waits, warnings } = makeSender(async (url, init) => {
      bodies.push(JSON.parse(String(init?.body ?? '')));
      return { status: 410, headers: {}, url, body: new Uint8Array() };
    });
    await sender.start();
    await vi.waitUntil(async () => (await read()).closedAt !== null, { timeout: 20_000 });
    expect(waits).toEqual([0, 1000, 4000, 16_000, 64_000, 256_000]);
    expect(await read()).toMatchObject({ attempts: 6, outcome: 'given-up', secret: null });
    expect(warnings).toEqual([{ runId, attempts: 6, reason: 'answered 410' }]);
    expect(await shown()).toEqual({ outcome: 'given-up', attempts: 6, failure: 'answered 410' });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    // A caller sees the same parts of an error as in a summary.
    expect(bodies[0]).toMatchObject({ runId, status: 'failed', error: { code: 'x', message: 'The run failed: x' } });
  });

  test('is not retried if the address is not allowed', async () => {
    const { runId, read, shown } = await makeEnded();
    const { sender, warnings } = makeSender(async () => {
      throw new GuardedFetchError('url-refused', 'hook.example is inside the network');
    });
    sender.watch(runId);
    await until(async () => (await read()).closedAt !== null);
    expect(await read()).toMatchObject({ attempts: 1, outcome: 'given-up' });
    expect(await shown()).toEqual({ outcome: 'given-up', attempts: 1, failure: 'hook.example is inside the network' });
    expect(warnings).toEqual([{ runId, attempts: 1, reason: 'hook.example is inside the network' }]);
  });

  test('is not sent while the run waits for an approval, and its end includes the total usage', async () => {
    const runId = `run_${crypto.randomUUID()}`;
    const log = readFixtureLog('tools-and-approval');
    const store = new PgRunStore(database().pool);
    const bodies: unknown[] = [];
    const { sender, hub } = makeSender(async (url, init) => {
      bodies.push(JSON.parse(String(init?.body ?? '')));
      return { status: 200, headers: {}, url, body: new Uint8Array() };
    });
    const commit = async (status: 'waiting' | 'succeeded', events: typeof log) => {
      await store.append([makeBatch({ runId, status, events, ...(status === 'succeeded' && { outputs: '{}' }) })]);
      hub.publish(runId, events);
    };
    await commit('waiting', log.slice(0, 21));
    await reposFor(database().db, localWorkspace).webhooks.add(runId, {
      url: 'http://hook.example',
      sealedSecret: secrets.seal(SECRET, `webhooks:${runId}:secret`),
    });
    const ended = await makeEnded();
    const open = await new WebhookStore(database().pool).listOpen();
    expect(open).toContainEqual({ runId, hasEnded: false });
    expect(open).toContainEqual({ runId: ended.runId, hasEnded: true });
    sender.watch(runId);
    await commit('waiting', log.slice(21, 22));
    await commit('succeeded', log.slice(22));
    await until(() => bodies.length > 0);
    await sender.close();
    expect(bodies).toEqual([
      {
        runId,
        status: 'succeeded',
        outputs: { text: 'Tea is leaves in hot water.' },
        usage: { promptTokens: 34, completionTokens: 18, totalTokens: 52 },
      },
    ]);
  });

  test('two processes do not both begin the same try', async () => {
    const { runId, read } = await makeEnded();
    let sent = 0;
    const fetch: GuardedFetch = async (url) => {
      sent++;
      return { status: 200, headers: {}, url, body: new Uint8Array() };
    };
    for (const { sender } of [makeSender(fetch), makeSender(fetch)]) sender.watch(runId);
    await until(async () => (await read()).closedAt !== null);
    expect({ sent, ...(await read()) }).toMatchObject({ sent: 1, outcome: 'delivered', attempts: 1, secret: null });
  });
});

test('receivers that hang block no node that calls the same origin, and no other receiver', async () => {
  let open = 0;
  let mostOpen = 0;
  const hanging = await startLoopbackServer((request, response) => {
    if (request.url !== '/hook') return response.writeHead(200, { 'content-type': 'application/json' }).end('"here"');
    // A try ends at its timeout, and others follow.
    mostOpen = Math.max(mostOpen, ++open);
    response.once('close', () => open--);
  });
  const listening = await startLoopbackServer((_request, response) => response.writeHead(204).end());
  const place = await makeDatabaseLocation();
  const config = `http:\n  allowed_private_hosts: ["${hanging.host}", "${listening.host}"]\n`;
  const server = await ServerProcess.start({ ...place, config });
  onTestFinished(async () => {
    await server.end();
    await place.remove();
  });
  const fetches = workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['http', { url: `${hanging.origin}/data`, timeoutMs: 20_000 }],
      other: ['http', { url: listening.origin, timeoutMs: 20_000 }],
      end: ['end', { outputs: { said: '{{call.body}}' } }],
    },
    ['start -> call', 'call -> other', 'other -> end'],
  );
  const { slug, key } = await publish(server.url, fetches);
  const start = (body: object) => callApi(`${server.url}/api/v1/run/${slug}`, { body, headers: bearer(key) });
  for (let count = 0; count < 120; count++) await start({ mode: 'async', webhook: { url: `${hanging.origin}/hook` } });
  await expect.poll(() => mostOpen, { timeout: 30_000 }).toBe(5);
  expect((await start({})).json).toMatchObject({ status: 'succeeded', outputs: { said: 'here' } });
  await start({ mode: 'async', webhook: { url: `${listening.origin}/hook` } });
  await expect.poll(() => listening.hits.some(({ url }) => url === '/hook'), { timeout: 20_000 }).toBe(true);
  expect(mostOpen).toBe(5);
});
