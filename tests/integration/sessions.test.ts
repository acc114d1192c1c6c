import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionTurnResource } from '#lib/api/sessions.contract.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import type { Behaviour } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** Counts its turns, remembers what was said, and answers with all of it. */
const notes = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    keep: [
      'set',
      { target: 'session', values: { count: 1, said: ['{{start.message}}'] }, operations: { count: 'add', said: 'append' } },
    ],
    end: ['end', { outputs: { answer: '{{keep.count}}: {{keep.said | join: ","}} (turn {{session.turn}})' } }],
  },
  ['start -> keep', 'keep -> end'],
  {
    session: {
      variables: [
        { name: 'count', type: 'number' },
        { name: 'said', type: 'list', default: ['hello'] },
      ],
    },
  },
);
const chat = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    answer: ['llm', { model: 'quick', userPrompt: '{{start.message}}', conversationScope: 'session', conversationWindow: 4 }],
    end: ['end', { outputs: { answer: '{{answer.output}}' } }],
  },
  ['start -> answer', 'answer -> end'],
);

/** Notes each message in its structured memory, and answers with all of it. */
const facts = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    note: ['memory-write', { facts: '{{start.message}}' }],
    known: ['memory-read', { scope: 'run' }],
    end: ['end', { outputs: { answer: '{{known.version}}: {{known.facts | map: "fact" | join: ","}}' } }],
  },
  ['start -> note', 'note -> known', 'known -> end'],
);

let place: DatabaseLocation;
let fake: FakeModel;
/** What the model does next; it answers otherwise. */
const script: Partial<Behaviour>[] = [];
let server: ServerProcess;
let config: string;
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  fake = await startFakeModel({ reply: () => script.shift() ?? {} });
  config = `models:\n  quick:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t3-d0\n`;
  server = await ServerProcess.start({ ...place, config });
});
afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

const codeOf = (json: Record<string, unknown>) => (json.error as { code?: string } | undefined)?.code;

type Endpoint = { readonly slug: string; readonly key: string };
type Turn = { readonly user?: string; readonly afterRunId?: string; readonly sessionId?: string };

async function say({ slug, key }: Endpoint, message: string, turn: Turn = {}) {
  const body = { inputs: { message }, sessionId: 's', ...turn };
  const { status, json } = await callApi(api(`/run/${slug}`), { body, headers: bearer(key) });
  return { status, json, runId: String(json.runId), answer: (json.outputs as { answer?: string } | undefined)?.answer };
}

async function sessionOf({ key }: Endpoint, index = 0) {
  const listed = await callApi(api('/sessions'), { headers: bearer(key) });
  const items = listed.json.items as { id: string; turns: number }[];
  const { json } = await callApi(api(`/sessions/${items[index]?.id}`), { headers: bearer(key) });
  return { items, id: String(json.id), variables: json.variables, turns: json.turns as SessionTurnResource[] };
}

test('variables last from turn to turn, and each session has its own', async () => {
  const endpoint = await publish(server.url, notes, { events: 'full' });
  expect((await say(endpoint, 'a')).answer).toBe('1: hello,a (turn 1)');
  expect((await say(endpoint, 'b')).answer).toBe('2: hello,a,b (turn 2)');
  expect((await say(endpoint, 'c', { sessionId: 'other' })).answer).toBe('1: hello,c (turn 1)');
  expect((await say(endpoint, 'd', { user: 'ada' })).answer).toBe('1: hello,d (turn 1)');
  const alone = await callApi(api(`/run/${endpoint.slug}`), {
    body: { inputs: { message: 'e' } },
    headers: bearer(endpoint.key),
  });
  expect(alone.json.outputs).toEqual({ answer: '1: hello,e (turn 1)' });
  const { items } = await sessionOf(endpoint);
  expect(items).toMatchObject([{ turns: 1 }, { turns: 1 }, { turns: 2, title: 'a', sessionId: 's', user: null }]);
  const named = async (name: string) =>
    (await callApi(api(`/sessions?sessionId=${name}`), { headers: bearer(endpoint.key) })).json.items;
  expect(await named('other')).toMatchObject([{ sessionId: 'other', title: 'c' }]);
  expect(await named('othe')).toEqual([]);
  const { turns, variables } = await sessionOf(endpoint, 2);
  expect(variables).toEqual({ count: 2, said: ['hello', 'a', 'b'] });
  expect(turns).toMatchObject([
    { message: 'a', answer: '1: hello,a (turn 1)', afterRunId: null, status: 'succeeded' },
    { message: 'b', answer: '2: hello,a,b (turn 2)', afterRunId: turns[0]?.runId },
  ]);
});

