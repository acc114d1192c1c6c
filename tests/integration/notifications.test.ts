import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { NotificationClient } from '#tests/support/notification-client.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const TOKEN = 'the-token-of-this-test';
const POLL = { timeout: 20_000, interval: 20 };
const start = ['start', { inputs: [{ name: 'message', type: 'text', default: 'x' }] }] as [string, Record<string, unknown>];
const talk = workflowOf({ start, end: ['end', { outputs: { answer: 'You said {{start.message}}' } }] }, ['start -> end']);
const failing = workflowOf({ start, load: ['http', { method: 'GET', url: 'http://127.0.0.1:1/' }] }, ['start -> load']);
const asking = workflowOf({ start, ask: ['approval', { title: 'Go on?' }], end: ['end', { outputs: {} }] }, [
  'start -> ask',
  'ask.approved -> end',
]);

let place: DatabaseLocation;
let server: ServerProcess;
const clients: NotificationClient[] = [];
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

async function connect(options: Parameters<typeof NotificationClient.open>[1]): Promise<NotificationClient> {
  const client = await NotificationClient.open(server.url, options);
  clients.push(client);
  return client;
}

/** Starts a run as a page of the studio does, or as a program. */
async function run(document: object, { isStudio = true } = {}): Promise<string> {
  const headers = isStudio ? { origin: server.url } : {};
  const { json } = await callApi(api('/runs'), { body: { document, inputs: {}, mode: 'async' }, headers });
  return String(json.runId);
}

test('ends of studio runs and requested approvals are notified once, in the language of the socket', async () => {
  const own = await connect({});
  const chinese = await connect({ query: '?lang=zh-CN' });
  expect(chinese.socket.protocol).toBe('threadloom.v1');
  const failed = await run({ ...failing, name: 'Broken' });
  const about = (runId: string) => own.notifications.filter((notification) => notification.runId === runId);
  // What comes after it is read at the end.
  await expect.poll(() => about(failed).length, POLL).toBe(1);
  await run(talk, { isStudio: false });
  const waiting = await run({ ...asking, name: 'Asks' }, { isStudio: false });
  const ended = await run({ ...talk, name: 'Works' });
  await expect.poll(() => [failed, waiting, ended].map((runId) => about(runId).length), POLL).toEqual([1, 1, 1]);
  expect(about(failed)).toMatchObject([
    { kind: 'run-ended', title: 'Run failed', message: expect.stringMatching(/^Broken: .*127\.0\.0\.1/), status: 'failed' },
  ]);
  expect(about(waiting)).toMatchObject([
    { kind: 'approval-requested', title: 'Approval requested', message: expect.stringMatching(/^Asks: ./) },
  ]);
  expect(about(ended)).toMatchObject([{ kind: 'run-ended', title: 'Run succeeded', message: 'Works', status: 'succeeded' }]);
  expect(own.notifications).toHaveLength(3);
  await expect
    .poll(() => chinese.notifications.map(({ title }) => title).sort(), POLL)
    .toEqual(['等待审批', '运行失败', '运行成功']);

  const [seen] = about(failed);
  const again = await connect({ query: `?after=${encodeURIComponent(String(seen?.at))}` });
  await expect.poll(() => again.notifications.map(({ runId }) => runId).sort(), POLL).toEqual([waiting, ended].sort());
});

test('sockets of visitors take none of those of members', async () => {
  const { slug } = await publish(server.url, talk);
  await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { access: 'public' } });
  const { token } = (await callApi(api(`/chat/${slug}/visitors`), { method: 'POST' })).json;
  const headers = bearer(String(token));
  const opened = Array.from({ length: 12 }, () => connect({ headers }).then(() => 'open', String));
  // One visitor has ten.
  expect((await Promise.all(opened)).filter((outcome) => outcome !== 'open')).toEqual(
    Array(2).fill(expect.stringMatching(/Unexpected server response: 429/)),
  );
  await connect({});
});

