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

test('changes of a page at once are all kept', async () => {
  const { slug } = await publish(server.url, talk);
  const changes = { access: 'public', origins: ['https://shop.example'], ratePerMinute: 7, visitorRatePerMinute: 3 };
  const change = ([name, value]: [string, unknown]) =>
    callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { [name]: value } });
  await Promise.all(Object.entries(changes).map(change));
  expect((await callApi(api(`/deployments/${slug}/chat-page`))).json).toMatchObject(changes);
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
    filesInput: null,
    answerNodes: [],
    stepNodes: {},
    voice: { transcribes: false, speaks: false },
    look: expect.objectContaining({
      welcome: 'Ask me.',
      questions: [{ text: 'Why?', detail: '', icon: null }],
      logoUrl: null,
      color: '#1c6650',
    }),
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
  expect((await rate(ada, { rating: 'down', comment: ' Too short ', reasons: ['incorrect', 'incorrect'] })).json).toEqual({
    feedback: { rating: 'down', comment: 'Too short', reasons: ['incorrect'] },
  });
  const [session] = await sessionsOf(ada);
  // The workspace sees what was rated.
  const seen = async () => (await callApi(api(`/sessions/${session?.id}`))).json.turns;
  expect(await seen()).toMatchObject([{ feedback: { rating: 'down', comment: 'Too short' } }]);
  expect((await callApi(api(`/runs/${runId}`))).json.feedback).toMatchObject({ rating: 'down', reasons: ['incorrect'] });
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
  expect((await regenerate(bob)).status).toBe(404);
  // At once: while a document is made, time for another one passes.
  const statuses = (await Promise.all([ada, ada, ada].map(regenerate))).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  for (const path of ['preview', 'pages/0', 'download'])
    expect((await callApi(api(`/artifacts/${id}/${path}`), { headers: bearer(bob) })).status).toBe(404);
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = async (name: string, content: Uint8Array<ArrayBuffer> | string) => {
  const sent = await fetch(api(`/files?path=${name}&onExisting=rename`), { method: 'POST', body: content });
  return ((await sent.json()) as { items: [{ fileId: string }] }).items[0].fileId;
};

test('a page has the look that its owner gave it, with a copy of the logo, and visitors get the public part', async () => {
  const { slug } = await publish(server.url, talk);
  const fileId = await upload('brand/logo.svg', new Uint8Array(PNG));
  const look = {
    name: 'Northwind',
    color: '#B5471B',
    logo: { fileId },
    keepDays: 7,
    questions: [{ text: 'Where?', icon: 'box' }],
  };
  const set = await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { access: 'public', look } });
  expect(set.json).toMatchObject({
    look: { ...look, color: '#b5471b', questions: [{ text: 'Where?', detail: '', icon: 'box' }] },
  });
  await callApi(api('/files/delete'), { body: { fileIds: [fileId] } });
  const opened = (await callApi(api(`/chat/${slug}/page`))).json as { title: string; look: Record<string, unknown> };
  expect(opened.title).toBe('Northwind');
  expect(opened.look).not.toHaveProperty('logo');
  const logo = await fetch(server.url + String(opened.look.logoUrl));
  // What it is, its content says, not its name.
  expect(logo.headers.get('content-type')).toBe('image/png');
  expect(logo.headers.get('cache-control')).toContain('immutable');
  expect(logo.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await logo.arrayBuffer()).equals(PNG)).toBe(true);
  const stale = await fetch(api(`/chat/${slug}/logo?v=other`));
  expect(stale.headers.get('cache-control')).not.toContain('immutable');
  // Another change keeps the look, and a look without a logo has none.
  await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { ratePerMinute: 9 } });
  expect((await callApi(api(`/chat/${slug}/page`))).json.look).toMatchObject({ name: 'Northwind' });
  await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { look: { name: 'Northwind' } } });
  expect((await fetch(api(`/chat/${slug}/logo`))).status).toBe(404);
});

test('a logo that is no image, or too large, and addresses that run scripts are refused with the field', async () => {
  const { slug } = await publish(server.url, talk);
  const put = (look: object) => callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { look } });
  const svg = await upload('evil.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const large = await upload('large.png', new Uint8Array(Buffer.concat([PNG, Buffer.alloc(600 * 1024)])));
  const refused = [
    await put({ logo: { fileId: svg } }),
    await put({ logo: { fileId: large } }),
    await put({ privacyUrl: 'javascript:alert(1)' }),
    await put({ contact: { label: 'Us', url: 'http://a.example' } }),
    await put({ color: 'red;}' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(JSON.stringify(refused[0]?.json)).toContain('body.look.logo: A logo is a PNG, JPEG or WebP image');
  expect((await put({ logo: { fileId: 'file_none' } })).status).toBe(404);
});

test('a chat is shared by a link while the page lets it, as it was then, until its visitor ends that', async () => {
  const { slug } = await openPage({ access: 'public', look: { sharing: false } });
  const [ada, bob] = [await visit(slug), await visit(slug)];
  await say(slug, ada, 'hello');
  const [session] = await sessionsOf(ada);
  const share = (token: string, method = 'PUT') =>
    callApi(api(`/sessions/${session?.id}/share`), { method, headers: bearer(token) });
  expect((await share(ada)).status).toBe(403);
  const set = (sharing: boolean) =>
    callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { look: { sharing } } });
  await set(true);
  expect((await share(bob)).status).toBe(404);
  const made = await share(ada);
  expect(made.json.url).toMatch(new RegExp(`^/chat/${slug}/shared/[\\w-]{43}$`));
  const read = () => callApi(api(String(made.json.url).replace(/^\/chat/, '/chat')));
  await say(slug, ada, 'a secret said later');
  const shared = await read();
  expect(shared.json).toMatchObject({
    title: 'hello',
    turns: [{ message: 'hello', answerParts: [{ kind: 'text', markdown: 'You said hello' }] }],
  });
  expect(JSON.stringify(shared.json)).not.toContain('secret');
  expect((await callApi(api(`/sessions/${session?.id}`), { headers: bearer(ada) })).json.share).toMatchObject({
    url: made.json.url,
  });
  await set(false);
  expect((await read()).status).toBe(404);
  await set(true);
  expect((await read()).status).toBe(200);
  expect((await share(bob, 'DELETE')).status).toBe(404);
  expect((await share(ada, 'DELETE')).status).toBe(204);
  expect((await read()).status).toBe(404);
});

test('chats of visitors are kept for as many days as the page says, those that exist too', async () => {
  const { slug, key } = await openPage({ access: 'public', look: { keepDays: 3 } });
  const visitor = await visit(slug);
  await say(slug, visitor, 'hello');
  await say(slug, key, 'hello');
  const daysOf = async (token: string) => {
    const { json } = await callApi(api('/sessions'), { headers: bearer(token) });
    const [{ updatedAt, expiresAt }] = json.items as [{ updatedAt: string; expiresAt: string }];
    return Math.round((Date.parse(expiresAt) - Date.parse(updatedAt)) / 86_400_000);
  };
  expect(await daysOf(visitor)).toBe(3);
  const ofKey = await daysOf(key);
  expect(ofKey).toBeGreaterThan(3);
  await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: { look: { keepDays: 1 } } });
  expect([await daysOf(visitor), await daysOf(key)]).toEqual([1, ofKey]);
});

test('a page without attachments names no inputs for files', async () => {
  const { slug } = await openPage({ access: 'public', look: { attachments: false } });
  expect((await callApi(api(`/chat/${slug}/page`))).json).toMatchObject({ fileInputs: [], filesInput: null });
});