test('the structured memory lasts from turn to turn, and each branch and each session has its own', async () => {
  const endpoint = await publish(server.url, facts);
  const first = await say(endpoint, 'a');
  expect(first.answer).toBe('1: a');
  expect((await say(endpoint, 'b')).answer).toBe('2: a,b');
  expect((await say(endpoint, 'c', { sessionId: 'other' })).answer).toBe('1: c');
  expect((await say(endpoint, 'B', { afterRunId: first.runId })).answer).toBe('2: a,B');
});

test('an edited or repeated message begins a branch, and both branches are kept', async () => {
  const endpoint = await publish(server.url, notes);
  const first = await say(endpoint, 'a');
  const second = await say(endpoint, 'b');
  expect((await say(endpoint, 'B', { afterRunId: first.runId })).answer).toBe('2: hello,a,B (turn 2)');
  expect((await say(endpoint, 'c')).answer).toBe('3: hello,a,B,c (turn 3)');
  expect((await say(endpoint, 'd', { afterRunId: second.runId })).answer).toBe('3: hello,a,b,d (turn 3)');
  expect((await say(endpoint, 'A', { afterRunId: 'none' })).answer).toBe('1: hello,A (turn 1)');
  const { turns } = await sessionOf(endpoint);
  expect(
    turns.map(({ message, afterRunId }) => [message, turns.find(({ runId }) => runId === afterRunId)?.message ?? null]),
  ).toEqual([
    ['a', null],
    ['b', 'a'],
    ['B', 'a'],
    ['c', 'B'],
    ['d', 'b'],
    ['A', null],
  ]);
  const stranger = await say(endpoint, 'x', { sessionId: 'other', afterRunId: first.runId });
  expect([stranger.status, codeOf(stranger.json)]).toEqual([404, 'run-not-found']);
});

