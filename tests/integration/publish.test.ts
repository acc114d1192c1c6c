import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, makeKey, publish, readFrames } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const greet = (template = '{{start.text}}!') =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
      shout: ['template', { template }],
      end: ['end', { outputs: { answer: '{{shout.text}}' } }],
    },
    ['start -> shout', 'shout -> end'],
  );
const asking = (model = 'slow') =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
      model: ['llm', { model, systemPrompt: 'HIDDEN SYSTEM PROMPT', userPrompt: 'HIDDEN PROMPT {{start.question}}' }],
      end: ['end', { outputs: { answer: '{{model.output}}' } }],
    },
    ['start -> model', 'model -> end'],
  );
const ask = asking();
const approve = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    ask: ['approval', { title: 'Send it?', value: '{{start.text}}' }],
    end: ['end', { outputs: { sent: '{{ask}}' } }],
  },
  ['start -> ask', 'ask.approved -> end'],
);
const hi = { inputs: { text: 'hi' } };
const never = workflowOf({ start: ['start', { inputs: [] }], bad: ['template', { template: '{{nowhere.text}}' }] }, [
  'start -> bad',
]);

describe('a published workflow', () => {
  let place: DatabaseLocation;
  let fake: FakeModel;
  let server: ServerProcess;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const run = (slug: string, key: string | undefined, body: unknown = hi) =>
    callApi(api(`/run/${slug}`), { body, headers: key === undefined ? {} : bearer(key) });

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    fake = await startFakeModel();
    const config = `models:\n  slow:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t200-d5\n`;
    server = await ServerProcess.start({ ...place, config });
  });
  afterAll(async () => {
    await server?.end();
    await fake?.stop();
    await place?.remove();
  });

  test('a caller at level summary gets the text of the model before the end, and no earlier draft', async () => {
    const workflow = workflowOf(
      {
        start: ['start', { inputs: [] }],
        draft: ['llm', { model: 'slow', userPrompt: 'Write' }],
        answer: ['llm', { model: 'slow', userPrompt: 'Improve {{draft.output}}' }],
        end: ['end', { outputs: { answer: '{{answer.output}}' } }],
      },
      ['start -> draft', 'draft -> answer', 'answer -> end'],
    );
    const heardBy = async (events?: 'full') => {
      const { slug, key } = await publish(server.url, workflow, events && { events });
      const options = { method: 'POST', body: { mode: 'stream' }, headers: bearer(key) };
      const { frames } = await readFrames(api(`/run/${slug}`), options);
      return new Set(frames.filter(({ event }) => event === 'content').map(({ data }) => data.nodeId));
    };
    expect(await heardBy()).toEqual(new Set(['answer']));
    expect(await heardBy('full')).toEqual(new Set(['draft', 'answer']));
  });

  test('runs with its key and answers when it has ended', async () => {
    const { slug, key, workflowId } = await publish(server.url, greet());
    const { status, json } = await run(slug, key, { ...hi, user: 'ada', sessionId: 's1' });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        runId: expect.stringMatching(/^run_/),
        status: 'succeeded',
        outputs: { answer: 'hi!' },
        usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      },
    });
    const stored = await callApi(api(`/runs/${json.runId}`), { headers: bearer(key) });
    expect(stored.json).toMatchObject({ workflowId, mode: 'deployed', slug, version: 1, user: 'ada', sessionId: 's1' });
  });

  test('gives the same answer for a missing, malformed, wrong and revoked key and an unknown slug', async () => {
    const { slug, key, keyId } = await publish(server.url, greet());
    const other = await publish(server.url, greet());
    const revoked = await makeKey(server.url, slug);
    expect((await run(slug, revoked.key)).status).toBe(200);
    expect((await callApi(api(`/deployments/${slug}/keys/${revoked.keyId}`), { method: 'DELETE' })).status).toBe(204);
    const answers = await Promise.all([
      run(slug, undefined),
      run(slug, 'nonsense'),
      run(slug, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
      run(slug, other.key),
      run(slug, revoked.key),
      run('nowhere', key),
      run('Not A Slug', key),
      // Before its body is validated.
      run(slug, undefined, { document: {} }),
    ]);
    for (const { status, headers, json } of answers) {
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Threadloom"']);
      expect(json.error).toMatchObject({ code: 'authentication-failed', number: 1001 });
      expect({ ...(json.error as object), requestId: '' }).toEqual({ ...(answers[0]?.json.error as object), requestId: '' });
    }
    expect((await run(slug, key)).status).toBe(200);
    // The use of a key is recorded concurrently with its run.
    const keys = async () => (await callApi(api(`/deployments/${slug}/keys`))).json.items;
    await expect.poll(keys).toMatchObject([
      { id: revoked.keyId, revokedAt: expect.any(String) },
      { id: keyId, revokedAt: null, prefix: `tlk_${keyId}`, last4: key.slice(43, 47), lastUsedAt: expect.any(String) },
    ]);
    expect(JSON.stringify(await keys())).not.toContain(key.slice(15, 47));
  });

  test('ends a key when it expires', async () => {
    const { slug } = await publish(server.url, greet());
    let key = '';
    let status = 0;
    // A slow machine may use up a short life before the first run.
    for (let lifeMs = 1500; status !== 200 && lifeMs < 30_000; lifeMs *= 4) {
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      const made = await makeKey(server.url, slug, { expiresAt }).catch(() => undefined);
      if (!made) continue;
      ({ key } = made);
      ({ status } = await run(slug, key));
    }
    expect(status).toBe(200);
    await vi.waitUntil(async () => (await run(slug, key)).status === 401, { timeout: 40_000, interval: 100 });
    const past = { name: 'late', expiresAt: '2020-01-01T00:00:00Z' };
    const refused = await callApi(api(`/deployments/${slug}/keys`), { body: past });
    expect(refused).toMatchObject({ status: 400, json: { error: { details: { problems: [{ path: 'body.expiresAt' }] } } } });
  });

  test('limits the starts of a key per minute, and sends Retry-After', async () => {
    const { slug, key } = await publish(server.url, greet(), { key: { ratePerMinute: 2 } });
    const free = await makeKey(server.url, slug);
    const answers = [await run(slug, key), await run(slug, key), await run(slug, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.json).toMatchObject({ error: { code: 'rate-limited' } });
    const retryAfterS = Number(answers[2]?.headers['retry-after']);
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(30);
    expect((await run(slug, free.key)).status).toBe(200);
  });

  test('accepts inputs and nothing that would change the document', async () => {
    const { slug, key, workflowId } = await publish(server.url, greet());
    for (const field of ['document', 'nodes', 'workflow', 'definition', 'model', 'toolNames', 'version', 'events', 'settings']) {
      const { status, json } = await run(slug, key, { ...hi, [field]: greet('{{start.text}}?') });
      expect([field, status, json.error]).toMatchObject([field, 400, { details: { problems: [{ path: `body.${field}` }] } }]);
    }
    expect(await run(slug, key, {})).toMatchObject({ status: 422, json: { error: { code: 'inputs-invalid' } } });
    const both = { ...hi, webhook: { url: 'http://example.org' } };
    expect(await run(slug, key, both)).toMatchObject({
      status: 400,
      json: { error: { details: { problems: [{ path: 'body.webhook' }] } } },
    });
    // None of these stored a run.
    const { json } = await callApi(api(`/runs?workflowId=${workflowId}`));
    expect(json.items).toEqual([]);
  });

  test('numbers that a number does not hold are kept as texts, named, and refused for an input of type number', async () => {
    const echo = workflowOf(
      {
        start: [
          'start',
          {
            inputs: [
              { name: 'data', type: 'json' },
              { name: 'count', type: 'number' },
            ],
          },
        ],
        end: ['end', { outputs: { data: '{{start.data}}' } }],
      },
      ['start -> end'],
    );
    const { slug, key } = await publish(server.url, echo);
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json', ...bearer(key) };
      const answer = await rawRequest(api(`/run/${slug}`), { method: 'POST', headers, body: [body] });
      return { ...answer, json: JSON.parse(answer.text) };
    };
    const kept = await post('{"inputs":{"data":{"id":1234567890123456789,"每":[0.1234567890123456789],"n":1.0},"count":7}}');
    const data = { id: '1234567890123456789', 每: ['0.1234567890123456789'], n: 1 };
    expect([kept.status, kept.json.outputs]).toEqual([200, { data }]);
    expect(kept.headers['x-numbers-as-text']).toBe('inputs.data.id, inputs.data.%E6%AF%8F[]');
    const stored = await callApi(api(`/runs/${kept.json.runId}`), { headers: bearer(key) });
    expect(stored.json.inputs).toEqual({ data, count: 7 });
    const refused = await post('{"inputs":{"count":1234567890123456789}}');
    expect([refused.status, refused.json.error.message]).toEqual([422, expect.stringContaining('1234567890123456789')]);
    expect(refused.json.error.message).toContain('more digits than a number keeps');
  });

  test('streams, and resumes after a cut where it broke', async () => {
    const { slug, key } = await publish(server.url, ask);
    const body = { inputs: { question: 'why?' }, mode: 'stream' };
    const first = await readFrames(api(`/run/${slug}`), { method: 'POST', body, headers: bearer(key), cutAfter: 6 });
    expect(first).toMatchObject({ status: 200, frames: { length: 6 } });
    const runId = String(first.frames[0]?.data.runId);
    const lastId = first.frames.at(-1)?.id ?? 0;
    const headers = { ...bearer(key), 'last-event-id': String(lastId) };
    const rest = await readFrames(api(`/runs/${runId}/events`), { headers });
    const frames = [...first.frames, ...rest.frames];
    expect(frames.map(({ id }) => id)).toEqual([...new Set(frames.map(({ id }) => id))].sort((a, b) => a - b));
    expect(frames.at(-1)).toMatchObject({ event: 'done', data: { status: 'succeeded', outputs: { answer: fakeText(200) } } });
    const text = frames.filter(({ event }) => event === 'content').map(({ data }) => data.content);
    expect(text.join('')).toBe(fakeText(200));
    const nothingLeft = await readFrames(api(`/runs/${runId}/events`), {
      headers: { ...bearer(key), 'last-event-id': String(frames.at(-1)?.id) },
    });
    expect(nothingLeft).toEqual({ status: 204, frames: [] });
  });

  test('answers async with where to look, and the run can be read and stopped with the key', async () => {
    const { slug, key } = await publish(server.url, asking('openai-compatible/fake-t2000-d20'));
    const headers = bearer(key);
    const { status, json } = await run(slug, key, { inputs: { question: 'why?' }, mode: 'async' });
    expect(status).toBe(202);
    expect(json).toEqual({
      runId: expect.any(String),
      statusUrl: `/api/v1/runs/${json.runId}`,
      eventsUrl: `/api/v1/runs/${json.runId}/events`,
    });
    expect(await callApi(server.url + json.statusUrl, { headers })).toMatchObject({
      status: 200,
      json: { status: 'running', slug },
    });
    const stopped = await callApi(`${server.url}${json.statusUrl}/stop`, { method: 'POST', headers });
    expect(stopped).toMatchObject({ status: 200, json: { status: 'stopped' } });
    expect(await callApi(server.url + json.statusUrl, { headers })).toMatchObject({ json: { status: 'cancelled' } });
  });

  test('answers 202 while it waits for an approval, and resumes with the decision of the key', async () => {
    const { slug, key } = await publish(server.url, approve, { allow: { decisions: true } });
    const headers = bearer(key);
    const { status, json } = await run(slug, key);
    expect({ status, json }).toMatchObject({
      status: 202,
      json: { status: 'waiting', approvals: [{ nodeId: 'ask', kind: 'value', tool: 'approval' }] },
    });
    const [{ actionId }] = json.approvals as [{ actionId: string }];
    const open = await callApi(api(`/runs/${json.runId}/approvals?status=pending`), { headers });
    expect(open.json.items).toMatchObject([{ actionId, status: 'pending' }]);
    const body = { confirmed: true, args: 'HIDDEN EDIT', comment: 'HIDDEN COMMENT' };
    const decided = await callApi(api(`/runs/${json.runId}/approvals/${actionId}`), { body, headers });
    expect(decided).toMatchObject({ status: 200, json: { status: 'confirmed', nextAction: { runId: json.runId } } });
    const { streamUrl } = decided.json.nextAction as { streamUrl: string };
    const { frames } = await readFrames(server.url + streamUrl, { headers });
    expect(frames.at(-1)).toMatchObject({ event: 'done', data: { status: 'succeeded', outputs: { sent: 'HIDDEN EDIT' } } });
    expect(JSON.stringify(frames.slice(0, -1))).not.toContain('HIDDEN');
  });

  test('streams events at the level summary, and full only if it was published so', async () => {
    const hidden = /HIDDEN|"inputs"|"request"|thinking/;
    const body = { inputs: { question: 'why?' }, mode: 'stream' };
    const summary = await publish(server.url, ask);
    const streamed = await readFrames(api(`/run/${summary.slug}`), { method: 'POST', body, headers: bearer(summary.key) });
    const runId = streamed.frames[0]?.data.runId;
    const again = await readFrames(api(`/runs/${runId}/events?events=full`), { headers: bearer(summary.key) });
    const page = await callApi(api(`/runs/${runId}/events?events=full`), {
      headers: { ...bearer(summary.key), accept: 'application/json' },
    });
    for (const seen of [streamed.frames, again.frames, page.json.items]) {
      expect(JSON.stringify(seen)).not.toMatch(hidden);
      expect(seen).toHaveLength(streamed.frames.length);
    }
    // Members of the workspace still see everything.
    expect(JSON.stringify((await readFrames(api(`/runs/${runId}/events`))).frames)).toMatch(/HIDDEN SYSTEM PROMPT/);
    const full = await publish(server.url, ask, { events: 'full' });
    const all = await readFrames(api(`/run/${full.slug}`), { method: 'POST', body, headers: bearer(full.key) });
    expect(JSON.stringify(all.frames)).toMatch(/HIDDEN PROMPT why\?/);
  });

  test('gives a key access to its own runs only', async () => {
    const mine = await publish(server.url, greet());
    const theirs = await publish(server.url, greet());
    const foreign = (await run(theirs.slug, theirs.key)).json.runId;
    const draft = (await callApi(api(`/workflows/${mine.workflowId}/runs`), { body: hi })).json.runId;
    const headers = bearer(mine.key);
    for (const runId of [foreign, draft, 'run_none']) {
      for (const [path, method] of [
        ['', 'GET'],
        ['/events', 'GET'],
        ['/stop', 'POST'],
      ] as const) {
        const answer = await callApi(api(`/runs/${runId}${path}`), { method, headers });
        expect([runId, path, answer.status, answer.json.error]).toMatchObject([runId, path, 404, { code: 'run-not-found' }]);
      }
    }
    for (const path of ['/runs', '/workflows', `/deployments/${mine.slug}`, `/deployments/${mine.slug}/keys`])
      expect([path, (await callApi(api(path), { headers })).status]).toEqual([path, 403]);
    expect((await callApi(api('/nowhere'), { headers })).status).toBe(404);
    expect((await callApi(api(`/run/${mine.slug}`), { headers })).json).toMatchObject({ error: { code: 'method-not-allowed' } });
    const publishing = { body: { slug: mine.slug }, headers };
    expect((await callApi(api(`/workflows/${theirs.workflowId}/deployments`), publishing)).status).toBe(403);
  });

  test('streams at summary only the text that becomes an output', async () => {
    const drafted = workflowOf(
      {
        start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
        inner: ['llm', { userPrompt: 'PLAN {{start.question}}' }],
        answer: ['llm', { userPrompt: 'ANSWER {{inner.output}}' }],
        end: ['end', { outputs: { answer: '{{answer.output}}' } }],
      },
      ['start -> inner', 'inner -> answer', 'answer -> end'],
    );
    const { slug, key } = await publish(server.url, drafted);
    const headers = bearer(key);
    const body = { inputs: { question: 'why' }, mode: 'stream' };
    const { frames } = await readFrames(api(`/run/${slug}`), { method: 'POST', body, headers });
    const writers = (events: readonly { event: string; data: Record<string, unknown> }[]) =>
      new Set(events.filter(({ event }) => event === 'content').map(({ data }) => data.nodeId));
    expect(writers(frames)).toEqual(new Set(['answer']));
    const runId = String(frames[0]?.data.runId);
    const again = await readFrames(api(`/runs/${runId}/events`), { headers });
    expect(writers(again.frames)).toEqual(new Set(['answer']));
    const page = await callApi(api(`/runs/${runId}/events`), { headers: { ...headers, accept: 'application/json' } });
    expect(JSON.stringify(page.json)).not.toContain('"nodeId":"inner","content"');
    const own = await readFrames(api(`/runs/${runId}/events`));
    expect(writers(own.frames)).toEqual(new Set(['inner', 'answer']));
  });

  test('pages of the listed origins may call it and read its answers and streams, until the list is empty', async () => {
    const origin = 'https://shop.example.com';
    const { slug, key, workflowId } = await publish(server.url, greet(), { allow: { origins: [origin] } });
    const page = { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json', ...bearer(key) };
    const permission = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' };
    const preflight = (path: string, from = origin) =>
      rawRequest(api(path), { method: 'OPTIONS', headers: { origin: from, ...asked } });
    for (const path of [`/run/${slug}`, `/run/${slug}/stream`]) {
      const { status, headers } = await preflight(path);
      expect([status, headers['access-control-allow-origin'], headers['access-control-allow-headers']]).toEqual([
        204,
        origin,
        'authorization,content-type',
      ]);
      const answer = await rawRequest(api(path), { method: 'POST', headers: page, body: [JSON.stringify(hi)] });
      expect([answer.status, permission(answer)]).toEqual([200, origin]);
    }
    const refused = await rawRequest(api(`/run/${slug}`), {
      method: 'POST',
      headers: { ...page, ...bearer('no') },
      body: ['{}'],
    });
    expect([refused.status, permission(refused)]).toEqual([401, origin]);
    for (const [path, from] of [
      [`/run/${slug}`, 'https://evil.test'],
      ['/runs/run_1', 'https://evil.test'],
      ['/runs', origin],
      ['/run/none', origin],
    ] as const)
      expect(permission(await preflight(path, from))).toBeUndefined();
    expect((await callApi(api(`/deployments/${slug}`))).json.allow).toMatchObject({ origins: [origin] });
    await callApi(api(`/workflows/${workflowId}/deployments`), { body: { slug, allow: { origins: [] } } });
    await vi.waitFor(async () => expect(permission(await preflight(`/run/${slug}`))).toBeUndefined(), { timeout: 5000 });
  });

  test('pages of the listed origins also read its runs and use it as a model, and those of other endpoints do not', async () => {
    const origin = 'https://shop.example.com';
    const own = await publish(server.url, greet(), { allow: { origins: [origin] } });
    const other = await publish(server.url, greet(), { allow: { origins: ['https://*.example.org'] } });
    const ask = async (path: string, { key, method = 'GET', body }: { key: string; method?: string; body?: object }) => {
      const headers = { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json', ...bearer(key) };
      const answer = await rawRequest(`${server.url}${path}`, { method, headers, body: body ? [JSON.stringify(body)] : [] });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      return { status: answer.status, allowed: answer.headers['access-control-allow-origin'], text: answer.text };
    };
    const runIdOf = async ({ slug, key }: typeof own) => String((await run(slug, key)).json.runId);
    const ownRun = await runIdOf(own);
    const otherRun = await runIdOf(other);
    const paths = [`/api/v1/run/${own.slug}`, '/v1/models', '/v1/chat/completions', `/api/v1/runs/${ownRun}/events`];
    for (const path of paths) {
      const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
      const { status, headers: given } = await rawRequest(`${server.url}${path}`, { method: 'OPTIONS', headers });
      expect([path, status, given['access-control-allow-origin']]).toEqual([path, 204, origin]);
      const evil = await rawRequest(`${server.url}${path}`, { method: 'OPTIONS', headers: { ...headers, host: 'evil.test' } });
      expect([evil.status, evil.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
    const messages = [{ role: 'user', content: 'Ada' }];
    const chat = { key: own.key, method: 'POST', body: { model: own.slug, messages } };
    expect(await ask('/v1/chat/completions', chat)).toMatchObject({ status: 200, allowed: origin });
    expect(await ask('/v1/chat/completions', { ...chat, key: 'tlk_wrong' })).toMatchObject({ status: 401, allowed: origin });
    expect(await ask(`/api/v1/runs/${ownRun}`, { key: own.key })).toMatchObject({ status: 200, allowed: origin });
    expect(await ask(`/api/v1/runs/${ownRun}/events`, { key: own.key })).toMatchObject({ status: 200, allowed: origin });
    expect(await ask('/v1/models', { key: other.key })).toMatchObject({ status: 200, allowed: undefined });
    expect(await ask(`/api/v1/runs/${otherRun}`, { key: other.key })).toMatchObject({ status: 200, allowed: undefined });
    // Without a key a page is anybody, and without sign-in everybody would be a member.
    expect(await ask('/v1/models', { key: '' })).toMatchObject({ status: 403, allowed: undefined });
  });

  test('comes from anywhere with a key, but only to a host name of ours', async () => {
    const { slug, key } = await publish(server.url, greet());
    const from = (headers: Record<string, string>) => callApi(api(`/run/${slug}`), { body: hi, headers: { ...headers } });
    const origin = 'https://shop.example';
    expect((await from({ ...bearer(key), origin })).status).toBe(200);
    expect((await from({ ...bearer(key), 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect(await from({ origin })).toMatchObject({ status: 403, json: { error: { code: 'origin-refused' } } });
    expect(await from({ ...bearer(key), host: 'evil.example' })).toMatchObject({
      status: 403,
      json: { error: { code: 'host-refused' } },
    });
    // If no key is required, sending one does not bypass the origin check.
    const forged = { body: greet(), headers: { ...bearer(key), origin } };
    expect((await callApi(api('/workflows'), forged)).status).toBe(403);
  });

  test('runs the published version, whatever happens to the draft, until another version is deployed', async () => {
    const { slug, key, workflowId } = await publish(server.url, greet());
    const answer = async () => ((await run(slug, key)).json.outputs as { answer: string }).answer;
    const edit = (revision: number, document: unknown) =>
      callApi(api(`/workflows/${workflowId}`), { method: 'PUT', body: document, headers: { 'if-match': String(revision) } });
    const deploy = () => callApi(api(`/workflows/${workflowId}/deployments`), { body: { slug } });
    const promote = (version: number) => callApi(api(`/deployments/${slug}/promote`), { body: { version } });

    expect((await edit(1, greet('{{start.text}}?'))).status).toBe(200);
    expect(await answer()).toBe('hi!');
    expect((await deploy()).json).toEqual({ slug, version: 2 });
    expect(await answer()).toBe('hi?');
    expect((await deploy()).json).toEqual({ slug, version: 2 });
    expect(await promote(1)).toMatchObject({ status: 200, json: { slug, version: 1, workflowId } });
    expect(await answer()).toBe('hi!');
    expect(await promote(3)).toMatchObject({ status: 404 });
    expect(await promote(2)).toMatchObject({ status: 200 });
    expect(await answer()).toBe('hi?');
    expect((await callApi(api(`/deployments/${slug}`))).json).toMatchObject({
      version: 2,
      versions: [{ number: 2 }, { number: 1 }],
    });

    expect((await edit(2, never)).status).toBe(200);
    const refused = await deploy();
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { code: 'workflow-invalid', details: { problems: [{ nodeId: 'bad' }] } } },
    });
    expect(await answer()).toBe('hi?');
    expect((await callApi(api(`/workflows/${workflowId}`), { method: 'DELETE' })).status).toBe(204);
    expect(await answer()).toBe('hi?');
    expect((await callApi(api(`/deployments/${slug}`), { method: 'DELETE' })).status).toBe(204);
    expect((await run(slug, key)).status).toBe(401);
  });

  test('ignores pinned values', async () => {
    const workflow = greet();
    const nodes = workflow.nodes.map((node) =>
      node.id === 'shout' ? { ...node, options: { pinned: { text: 'pinned' } } } : node,
    );
    const { slug, key, workflowId } = await publish(server.url, { ...workflow, nodes });
    expect((await callApi(api(`/workflows/${workflowId}/runs`), { body: hi })).json).toMatchObject({
      outputs: { answer: 'pinned' },
    });
    expect((await run(slug, key)).json).toMatchObject({ outputs: { answer: 'hi!' } });
  });

  test('keeps its slug: another workflow cannot take it', async () => {
    const { slug } = await publish(server.url, greet());
    const other = await callApi(api('/workflows'), { body: greet() });
    const taken = await callApi(api(`/workflows/${other.json.id}/deployments`), { body: { slug } });
    expect(taken).toMatchObject({ status: 409, json: { error: { code: 'slug-taken' } } });
  });
});
