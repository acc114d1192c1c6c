import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, type PublishedEndpoint, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const talk = workflowOf(
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'message', type: 'text', required: true },
          { name: 'paper', type: 'file' },
        ],
        opening: 'Ask me.',
        suggestions: ['Why?'],
      },
    ],
    end: ['end', { outputs: { answer: 'You said {{start.message}}' } }],
  },
  ['start -> end'],
);

let place: DatabaseLocation;
let server: ServerProcess;
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

async function openPage(page: object): Promise<PublishedEndpoint> {
  const endpoint = await publish(server.url, talk);
  const changed = await callApi(api(`/deployments/${endpoint.slug}/chat-page`), { method: 'PUT', body: page });
  expect(changed.status).toBe(200);
  return endpoint;
}

async function visit(slug: string): Promise<string> {
  const made = await callApi(api(`/chat/${slug}/visitors`), { method: 'POST' });
  expect(made.status).toBe(201);
  return String(made.json.token);
}

const say = (slug: string, token: string, message: string, more: object = {}) =>
  callApi(api(`/run/${slug}`), { body: { inputs: { message }, sessionId: 'main', ...more }, headers: bearer(token) });
const sessionsOf = async (token: string) =>
  (await callApi(api('/sessions'), { headers: bearer(token) })).json.items as { id: string; turns: number }[];