test('turns that come at once run one after the other, in the order they came', async () => {
  const endpoint = await publish(server.url, notes);
  const answers = await Promise.all(Array.from({ length: 8 }, () => say(endpoint, 'x')));
  expect(answers.map(({ answer }) => Number(answer?.split(':')[0])).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const { turns } = await sessionOf(endpoint);
  expect(turns.map(({ afterRunId }) => afterRunId)).toEqual([null, ...turns.slice(0, -1).map(({ runId }) => runId)]);
  // As when the first of them had been sent last.
  const database = await place.open();
  await database.pool.query(`UPDATE runs SET created_at = created_at + interval '1 minute' WHERE id = $1`, [turns[0]?.runId]);
  await database.close();
  expect((await sessionOf(endpoint)).turns.map(({ runId }) => runId)).toEqual(turns.map(({ runId }) => runId));
});

test('a fork has turns of its own, is exported, and survives the session that it came from', async () => {
  const endpoint = await publish(server.url, notes);
  const headers = bearer(endpoint.key);
  const first = await say(endpoint, 'a');
  await say(endpoint, 'b');
  const { id } = await sessionOf(endpoint);
  const made = await callApi(api(`/sessions/${id}/forks`), { body: { runId: first.runId, sessionId: 'forked' }, headers });
  expect([made.status, made.json.sessionId]).toEqual([201, 'forked']);
  const again = await callApi(api(`/sessions/${id}/forks`), { body: { sessionId: 'forked' }, headers });
  expect(codeOf(again.json)).toBe('name-taken');
  expect((await say(endpoint, 'z', { sessionId: 'forked' })).answer).toBe('2: hello,a,z (turn 2)');
  expect((await say(endpoint, 'c')).answer).toBe('3: hello,a,b,c (turn 3)');
  expect((await callApi(api(`/sessions/${id}`), { method: 'DELETE', headers })).status).toBe(204);
  const forked = await sessionOf(endpoint);
  expect(forked.items).toHaveLength(1);
  expect(forked.turns.map(({ message }) => message)).toEqual(['a', 'z']);
  const text = await rawRequest(api(`/sessions/${forked.id}/export`), { headers });
  expect(text.text).toMatch(
    /^# a\n\n## [^\n]+\n\n> a\n\n1: hello,a \(turn 1\)\n\n## [^\n]+\n\n> z\n\n2: hello,a,z \(turn 2\)\n$/,
  );
  expect((await callApi(api(`/sessions/${forked.id}/export?format=json`), { headers })).json).toMatchObject({
    sessionId: 'forked',
    turns: [{ message: 'a' }, { message: 'z' }],
  });
  // A cached copy is valid as long as nothing of the session has changed.
  const cached = { ...headers, 'if-none-match': String(text.headers.etag) };
  expect(cached['if-none-match']).toMatch(/^"[\w-]+"$/);
  const look = () => fetch(api(`/sessions/${forked.id}/export`), { headers: cached });
  expect((await look()).status).toBe(304);
  await callApi(api(`/sessions/${forked.id}`), { method: 'PUT', body: { title: 'Renamed' }, headers });
  expect(await (await look()).text()).toMatch(/^# Renamed\n/);
});

test('a key sees no session of another key, unless the deployment shares runs', async () => {
  const alone = await publish(server.url, notes);
  const shared = await publish(server.url, notes, { allow: { sharedRuns: true } });
  for (const { endpoint, seen } of [
    { endpoint: alone, seen: 0 },
    { endpoint: shared, seen: 1 },
  ]) {
    await say(endpoint, 'a');
    const { id } = await sessionOf(endpoint);
    const { key } = await makeKey(server.url, endpoint.slug);
    const { json } = await callApi(api('/sessions'), { headers: bearer(key) });
    expect(json.items).toHaveLength(seen);
    expect((await callApi(api(`/sessions/${id}`), { headers: bearer(key) })).status).toBe(seen === 1 ? 200 : 404);
    expect((await say({ ...endpoint, key }, 'b')).answer).toBe(seen === 1 ? '2: hello,a,b (turn 2)' : '1: hello,b (turn 1)');
  }
});

test('a model knows the last messages of earlier turns, as many as the window has', async () => {
  const endpoint = await publish(server.url, chat);
  const messages = ['one', 'two', 'three', 'four'];
  for (const message of messages) await say(endpoint, message);
  const users = fake.requests.slice(-4).map(({ body }) => {
    const { messages } = body as { messages: { role: string; content: unknown }[] };
    return messages.map(({ role, content }) => (role === 'user' ? content : role));
  });
  expect(users).toEqual([
    ['one'],
    ['one', 'assistant', 'two'],
    ['one', 'assistant', 'two', 'assistant', 'three'],
    ['two', 'assistant', 'three', 'assistant', 'four'],
  ]);
});

test('turns that are killed in the middle all end, in order and none twice, and the variables are right', async () => {
  const endpoint = await publish(server.url, chat);
  const counted = await publish(server.url, notes, { events: 'full' });
  const started: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (let turn = 0; turn < 8; turn++)
      for (const one of [endpoint, counted]) {
        const body = { inputs: { message: `m${started.length}` }, sessionId: 's', mode: 'async' };
        const { json } = await callApi(api(`/run/${one.slug}`), { body, headers: bearer(one.key) });
        if (one === counted) started.push(String(json.runId));
      }
    await new Promise((resolve) => setTimeout(resolve, (round * 37) % 80));
    await server.end('SIGKILL');
    server = await ServerProcess.start({ ...place, config });
  }
  const all = async () => [await sessionOf(endpoint), await sessionOf(counted)];
  await expect
    .poll(async () => (await all()).flatMap(({ turns }) => turns.filter(({ status }) => status !== 'succeeded')), {
      timeout: 30_000,
    })
    .toEqual([]);
  for (const { turns } of await all()) {
    expect(turns.map(({ afterRunId }) => afterRunId)).toEqual([null, ...turns.slice(0, -1).map(({ runId }) => runId)]);
    expect(turns).toHaveLength(started.length);
  }
  const { turns, variables } = await sessionOf(counted);
  expect(turns.map(({ runId }) => runId)).toEqual(started);
  expect(variables).toEqual({ count: started.length, said: ['hello', ...turns.map(({ message }) => message)] });
}, 120_000);

test('a conversation that was passed to an agent stays with it in later turns', async () => {
  const agent = { id: 'billing', title: 'Billing', description: 'Knows bills.', instructions: 'You are billing.' };
  await callApi(api('/agents'), { body: agent });
  const passing = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
      answer: ['llm', { model: 'quick', userPrompt: '{{start.message}}', conversationScope: 'session', handoffs: ['billing'] }],
      end: ['end', { outputs: { answer: '{{answer.agent}}' } }],
    },
    ['start -> answer', 'answer -> end'],
  );
  const endpoint = await publish(server.url, passing);
  const before = fake.requests.length;
  script.push({ calls: [{ name: 'hand_off', args: { name: 'billing', reason: 'It is a bill' } }] });
  expect((await say(endpoint, 'Is it paid?')).answer).toBe('billing');
  expect((await say(endpoint, 'And when?')).answer).toBe('billing');
  expect((await say(endpoint, 'Hello', { sessionId: 'another' })).answer).toBe('');
  const systems = fake.requests.slice(before).map(({ body }) => JSON.stringify(body).includes('You are billing.'));
  expect(systems).toEqual([false, true, true, false]);
});