test('a key hears of the sessions it sees, and of nothing else', async () => {
  const endpoint = await publish(server.url, talk);
  const other = await publish(server.url, talk);
  const say = (sessionId: string, { slug, key } = endpoint) =>
    callApi(api(`/run/${slug}`), { body: { inputs: { message: 'hi' }, sessionId }, headers: bearer(key) });
  await say('main');
  await say('foreign', other);
  const idOf = async (key: string) =>
    ((await callApi(api('/sessions'), { headers: bearer(key) })).json.items as [{ id: string }])[0].id;
  const [session, foreign] = [await idOf(endpoint.key), await idOf(other.key)];
  const client = await connect({ token: endpoint.key, headers: { origin: 'https://shop.example' } });
  client.send({ type: 'subscribe', sessionId: session });
  client.send({ type: 'subscribe', sessionId: foreign });
  client.send({ type: 'ping' });
  await expect.poll(() => client.messages.map(({ type }) => type), POLL).toEqual(['session_update', 'error', 'pong']);
  expect(client.messages[0]).toMatchObject({ sessionId: session, data: { status: 'succeeded' } });
  expect(client.messages[1]).toMatchObject({ sessionId: foreign, error: { code: 'not-found' } });
  const { json } = await say('main');
  await say('foreign', other);
  await run(talk);
  await expect
    .poll(() => client.messages.at(-1), POLL)
    .toEqual({
      type: 'session_update',
      sessionId: session,
      data: { status: 'succeeded', runId: json.runId },
    });
  client.send({ type: 'unsubscribe', sessionId: session });
  await say('main');
  client.send({ type: 'ping' });
  await expect.poll(() => client.messages.at(-1)?.type, POLL).toBe('pong');
  expect(client.notifications).toEqual([]);
  expect(JSON.stringify(client.messages.slice(2))).not.toContain(foreign);
});

test('an upgrade without a credential, or of the page of another site, is refused as other requests are', async () => {
  const closed = await makeDatabaseLocation();
  const guarded = await ServerProcess.start({ ...closed, env: { THREADLOOM_ADMIN_TOKEN: TOKEN } });
  const answerOf = (options: Parameters<typeof NotificationClient.open>[1], url = guarded.url) =>
    NotificationClient.open(url, options).then(
      (client) => void clients.push(client),
      (error: Error) => error.message,
    );
  try {
    const signedIn = await callApi(`${guarded.url}/api/v1/sign-in`, {
      body: {},
      headers: { ...bearer(TOKEN), origin: guarded.url },
    });
    const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    expect(await answerOf({})).toContain('401');
    expect(await answerOf({ token: 'tlk_wrong' })).toContain('401');
    expect(await answerOf({ headers: { cookie } })).toContain('403');
    expect(await answerOf({ headers: { cookie, origin: 'https://evil.example' } })).toContain('403');
    expect(await answerOf({ headers: { cookie, origin: guarded.url } })).toBeUndefined();
    expect(await answerOf({ token: TOKEN })).toBeUndefined();
    expect(await answerOf({ headers: { origin: 'https://evil.example' } }, server.url)).toContain('403');
    expect((await callApi(api('/ws'))).status).toBe(404);
  } finally {
    await guarded.end();
    await closed.remove();
  }
});

test('a message that is none is answered with an error, and a flood closes the socket', async () => {
  const client = await connect({});
  client.socket.send('{');
  client.send({ type: 'subscribe' });
  await expect.poll(() => client.messages.length, POLL).toBe(2);
  expect(client.messages).toMatchObject([{ error: { code: 'body-invalid' } }, { error: { code: 'body-invalid' } }]);
  for (let sent = 0; sent < 300; sent++) client.send({ type: 'ping' });
  await expect.poll(() => client.closed, POLL).toMatchObject({ code: 4429 });
  const large = await connect({});
  large.socket.on('error', () => {});
  large.socket.send('x'.repeat(5000));
  await expect.poll(() => large.closed?.code, POLL).toBe(1009);
});
