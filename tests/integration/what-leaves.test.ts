import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { until } from '../support/eventually.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { failingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** What leaves a run of the template *Triage with approval*, by every way in which a stranger may read it. */
const DRAFT = 'zebra-draft';
const SUMMARY = 'quokka-summary';
const sorted = { category: 'account', urgency: 'high', summary: SUMMARY };
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
beforeAll(async () => {
  // The template sorts with a schema, and writes without one.
  model = await startFakeModel({
    reply: (body) => ({ tokens: 'response_format' in body ? [JSON.stringify(sorted)] : [DRAFT, ' is', ' ready'], isExact: true }),
  });
  location = await makeDatabaseLocation();
  const config = `models:\n  default: { provider: openai-compatible, base_url: "${model.url}", model: fake }\n`;
  server = await ServerProcess.start({ ...location, config });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

const triage = JSON.parse(
  readFileSync(new URL('../../templates/triage-with-approval.workflow.json', import.meta.url), 'utf8'),
) as Workflow;

type Endpoint = { readonly workflowId: string; readonly slug: string; readonly key: string };

/** @returns everything that a client is sent until the server ends its answer */
async function read(
  { key }: Pick<Endpoint, 'key'>,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
}

const inputs = { message: 'Nobody can sign in' };
const said = { role: 'user', content: 'Nobody can sign in' };
const parts = [{ kind: 'text', text: 'Nobody can sign in' }];
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const modes = ['values', 'updates', 'messages', 'messages-tuple', 'custom', 'tools'];

/** Ways to start a run and to read it until it waits. */
const starts: Readonly<Record<string, (endpoint: Endpoint) => Promise<string>>> = {
  'a stream of events': (one) => read(one, `/api/v1/run/${one.slug}`, { inputs, mode: 'stream' }),
  'an answer': (one) => read(one, `/api/v1/run/${one.slug}`, { inputs, mode: 'sync' }),
  'a raw answer': (one) => read(one, `/api/v1/run/${one.slug}?raw=1`, { inputs, mode: 'sync' }),
  'a chat': (one) => read(one, `/api/v1/chat/${one.slug}`, { sessionId: 's', content: 'Nobody can sign in' }),
  'a chat of the AI SDK': (one) =>
    read(one, `/api/v1/chat/${one.slug}`, {
      id: 's',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Nobody' }] }],
    }),
  'a stream of chat completions': (one) => read(one, '/v1/chat/completions', { model: one.slug, messages: [said], stream: true }),
  'a chat completion': (one) => read(one, '/v1/chat/completions', { model: one.slug, messages: [said] }),
  'a stream of responses': (one) => read(one, '/v1/responses', { model: one.slug, input: 'Nobody', stream: true }),
  'a stream of A2A': (one) =>
    read(
      one,
      `/api/v1/run/${one.slug}/a2a`,
      rpc('message/stream', { message: { kind: 'message', messageId: 'm', role: 'user', parts } }),
    ),
  'a task of A2A': (one) =>
    read(
      one,
      `/api/v1/run/${one.slug}/a2a`,
      rpc('message/send', { message: { kind: 'message', messageId: 'm', role: 'user', parts } }),
    ),
  'AG-UI': (one) =>
    read(one, `/api/v1/run/${one.slug}/ag-ui`, {
      threadId: 't',
      runId: 'r',
      state: {},
      messages: [{ id: '1', ...said }],
      tools: [],
      context: [],
    }),
  'a stream of LangGraph': (one) =>
    read(one, `/api/v1/run/${one.slug}/langgraph/threads/t/runs/stream`, {
      assistant_id: one.slug,
      input: { messages: [said] },
      stream_mode: modes,
      if_not_exists: 'create',
    }),
  'a tool of MCP with progress': (one) =>
    read(
      one,
      `/api/v1/run/${one.slug}/mcp`,
      rpc('tools/call', { name: one.slug, arguments: inputs, _meta: { progressToken: 1 } }),
      { accept: 'application/json, text/event-stream' },
    ),
};

/** Ways to read a run that another request started. */
const looks = (runId: string, sessionId: string | undefined, slug: string): readonly string[] => [
  `/api/v1/runs/${runId}`,
  `/api/v1/runs/${runId}/events`,
  `/api/v1/runs/${runId}/events?events=full`,
  `/api/v1/runs/${runId}/log?events=full`,
  `/api/v1/runs/${runId}/approvals`,
  '/api/v1/sessions',
  '/api/v1/artifacts',
  ...(sessionId === undefined
    ? []
    : [
        `/api/v1/sessions/${sessionId}`,
        `/api/v1/sessions/${sessionId}/export`,
        `/api/v1/chat/${slug}/s/messages`,
        `/api/v1/chat/${slug}/s/stream`,
      ]),
];

async function waitingRun({ workflowId }: Pick<Endpoint, 'workflowId'>) {
  return until(async () => {
    const { json } = await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`);
    const [run] = json.items as { runId: string; status: string }[];
    if (run?.status !== 'waiting') return undefined;
    const whole = await callApi(`${server.url}/api/v1/runs/${run.runId}`);
    return whole.json as { runId: string; lastSeq: number; approvals: { actionId: string }[] };
  });
}

async function decide(runId: string, actionId: string, body: object) {
  const decided = await callApi(`${server.url}/api/v1/runs/${runId}/approvals/${actionId}`, { body });
  expect(decided.status).toBe(200);
  await until(async () => (await callApi(`${server.url}/api/v1/runs/${runId}`)).json.status === 'succeeded');
}

async function readAll(one: Endpoint, runId: string): Promise<string> {
  const { json } = await callApi(`${server.url}/api/v1/sessions`, { headers: bearer(one.key) });
  const [session] = json.items as { id: string }[];
  const texts = await Promise.all(
    looks(runId, session?.id, one.slug).map(async (path) => {
      // The events of a run that waits are followed until it ends: a page of them is enough.
      const headers = path.includes('/events') ? { accept: 'application/json' } : {};
      return read(one, path, undefined, headers);
    }),
  );
  return texts.join('\n');
}

describe.each(Object.keys(starts))('%s of a key that decides nothing', (name) => {
  test('has no draft, and neither what it was made of nor what is asked, until a person has approved it', async () => {
    const one = await publish(server.url, triage);
    const begun = await (starts[name] as (endpoint: Endpoint) => Promise<string>)(one);
    const { runId, approvals } = await waitingRun(one);
    const seen = begun + (await readAll(one, runId));
    for (const secret of [DRAFT, SUMMARY, 'Send this reply?']) expect(seen.includes(secret), secret).toBe(false);
    expect(seen).toContain(runId);
    await decide(runId, approvals[0]?.actionId ?? '', { confirmed: true, args: 'An edited reply' });
    const after = await readAll(one, runId);
    expect(after).toContain('An edited reply');
    for (const secret of [DRAFT, SUMMARY]) expect(after).not.toContain(secret);
  });
});

test('a rejected draft never leaves, and an approved one leaves as it was approved', async () => {
  const rejected = await publish(server.url, triage);
  let begun = await (starts['a chat'] as (endpoint: Endpoint) => Promise<string>)(rejected);
  const first = await waitingRun(rejected);
  await decide(first.runId, first.approvals[0]?.actionId ?? '', { confirmed: false, comment: 'Not like this' });
  const seen = begun + (await readAll(rejected, first.runId));
  for (const secret of [DRAFT, SUMMARY]) expect(seen).not.toContain(secret);
  expect(seen).toContain('Not like this');

  const approved = await publish(server.url, triage);
  begun = await (starts['a chat'] as (endpoint: Endpoint) => Promise<string>)(approved);
  const second = await waitingRun(approved);
  const resumed = read(approved, `/api/v1/runs/${second.runId}/events?after=${second.lastSeq}`);
  await decide(second.runId, second.approvals[0]?.actionId ?? '', { confirmed: true });
  // Who is there sees the answer when it is decided.
  const live = await resumed;
  expect(live).toContain(`${DRAFT} is ready`);
  expect(live).not.toContain(SUMMARY);
  expect(await readAll(approved, second.runId)).toContain(`${DRAFT} is ready`);
});

test('a key that decides reads what it decides', async () => {
  const one = await publish(server.url, triage, { allow: { decisions: true } });
  const begun = await (starts['an answer'] as (endpoint: Endpoint) => Promise<string>)(one);
  expect(begun).toContain(SUMMARY);
  expect(begun).not.toContain(DRAFT);
});

test('a visitor reads words: that a person looks at it, and nothing of what failed, whatever the endpoint shows to keys', async () => {
  const visitorOf = async (workflow: Workflow): Promise<Endpoint> => {
    const one = await publish(server.url, workflow, { events: 'full' });
    await callApi(`${server.url}/api/v1/deployments/${one.slug}/chat-page`, { method: 'PUT', body: { access: 'public' } });
    const made = await callApi(`${server.url}/api/v1/chat/${one.slug}/visitors`, { method: 'POST' });
    return { ...one, key: String(made.json.token) };
  };
  const asking = await visitorOf(triage);
  const begun = await (starts['a chat'] as (endpoint: Endpoint) => Promise<string>)(asking);
  const { runId } = await waitingRun(asking);
  const seen = begun + (await readAll(asking, runId));
  for (const secret of [DRAFT, SUMMARY, 'Send this reply?']) expect(seen).not.toContain(secret);
  // Protocols say start and end, too.
  const names = triage.nodes.map(({ id }) => id).filter((id) => id !== 'start' && id !== 'end');
  for (const name of names) expect(seen).not.toContain(`"${name}"`);

  const failing = await visitorOf(failingWorkflow);
  const path = `/api/v1/run/${failing.slug}`;
  const ways = [{ mode: 'sync' }, { mode: 'stream' }].map((mode) => read(failing, path, { inputs: { question: 'x' }, ...mode }));
  const chats = [
    read(failing, `/api/v1/chat/${failing.slug}`, { sessionId: 's', content: 'x' }),
    read(failing, `/api/v1/chat/${failing.slug}`, {
      id: 'u',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'x' }] }],
    }),
  ];
  const told = await Promise.all([...ways, ...chats]);
  for (const one of told) expect(one).toContain('Something went wrong. Try again, or tell us this number: run_');
  const { json } = await callApi(`${server.url}/api/v1/runs?workflowId=${failing.workflowId}`);
  const [last] = json.items as { runId: string }[];
  const all = told.join('\n') + (await readAll(failing, last?.runId ?? ''));
  for (const secret of ['code-failed', 'broken', '5001', 'Node fails']) expect(all).not.toContain(secret);
  const refused = await read(failing, path, { inputs: { question: 'x' } }, { 'accept-language': 'zh-CN' });
  expect(refused).toContain('run_');
});

test('a file that was made before an approval is kept back until the run has succeeded, and for good if it is rejected', async () => {
  const filing = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
      file: ['artifact', { format: 'text', name: 'draft.txt', content: DRAFT }],
      ask: ['approval', { title: 'Send it?' }],
      end: ['end', { outputs: { said: 'Done' } }],
    },
    ['start -> file', 'file -> ask', 'ask.approved -> end'],
  );
  const one = await publish(server.url, filing);
  const listed = async () => {
    const { json } = await callApi(`${server.url}/api/v1/artifacts`, { headers: bearer(one.key) });
    return (json.items as { artifactId: string }[]).map(({ artifactId }) => artifactId);
  };
  const downloaded = (id: string) => read(one, `/api/v1/artifacts/${id}/download`);
  for (const confirmed of [false, true]) {
    const begun = await read(one, `/api/v1/run/${one.slug}`, { inputs, mode: 'sync' });
    expect(begun).toMatch(/^202/);
    const { runId, approvals } = await waitingRun(one);
    const { json } = await callApi(`${server.url}/api/v1/artifacts?runId=${runId}`);
    const [made] = json.items as { artifactId: string }[];
    const id = made?.artifactId ?? '';
    expect(id).toMatch(/^art_/);
    expect([await listed(), await downloaded(id)]).toEqual([[], expect.stringMatching(/^404/)]);
    await decide(runId, approvals[0]?.actionId ?? '', { confirmed });
    await until(async () => /succeeded/.test(await read(one, `/api/v1/runs/${runId}`)));
    if (confirmed) expect([await listed(), await downloaded(id)]).toEqual([[id], expect.stringContaining(DRAFT)]);
    else expect([await listed(), await downloaded(id)]).toEqual([[], expect.stringMatching(/^404/)]);
  }
});
