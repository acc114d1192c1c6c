import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { currentLane, type LaneName } from '#server/db/database/request-lane.ts';
import { type Repositories, reposFor } from '#server/db/repositories/repositories.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const inputs = [{ name: 'message', type: 'text' }];
const echo = workflowOf(
  { start: ['start', { inputs }], end: ['end', { outputs: { said: '{{start.message | default: "nothing"}}' } }] },
  ['start -> end'],
);
const trigger = { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} };
const signed = { ...trigger, id: 'hook', type: 'webhook', config: { auth: 'github' } };
const published = { ...echo, triggers: [trigger, signed] } as unknown as Workflow;

withDatabase('crowds of strangers', (database) => {
  /** A server, and requests to it by everyone who may send some. Statements of `waiting` strangers wait. */
  async function setUp(options: Parameters<typeof startApi>[1] = {}) {
    const crowd = { waiting: 0 };
    const ping = async () => {};
    const api = await startApi(database(), {
      database: { kind: 'server', ping, waitingStrangers: () => crowd.waiting },
      ...options,
    });
    const { slug } = await publish(api.url, published);
    const url = (path: string) => `${api.url}/api/v1${path}`;
    await callApi(url(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { access: 'public' } });
    const visitor = String((await callApi(url(`/chat/${slug}/visitors`), { method: 'POST' })).json.token);
    const { key } = await makeKey(api.url, slug);
    const { secret } = (await callApi(url(`/deployments/${slug}/triggers/hook/secret`), { body: {} })).json;
    const text = JSON.stringify({ text: 'x' });
    const signature = createHmac('sha256', String(secret)).update(text).digest('hex');
    const sendSigned = () =>
      fetch(url(`/hooks/${slug}/hook`), {
        method: 'POST',
        body: text,
        headers: { 'x-hub-signature-256': `sha256=${signature}` },
      });
    return {
      crowd,
      sendSigned,
      ask: (path: string) =>
        callApi(url(path), {
          method: 'OPTIONS',
          headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
        }),
      addresses: [`/hooks/${slug}/hook`, '/hooks/none/hook', `/run/${slug}`, '/run/none', '/runs/run_1'],
      visit: () => callApi(url('/sessions'), { headers: bearer(visitor) }),
      fillForm: () => callApi(url(`/hooks/${slug}/form`), { body: { values: {} } }),
      useKey: () => callApi(url('/sessions'), { headers: bearer(key) }),
      read: () => callApi(url('/workflows')),
      probe: () => callApi(url('/ready')),
      readUnknown: () => callApi(url('/runs/run_none')),
      visitUnknown: () => callApi(url('/runs/run_none'), { headers: bearer(visitor) }),
    };
  }

  test('while the database has no turn for more strangers they are refused, and members, keys, signed requests and probes are not', async () => {
    const { crowd, ...all } = await setUp();
    expect((await all.visit()).status).toBe(200);
    crowd.waiting = 1000;
    for (const refused of [
      await all.visit(),
      await all.fillForm(),
      // Anyone can make browsers ask whether a page may call an address.
      ...(await Promise.all(all.addresses.map(all.ask))),
    ]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await all.useKey()).status).toBe(200);
    expect((await all.read()).status).toBe(200);
    expect((await all.probe()).status).toBe(200);
    expect((await all.sendSigned()).status).toBe(202);
    crowd.waiting = 0;
    expect((await all.visit()).status).toBe(200);
  });

  test('a stranger that leaves before its answer stays in its lane', async () => {
    const reached = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const lane = Promise.withResolvers<LaneName | undefined>();
    const list: Repositories['sessions']['list'] = async () => {
      reached.resolve();
      await gone.promise;
      lane.resolve(currentLane());
      return { items: [], nextCursor: null };
    };
    const api = await startApi(database(), {
      repos: (workspace) => {
        const repos = reposFor(database().db, workspace);
        return { ...repos, sessions: Object.assign(Object.create(repos.sessions), { list }) };
      },
    });
    const { slug } = await publish(api.url, published);
    await callApi(`${api.url}/api/v1/deployments/${slug}/chat-page`, { method: 'PUT', body: { access: 'public' } });
    const { json: visitor } = await callApi(`${api.url}/api/v1/chat/${slug}/visitors`, { method: 'POST' });
    const leaving = new AbortController();
    const cut = fetch(`${api.url}/api/v1/sessions`, { headers: bearer(String(visitor.token)), signal: leaving.signal });
    await reached.promise;
    leaving.abort();
    await expect(cut).rejects.toThrow();
    // Its connection is closed on the server, too.
    await expect.poll(() => api.log.some(({ fields }) => fields?.path === '/api/v1/sessions' && fields.isCut)).toBe(true);
    gone.resolve();
    expect(await lane.promise).toBe('strangers');
  });

  test('what strangers are refused again and again is answered ever later, and what others are refused at once', async () => {
    const delayMs = 300;
    const { readUnknown, visitUnknown, visit } = await setUp({ refusalLimits: { perSecond: 1, burst: 2, maxDelayMs: delayMs } });
    const timed = async (send: () => Promise<{ status: number }>) => {
      const sinceMs = performance.now();
      const { status } = await send();
      return { status, ms: performance.now() - sinceMs };
    };
    for (let count = 0; count < 2; count++) expect((await visitUnknown()).status).toBe(404);
    for (let count = 0; count < 2; count++) {
      const { status, ms } = await timed(visitUnknown);
      expect(status).toBe(404);
      // A timer may be early by a part of a millisecond.
      expect(ms).toBeGreaterThan(delayMs - 5);
    }
    const ofMember = await Promise.all(Array.from({ length: 20 }, () => timed(readUnknown)));
    expect(ofMember.every(({ status }) => status === 404)).toBe(true);
    // One after the other they would take longer than this.
    expect(Math.min(...ofMember.map(({ ms }) => ms))).toBeLessThan(delayMs);
    expect((await visit()).status).toBe(200);
  });
});