test('a session has a status, a title, a summary of what models no longer get, todos and a skill', async () => {
  const planned = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
      answer: [
        'llm',
        {
          model: 'quick',
          summaryModel: 'quick',
          userPrompt: '{{start.message}}',
          conversationScope: 'session',
          conversationWindow: 2,
          skillMode: 'auto',
        },
      ],
      plan: ['memory-write', { todos: 'Call {{start.message}}' }],
      end: ['end', { outputs: { answer: '{{answer.output}}' } }],
    },
    ['start -> answer', 'answer -> plan', 'plan -> end'],
  );
  const endpoint = await publish(server.url, planned, { events: 'full' });
  const skills = (await callApi(api('/skills'))).json.items as { name: string; isEnabled: boolean }[];
  const skillId = skills.find(({ isEnabled }) => isEnabled)?.name;
  const begin = (body: object) => callApi(api('/sessions'), { body, headers: bearer(endpoint.key) });
  expect((await begin({ skillId: 'no-such-skill' })).status).toBe(404);
  const made = await begin({ sessionId: 's', skillId });
  expect(made).toMatchObject({ status: 201, json: { title: 'New Chat', status: 'idle', skillId } });
  // Before its first turn the choice is open.
  expect(await begin({ sessionId: 's', skillId: null })).toMatchObject({ status: 200, json: { skillId: null } });
  expect(await begin({ sessionId: 's' })).toMatchObject({ json: { skillId: null } });
  expect(await begin({ sessionId: 's', skillId })).toMatchObject({ status: 200, json: { skillId } });
  await say(endpoint, 'Ada');
  expect(await begin({ sessionId: 's', skillId: null })).toMatchObject({ json: { skillId } });
  script.push({}, { tokens: ['They spoke of Ada.'] });
  await say(endpoint, 'Bob');
  const { json } = await callApi(api(`/sessions/${made.json.id}`), { headers: bearer(endpoint.key) });
  expect(json).toMatchObject({
    title: 'Ada',
    status: 'succeeded',
    skillId,
    contextSummary: 'They spoke of Ada.',
    todoList: [{ text: 'Call Ada' }, { text: 'Call Bob', status: 'pending' }],
  });
  const closed = await publish(server.url, planned);
  await say(closed, 'Ada');
  const [own] = (await callApi(api('/sessions'), { headers: bearer(closed.key) })).json.items as [{ id: string; status: string }];
  expect(own.status).toBe('succeeded');
  const hidden = await callApi(api(`/sessions/${own.id}`), { headers: bearer(closed.key) });
  expect(hidden.json).toMatchObject({ contextSummary: null, todoList: [], variables: {} });
});
