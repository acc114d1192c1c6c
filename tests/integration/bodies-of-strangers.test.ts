import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { shareLimits } from '#server/limits/shares.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { cleanFiles } from '#server/storage/files/clean-files.ts';
import { type ApiServer, startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const inputs = [
  { name: 'message', type: 'text' },
  { name: 'paper', type: 'file' },
];
const outputs = { said: '{{start.message | default: "nothing"}}', paper: '{{start.paper.name | default: "none"}}' };
const echo = workflowOf({ start: ['start', { inputs }], end: ['end', { outputs }] }, ['start -> end']);
const withTriggers = (...triggers: object[]) => ({ ...echo, triggers }) as unknown as Workflow;
const form = { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} };
const openHook = { ...form, id: 'hook', type: 'webhook', config: { auth: 'none' }, inputs: { message: '{{trigger.body.text}}' } };
const json = { 'content-type': 'application/json' };

/** A request whose body stays unfinished. `text` is what the server has answered so far. */
function beginBody(api: ApiServer, path: string, { headers = {}, sent = '', sizeBytes }: Begun) {
  const given = Object.entries({ host: `127.0.0.1:${api.port}`, 'content-length': String(sizeBytes), ...json, ...headers });
  const socket: Socket = connect(api.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const begun = { socket, text: '', isClosed: false };
  socket.on('data', (chunk) => {
    begun.text += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    begun.isClosed = true;
  });
  socket.write(`POST ${path} HTTP/1.1\r\n${given.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(sent);
  return begun;
}
type Begun = { headers?: Readonly<Record<string, string>>; sent?: string; sizeBytes: number };

withDatabase('bodies of strangers', (database) => {
  const errorsOf = (api: ApiServer) => api.log.filter(({ level }) => level === 'error');

  async function visit(api: ApiServer, workflow: Workflow = echo) {
    const { slug } = await publish(api.url, workflow);
    const page = `${api.url}/api/v1/deployments/${slug}/chat-page`;
    expect((await callApi(page, { method: 'PUT', body: { access: 'public' } })).status).toBe(200);
    const { json: visitor } = await callApi(`${api.url}/api/v1/chat/${slug}/visitors`, { method: 'POST' });
    return { slug, token: String(visitor.token) };
  }
  const sendFile = async (api: ApiServer, { slug, token }: { slug: string; token: string }, bytes: number, field = 'paper') => {
    const data = new FormData();
    data.append('message', 'hi');
    data.append(field, new Blob([new Uint8Array(bytes)]), 'paper.bin');
    const answer = await fetch(`${api.url}/api/v1/run/${slug}`, { method: 'POST', body: data, headers: bearer(token) });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const filesOf = async (api: ApiServer) => (await api.client.listFiles({ query: { search: 'paper.bin' } })).items;

  test('unfinished bodies of a form have a bounded share, which is free again when their clients leave', async () => {
    const limit = 3_200_000;
    const held = shareLimits(10 * limit, { strangers: 2 * limit, page: limit });
    const api = await startApi(database(), { bodyLimits: { held } });
    const { slug } = await publish(api.url, withTriggers(form));
    const other = await publish(api.url, withTriggers(form));
    const sent = 'x'.repeat(40_000);
    const begun = Array.from({ length: 150 }, () => beginBody(api, `/api/v1/hooks/${slug}/form`, { sent, sizeBytes: 4_999_999 }));
    // The share of one page holds 80 of them.
    await eventually(async () => expect(begun.filter(({ text }) => text !== '').length).toBeGreaterThanOrEqual(70));
    const refused = begun.filter(({ text }) => text !== '');
    expect(new Set(refused.map(({ text }) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 429']));
    expect(refused[0]?.text).toMatch(/\r\nretry-after: \d+\r\n/i);
    // Others have shares of their own.
    const send = (to: string, size = 10) =>
      callApi(`${api.url}/api/v1/hooks/${to}/form`, { body: { values: { message: 'y'.repeat(size) } } });
    expect((await send(other.slug)).status).toBe(200);
    const member = await callApi(`${api.url}/api/v1/workflows/validate`, { body: { note: 'z'.repeat(4_000_000) } });
    expect(member.status).not.toBe(429);
    for (const { socket } of begun) socket.destroy();
    await eventually(async () => expect((await send(slug, 2_000_000)).status).toBe(200));
    expect(errorsOf(api)).toEqual([]);
  });

  test('a body of a stranger that arrives too slowly is ended, and one of a member is not', async () => {
    const api = await startApi(database(), { bodyLimits: { graceMs: 100, minBytesPerSecond: 1_000_000 } });
    const { slug } = await publish(api.url, withTriggers(form));
    const visitor = await visit(api);
    const slow = [
      beginBody(api, `/api/v1/hooks/${slug}/form`, { sent: '{', sizeBytes: 1000 }),
      beginBody(api, `/api/v1/chat/${visitor.slug}`, { sent: '{', sizeBytes: 1000, headers: bearer(visitor.token) }),
      beginBody(api, `/api/v1/run/${visitor.slug}`, {
        sent: '--B\r\ncontent-disposition: form-data; name="paper"; filename="paper.bin"\r\n\r\nx',
        sizeBytes: 1000,
        headers: { ...bearer(visitor.token), 'content-type': 'multipart/form-data; boundary=B' },
      }),
    ];
    const member = beginBody(api, '/api/v1/workflows/validate', { sent: '{"a":', sizeBytes: 7 });
    await eventually(async () => expect(slow.map(({ isClosed }) => isClosed)).toEqual([true, true, true]));
    for (const { text } of slow) expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"body-timeout"/);
    expect([member.text, member.isClosed]).toEqual(['', false]);
    member.socket.write('1}');
    await eventually(async () => expect(member.text).toMatch(/^HTTP\/1.1 200/));
    expect(await filesOf(api)).toEqual([]);
  });

  test('who may not send a body is refused before it is sent', async () => {
    const api = await startApi(database());
    const token = { ...openHook, id: 'secret', config: { auth: 'token' } };
    const signed = { ...openHook, id: 'signed', config: { auth: 'github' } };
    const rare = { ...openHook, id: 'rare', config: { auth: 'none', ratePerMinute: 1 } };
    const { slug } = await publish(api.url, withTriggers(form, token, signed, rare));
    const hook = (id: string) => `/api/v1/hooks/${slug}/${id}`;
    expect((await callApi(api.url + hook('rare'), { body: { text: 'one' } })).status).toBe(202);
    const unsent: [path: string, headers: Record<string, string>, status: number][] = [
      [hook('form'), { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [hook('form'), { 'content-type': 'text/plain' }, 415],
      [hook('form'), { 'content-length': '5000001' }, 413],
      [hook('secret'), {}, 401],
      [hook('signed'), {}, 401],
      [hook('rare'), {}, 429],
      [hook('nothing'), {}, 404],
      ['/api/v1/test-hooks/nothing', {}, 404],
      ['/api/v1/run/nothing', bearer('tlv_wrong'), 401],
    ];
    const begun = unsent.map(([path, headers]) => beginBody(api, path, { sizeBytes: 100_000, headers }));
    await eventually(async () =>
      expect(begun.map(({ text }) => text.slice(9, 12))).toEqual(unsent.map(([, , status]) => String(status))),
    );
  });

  test('a form with too many fields is refused at once, and one with many is read', async () => {
    const api = await startApi(database());
    const { slug } = await publish(api.url, withTriggers({ ...openHook, config: { auth: 'none', maxBytes: 5_000_000 } }));
    const post = (body: string) =>
      rawRequest(`${api.url}/api/v1/hooks/${slug}/hook`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: [body],
      });
    const names = (count: number) => Array.from({ length: count }, (_, index) => index.toString(36)).join('&');
    const from = performance.now();
    const refused = await post(names(900_000));
    // Node's own parser takes minutes.
    expect(performance.now() - from).toBeLessThan(5000);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('more than 10000 fields')]);
    expect((await post(`text=${encodeURIComponent('größe')}&${names(9000)}`)).status).toBe(202);
  });

  test('files of a visitor are limited in size, number and bytes of a day, and only a file input takes one', async () => {
    const api = await startApi(database(), { bodyLimits: { visitorFileBytes: 300_000, strangerBytesPerDay: 40_000_000 } });
    const visitor = await visit(api);
    expect((await sendFile(api, visitor, 200_000)).json).toMatchObject({
      outputs: { answer: expect.stringContaining('paper.bin') },
    });
    expect(await filesOf(api)).toHaveLength(1);
    expect(await sendFile(api, visitor, 300_001)).toMatchObject({ status: 413, json: { error: { code: 'body-too-large' } } });
    expect((await sendFile(api, visitor, 100, 'message')).status).toBe(422);
    const plain = await visit(
      api,
      workflowOf({ start: ['start', { inputs: inputs.slice(0, 1) }], end: ['end', { outputs: {} }] }, ['start -> end']),
    );
    expect((await sendFile(api, plain, 100)).status).toBe(422);
    expect(await filesOf(api)).toHaveLength(1);
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await sendFile(api, visitor, 250_000)).status);
    // A fortieth of a day at once: 1 MB.
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(5);
    expect(statuses.at(-1)).toBe(429);
  });

  test('uploads of a key are counted, and its bytes of a day too', async () => {
    const api = await startApi(database(), { bodyLimits: { keyBytesPerDay: 1_000_000 } });
    const { slug, key } = await publish(api.url, echo, { key: { ratePerMinute: 2 } });
    const upload = (of: string, bytes = 10) =>
      rawRequest(`${api.url}/api/v1/files?path=a.bin`, {
        method: 'POST',
        headers: { ...bearer(of), 'content-type': 'application/octet-stream' },
        body: [Buffer.alloc(bytes)],
      });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++) statuses.push((await upload(key)).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
    expect(
      (await callApi(`${api.url}/api/v1/uploads`, { body: { path: 'b.bin', sizeBytes: 1 }, headers: bearer(key) })).status,
    ).toBe(429);
    // Runs have the rate for themselves.
    expect((await callApi(`${api.url}/api/v1/run/${slug}`, { body: { inputs: {} }, headers: bearer(key) })).status).toBe(200);
    const other = await makeKey(api.url, slug);
    expect((await upload(other.key, 900_000)).status).toBe(201);
    expect((await upload(other.key, 900_000)).status).toBe(429);
  });

  test('the files of a visitor are deleted with its last run, or when they are old', async () => {
    const api = await startApi(database());
    const visitor = await visit(api);
    await sendFile(api, visitor, 100);
    const { pool } = database();
    const age = (days: number) =>
      pool.query(`UPDATE files SET changed_at = now() - $1 * interval '1 day' WHERE starts_with(path, 'uploads/visitor-')`, [
        days,
      ]);
    const sweep = async () => {
      await cleanFiles(api.files, { clock: systemClock, signal: new AbortController().signal });
      return (await filesOf(api)).filter(({ path }) => path.includes('uploads/visitor-')).length;
    };
    await age(2);
    const before = await sweep();
    expect(before).toBeGreaterThan(0);
    await pool.query(`DELETE FROM runs WHERE slug = $1`, [visitor.slug]);
    expect(await sweep()).toBe(before - 1);
    await sendFile(api, await visit(api), 100);
    await age(91);
    expect(await sweep()).toBe(0);
  });

  test('a client that leaves in the middle of a body is not an error of the server, wherever it is read', async () => {
    const api = await startApi(database(), { bodyLimits: { held: shareLimits(100_000_000) } });
    const hook = { ...openHook, config: { auth: 'none', files: true } };
    const { slug, key } = await publish(api.url, withTriggers(form, hook));
    const visitor = await visit(api);
    const upload = await callApi(`${api.url}/api/v1/uploads`, { body: { path: 'c.bin', sizeBytes: 1000 }, headers: bearer(key) });
    const octets = { 'content-type': 'application/octet-stream' };
    const parts = { 'content-type': 'multipart/form-data; boundary=B' };
    const part = '--B\r\ncontent-disposition: form-data; name="paper"; filename="paper.bin"\r\n\r\nx';
    const begun = [
      beginBody(api, '/api/v1/workflows/validate', { sent: '{', sizeBytes: 100 }),
      beginBody(api, `/api/v1/run/${slug}`, { sent: '{', sizeBytes: 100, headers: bearer(key) }),
      beginBody(api, `/api/v1/run/${slug}`, { sent: part, sizeBytes: 1000, headers: { ...bearer(key), ...parts } }),
      beginBody(api, `/api/v1/run/${visitor.slug}`, {
        sent: part,
        sizeBytes: 1000,
        headers: { ...bearer(visitor.token), ...parts },
      }),
      beginBody(api, '/api/v1/files?path=d.bin', { sent: 'x', sizeBytes: 100, headers: octets }),
      beginBody(api, '/api/v1/files?path=e', { sent: part, sizeBytes: 1000, headers: parts }),
      beginBody(api, `/api/v1/hooks/${slug}/form`, { sent: '{', sizeBytes: 100 }),
      beginBody(api, `/api/v1/hooks/${slug}/hook`, { sent: part, sizeBytes: 1000, headers: parts }),
      beginBody(api, '/v1/chat/completions', { sent: '{', sizeBytes: 100, headers: bearer(key) }),
      beginBody(api, '/api/v1/mcp', { sent: '{', sizeBytes: 100 }),
      beginBody(api, `/api/v1/run/${slug}/a2a`, { sent: '{', sizeBytes: 100, headers: bearer(key) }),
      beginBody(api, `/api/v1/run/${slug}/ag-ui`, { sent: '{', sizeBytes: 100, headers: bearer(key) }),
      beginBody(api, `/api/v1/run/${slug}/langgraph/threads`, { sent: '{', sizeBytes: 100, headers: bearer(key) }),
    ];
    expect(upload.status).toBe(201);
    await eventually(async () => expect(api.answers.length).toBeGreaterThanOrEqual(begun.length));
    for (const { socket } of begun) socket.destroy();
    const cut = () => api.log.filter(({ message, fields }) => message === 'request' && fields.isCut === true).length;
    await eventually(async () => expect(cut()).toBe(begun.length));
    expect(errorsOf(api)).toEqual([]);
    expect(begun.map(({ text }) => text)).toEqual(begun.map(() => ''));
  });

  test('unsigned requests use nothing of the rate of signed ones, and little of them is stored', async () => {
    const api = await startApi(database());
    const { slug } = await publish(api.url, withTriggers({ ...openHook, config: { auth: 'github', ratePerMinute: 3 } }));
    const hook = `${api.url}/api/v1/hooks/${slug}/hook`;
    const { json: made } = await callApi(`${api.url}/api/v1/deployments/${slug}/triggers/hook/secret`, { body: {} });
    const body = { text: 'signed' };
    const signatureOf = (secret: string) => `sha256=${createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')}`;
    const wrong = [{}, { 'x-hub-signature-256': signatureOf('wrong') }];
    for (let count = 0; count < 30; count++) {
      const answer = await callApi(`${hook}?q=${'x'.repeat(10_000)}`, { body, headers: wrong[count % 2] ?? {} });
      expect(answer.status).toBe(401);
    }
    const signed = () => callApi(hook, { body, headers: { 'x-hub-signature-256': signatureOf(String(made.secret)) } });
    expect([(await signed()).status, (await signed()).status, (await signed()).status]).toEqual([202, 202, 202]);
    expect((await signed()).status).toBe(429);
    const { rows } = await database().pool.query<{ count: number; size: number }>(
      `SELECT count(*)::int AS count, max(length(payload))::int AS size FROM trigger_events WHERE slug = $1 AND status = 'refused'`,
      [slug],
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(20);
    expect(rows[0]?.size).toBeLessThan(1000);
  });

  test('the history of a trigger has the newest refused requests only', async () => {
    const events = new TriggerEventStore(database().pool);
    const api = await startApi(database());
    const { slug } = await publish(api.url, withTriggers(openHook));
    const { live } = await api.triggers.hooks.openHook({ slug, triggerId: 'hook' });
    for (let count = 1; count <= 55; count++)
      await events.addRefusal(live, { eventId: newId('evt'), runId: newId('run'), payload: '{}', reason: `${count}`, count });
    const { rows } = await database().pool.query(`SELECT reason FROM trigger_events WHERE slug = $1`, [slug]);
    expect(rows).toHaveLength(50);
    expect(rows.map(({ reason }) => reason)).not.toContain('5');
  });

  test('the result of a request goes to its sender, and not to others who send the same key', async () => {
    const api = await startApi(database());
    const given = {
      inputs: { message: '{{trigger.body.text}} for {{trigger.body.email}}' },
      idempotencyKey: '{{trigger.body.email}}',
    };
    const config = { response: 'result' };
    const byMail = { ...form, idempotencyKey: '{{trigger.values.message}}' };
    const open = { ...openHook, ...given, config: { ...config, auth: 'none' } };
    const secret = { ...openHook, ...given, id: 'secret', config: { ...config, auth: 'token' } };
    const { slug } = await publish(api.url, withTriggers(byMail, open, secret));
    const { json: made } = await callApi(`${api.url}/api/v1/deployments/${slug}/triggers/secret/secret`, { body: {} });
    const send = (id: string, body: unknown, headers = {}) => callApi(`${api.url}/api/v1/hooks/${slug}/${id}`, { body, headers });
    const ada = { email: 'ada@example.org', text: 'PRIVATE' };
    expect(await send('hook', ada)).toMatchObject({ status: 200, json: { said: 'PRIVATE for ada@example.org' } });
    const guessed = [
      await send('hook', { ...ada, text: 'eve' }),
      await send('hook', ada),
      await send('hook', ada, { 'idempotency-key': 'other' }),
    ];
    expect(guessed.map(({ status }) => status)).toEqual([422, 202, 202]);
    expect(guessed[0]?.json).toMatchObject({ error: { code: 'idempotency-key-reused' } });
    expect(JSON.stringify(guessed)).not.toContain('PRIVATE');
    // Of a form the values, with or without a key in the header.
    expect((await send('form', { values: { message: 'ada' } }, { 'idempotency-key': 'k' })).json).toMatchObject({ said: 'ada' });
    expect((await send('form', { values: { message: 'ada' } }, { 'idempotency-key': 'k' })).status).toBe(202);
    const paper = { name: 'a.txt', mediaType: 'text/plain', text: 'x' };
    expect((await send('form', { values: { message: 'ada', paper } })).status).toBe(422);
    // A refused form uses up no key.
    expect((await send('form', { values: { message: 'bob', paper: { fileId: 'file_x' } } })).status).toBe(422);
    expect(await send('form', { values: { message: 'bob' } })).toMatchObject({ status: 200, json: { said: 'bob' } });
    // Who knows the secret gets the first result.
    const known = bearer(String(made.secret));
    expect(await send('secret', ada, known)).toMatchObject({ status: 200, json: { said: 'PRIVATE for ada@example.org' } });
    const repeated = await send('secret', { ...ada, text: 'again' }, known);
    expect(repeated).toMatchObject({ status: 200, json: { said: 'PRIVATE for ada@example.org' } });
    expect(repeated.headers['idempotent-replayed']).toBe('true');
  });
});