test('visitors of a public page have sessions and runs of their own, and nothing else', async () => {
  const { slug, key } = await openPage({ access: 'public' });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  const answer = await say(slug, ada, 'hello');
  expect(answer.json).toMatchObject({ status: 'succeeded', outputs: { answer: 'You said hello' } });
  await say(slug, ada, 'again');
  const [session] = await sessionsOf(ada);
  expect(session).toMatchObject({ turns: 2 });
  for (const other of [bob, key]) {
    expect(await sessionsOf(other)).toEqual([]);
    expect((await callApi(api(`/runs/${answer.json.runId}`), { headers: bearer(other) })).status).toBe(404);
    expect((await callApi(api(`/sessions/${session?.id}`), { headers: bearer(other) })).status).toBe(404);
  }
  const refused = [
    await callApi(api('/workflows'), { headers: bearer(ada) }),
    await callApi(api('/files?path=a.json'), { body: { n: 1 }, headers: bearer(ada) }),
    await callApi(api(`/run/${slug}/openapi.json`), { headers: bearer(ada) }),
    await say(slug, ada, 'x', { mode: 'async', webhook: { url: 'https://a.example/' } }),
    await callApi(`${server.url}/v1/chat/completions`, {
      body: { model: slug, messages: [{ role: 'user', content: 'x' }] },
      headers: bearer(ada),
    }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test('a visitor has no user: a request that names one is refused, and nothing is stored under the name', async () => {
  const { slug } = await openPage({ access: 'public' });
  const visitor = await visit(slug);
  const headers = bearer(visitor);
  const chat = (path: string) => api(`/chat/${slug}${path}`);
  const refused = [
    await say(slug, visitor, 'x', { user: 'ada' }),
    await callApi(chat(''), { body: { sessionId: 'main', content: 'x', inputs: {}, user: 'ada' }, headers }),
    await callApi(chat('/main/messages?user=ada'), { headers }),
    await callApi(chat('/main/stream?user=ada'), { headers }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(refused[0]?.json).toMatchObject({
    error: { message: 'body.user is for keys, and not for visitors of a chat page. Leave it out.' },
  });
  expect((await callApi(api('/sessions?user=ada'))).json.items).toEqual([]);
});

test('a page says which nodes of its version fail for visitors', async () => {
  const noting = workflowOf({ start: ['start', { inputs: [] }], note: ['memory-write', { scope: 'user', facts: 'x' }] }, [
    'start -> note',
  ]);
  const { slug } = await publish(server.url, noting);
  const set = await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { access: 'public' } });
  expect(set.json).toMatchObject({ access: 'public', userMemoryNodes: ['note'] });
  expect((await callApi(api(`/deployments/${slug}/chat-page`))).json.userMemoryNodes).toEqual(['note']);
});

test('a token opens its own page only, and nothing once the page is off', async () => {
  const one = await openPage({ access: 'public' });
  const other = await openPage({ access: 'public' });
  const token = await visit(one.slug);
  expect((await say(other.slug, token, 'x')).status).toBe(401);
  expect((await say(one.slug, `${token.slice(0, -4)}AAAA`, 'x')).status).toBe(401);
  await callApi(api(`/deployments/${one.slug}/chat-page`), { method: 'PUT', body: { access: 'key' } });
  expect((await say(one.slug, token, 'x')).status).toBe(401);
  expect((await callApi(api(`/chat/${one.slug}/visitors`), { method: 'POST' })).status).toBe(404);
  expect((await callApi(api(`/chat/${one.slug}/page`))).json).toMatchObject({ access: 'key' });
  expect((await say(one.slug, one.key, 'x')).status).toBe(200);
});

test('a page shows what its published version says, and does not tell a page that is off from none', async () => {
  const { slug } = await openPage({ access: 'public' });
  expect((await callApi(api(`/chat/${slug}/page`))).json).toEqual({
    slug,
    title: talk.name,
    access: 'public',
    opening: 'Ask me.',
    suggestions: ['Why?'],
    messageInput: 'message',
    fileInputs: ['paper'],
    answerNodes: expect.any(Array),
    decides: false,
  });
  const off = await publish(server.url, talk);
  const [closed, unknown] = [await callApi(api(`/chat/${off.slug}/page`)), await callApi(api('/chat/nothing-here/page'))];
  expect([closed.status, unknown.status]).toEqual([404, 404]);
  expect((await callApi(api(`/deployments/${off.slug}/chat-page`))).json).toMatchObject({ access: 'off', origins: [] });
});

test('a visitor has a rate, and so have all visitors together, and each refusal says whose it is in words for people', async () => {
  const { slug } = await openPage({ access: 'public', ratePerMinute: 3, visitorRatePerMinute: 2 });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  const answers = [];
  for (const token of [ada, ada, ada, bob, bob]) answers.push(await say(slug, token, 'x'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429]);
  expect(answers.filter(({ status }) => status === 429).map(({ json }) => json)).toMatchObject([
    { error: { message: expect.stringMatching(/^You may send 2 messages a minute here\. Try again in \d+ s\.$/) } },
    {
      error: {
        message: expect.stringMatching(/^This page takes 3 messages a minute from all its visitors\. Try again in \d+ s\.$/),
      },
    },
  ]);
});

test('a visitor forks its session at a rate, which takes nothing of that of others', async () => {
  const { slug } = await openPage({ access: 'public' });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  const fork = async (token: string) => {
    const [session] = await sessionsOf(token);
    return callApi(api(`/sessions/${session?.id}/forks`), { body: {}, headers: bearer(token) });
  };
  for (const token of [ada, bob]) await say(slug, token, 'x');
  const answers = await Promise.all(Array.from({ length: 40 }, () => fork(ada)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(31);
  expect(refused.length).toBeGreaterThanOrEqual(9);
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect((await fork(bob)).status).toBe(201);
});

test.each([
  'https://a.example/path',
  "https://a.example; script-src 'unsafe-inline'",
  '*',
  'javascript:alert(1)',
  'https://A.example',
])('what is no origin may not show the page: %s', async (origin) => {
  const { slug } = await openPage({ access: 'public' });
  const put = await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { origins: [origin] } });
  expect(put.status).toBe(400);
  expect(JSON.stringify(put.json)).toContain('An origin is https://host');
});

test('an answer is rated by who got it, and the rating is with its turn', async () => {
  const { slug } = await openPage({ access: 'public' });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  const { runId } = (await say(slug, ada, 'hello')).json;
  const rate = (token: string, body: object) =>
    callApi(api(`/runs/${runId}/feedback`), { method: 'PUT', body, headers: bearer(token) });
  expect((await rate(bob, { rating: 'up' })).status).toBe(404);
  await rate(ada, { rating: 'up' });
  expect((await rate(ada, { rating: 'down', comment: ' Too short ' })).json).toEqual({
    feedback: { rating: 'down', comment: 'Too short' },
  });
  const [session] = await sessionsOf(ada);
  // The workspace sees what was rated.
  const seen = async () => (await callApi(api(`/sessions/${session?.id}`))).json.turns;
  expect(await seen()).toMatchObject([{ feedback: { rating: 'down', comment: 'Too short' } }]);
  expect((await rate(ada, { rating: null })).status).toBe(200);
  expect(await seen()).toMatchObject([{ feedback: null }]);
});

test('a session begins before its first turn, with the endpoint of a key or the draft of a workflow', async () => {
  const { slug, key, workflowId } = await publish(server.url, talk);
  const begin = (body: object, headers = {}) => callApi(api('/sessions'), { body, headers });
  const begun = await begin({ sessionId: 'main', title: 'Orders' }, bearer(key));
  expect(begun).toMatchObject({ status: 201, json: { sessionId: 'main', title: 'Orders', slug, headRunId: null } });
  expect(await begin({ sessionId: 'main', title: 'Other' }, bearer(key))).toMatchObject({
    status: 200,
    json: { title: 'Orders' },
  });
  const { runId } = (await say(slug, key, 'hello')).json;
  expect((await callApi(api(`/sessions/${begun.json.id}`), { headers: bearer(key) })).json).toMatchObject({
    title: 'Orders',
    turns: [{ runId }],
  });
  expect(await begin({ workflowId })).toMatchObject({ status: 201, json: { workflowId, slug: null } });
  for (const refused of [await begin({}), await begin({ workflowId }, bearer(key))]) expect(refused.status).toBe(400);
});

test('a visitor sees the pages of what its chat made, and makes a slide again at its own rate', async () => {
  const deck = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text' }] }],
      deck: ['artifact', { format: 'pptx', name: 'Deck', slides: [{ title: '{{start.message}}' }] }],
      end: ['end', { outputs: { said: 'Done' } }],
    },
    ['start -> deck', 'deck -> end'],
  );
  const { slug } = await publish(server.url, deck);
  const page = { access: 'public', ratePerMinute: 10, visitorRatePerMinute: 2 };
  await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: page });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  await say(slug, ada, 'Hello');
  const [session] = await sessionsOf(ada);
  const { turns } = (await callApi(api(`/sessions/${session?.id}`), { headers: bearer(ada) })).json as {
    turns: { artifacts: { artifactId: string }[] }[];
  };
  const id = turns[0]?.artifacts[0]?.artifactId;
  expect((await callApi(api(`/artifacts/${id}/preview`), { headers: bearer(ada) })).json).toMatchObject({
    pages: [{ title: 'Hello' }],
  });
  const picture = await fetch(api(`/artifacts/${id}/pages/0`), { headers: bearer(ada) });
  expect(await picture.text()).toContain('Hello');
  const body = { pageIndex: 0, instructions: 'Louder', mode: 'sync' };
  const regenerate = (token: string) => callApi(api(`/artifacts/${id}/regenerate`), { body, headers: bearer(token) });
  const statuses = [];
  for (const token of [bob, ada, ada]) statuses.push((await regenerate(token)).status);
  expect(statuses).toEqual([404, 200, 429]);
  for (const path of ['preview', 'pages/0', 'download'])
    expect((await callApi(api(`/artifacts/${id}/${path}`), { headers: bearer(bob) })).status).toBe(404);
});
