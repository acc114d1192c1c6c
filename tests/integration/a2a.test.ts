import { type Message, type Part, Role, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { answeringWorkflow, approvingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Published workflows as agents of A2A, through the client of the protocol's own SDK. */
const SAID = ['Tides ', 'follow ', 'the moon. 潮汐'];
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
beforeAll(async () => {
  model = await startFakeModel({
    reply: (body) => (body.model === 'fake' ? { tokens: SAID, isExact: true, firstTokenMs: 5 } : {}),
  });
  location = await makeDatabaseLocation();
  const config = `models:\n  fake: { provider: openai-compatible, base_url: "${model.url}", model: fake }\n`;
  server = await ServerProcess.start({ ...location, config });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

async function agentOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}) {
  const { slug, key } = await publish(server.url, workflow, options);
  const url = `${server.url}/api/v1/run/${slug}/a2a`;
  const withKey: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...bearer(key) } });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl: withKey })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl: withKey }),
    }),
  );
  const client: Client = await factory.createFromUrl(`${url}/`);
  return { client, url, key, slug };
}

const text = (value: string): Part => ({ content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' });
const data = (value: unknown): Part => ({ content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: '' });

function asked(parts: Part[], more: Partial<Message> = {}) {
  const message: Message = {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: false };
  return { tenant: '', message, configuration, metadata: undefined };
}

const countingWorkflow = (required: boolean) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'count', type: 'number', required, ...(!required && { default: 1 }) }] }],
      end: ['end', { outputs: { counted: '{{start.count}}' } }],
    },
    ['start -> end'],
  );
const task = (id: string) => ({ tenant: '', id });

test('its card names the workflow, its key and both versions of the protocol', async () => {
  const { client, slug, url } = await agentOf(answeringWorkflow());
  const card = await client.getAgentCard();
  expect(card).toMatchObject({ name: 'test', skills: [{ id: slug }], capabilities: { streaming: true } });
  expect(card.supportedInterfaces.map((one) => [one.url, one.protocolVersion])).toEqual([
    [url, '1.0'],
    [url, '0.3'],
  ]);
  expect((await callApi(`${url}/.well-known/agent-card.json`)).status).toBe(401);
});

test('a message is a run; its result is an artifact of text and data', async () => {
  const { client } = await agentOf(answeringWorkflow());
  const sent = await client.sendMessage(asked([text('Tides?')], { contextId: 'talk-1' }));
  expect(sent).toMatchObject({
    contextId: 'talk-1',
    status: { state: TaskState.TASK_STATE_COMPLETED },
    artifacts: [{ parts: [text(SAID.join('')), data({ answer: SAID.join('') })].map(({ content }) => ({ content })) }],
  });
  const { id } = sent as { id: string };
  expect(await client.getTask(task(id))).toMatchObject({ id, status: { state: TaskState.TASK_STATE_COMPLETED } });
});

test('a stream says what is written while it is written', async () => {
  const { client } = await agentOf(answeringWorkflow());
  const seen = await Array.fromAsync(client.sendMessageStream(asked([text('Tides?')])));
  const payloads = seen.map(({ payload }) => payload);
  expect(payloads[0]?.$case).toBe('task');
  const written = payloads.flatMap((payload) => {
    if (payload?.$case !== 'artifactUpdate' || payload.value.lastChunk) return [];
    const content = payload.value.artifact?.parts[0]?.content;
    return content?.$case === 'text' ? content.value : [];
  });
  expect(written.join('')).toBe(SAID.join(''));
  expect(payloads.at(-1)).toMatchObject({ $case: 'statusUpdate', value: { status: { state: TaskState.TASK_STATE_COMPLETED } } });
});

test.each([
  [data({ approved: true }), 'sent'],
  [data({ approved: false }), 'kept'],
  [text('Yes.'), 'sent'],
  [text('不同意'), 'kept'],
])('an approval needs input, and a clear answer continues the task (%#)', async (part, answer) => {
  const { client } = await agentOf(approvingWorkflow, { allow: { decisions: true } });
  const waiting = (await client.sendMessage(asked([text('Go')]))) as { id: string };
  expect(waiting).toMatchObject({
    status: { state: TaskState.TASK_STATE_INPUT_REQUIRED, message: { parts: [{ content: { value: 'Send it?' } }, {}] } },
  });
  // What is no clear answer is asked again, as the agent says it.
  const again = { state: TaskState.TASK_STATE_INPUT_REQUIRED, message: { parts: { length: 3 } } };
  const unclear = await client.sendMessage(asked([text('maybe')], { taskId: waiting.id }));
  expect(unclear).toMatchObject({ id: waiting.id, status: again });
  expect(JSON.stringify(unclear)).toContain('Answer yes to approve, or no to reject.');
  const streamed = await Array.fromAsync(client.sendMessageStream(asked([text('Why?')], { taskId: waiting.id })));
  expect(streamed.at(-1)?.payload).toMatchObject({ $case: 'statusUpdate', value: { status: again } });
  const done = await client.sendMessage(asked([part], { taskId: waiting.id }));
  expect(done).toMatchObject({ id: waiting.id, status: { state: TaskState.TASK_STATE_COMPLETED } });
  expect(JSON.stringify(done)).toContain(answer);
});

test('a workflow that takes no text is called with data, with JSON, or with any text where it needs nothing', async () => {
  const counting = await agentOf(countingWorkflow(true));
  for (const parts of [[data({ count: 3 })], [text('Count, please'), data({ count: 3 })], [text('{"count":3}')]])
    expect(JSON.stringify(await counting.client.sendMessage(asked(parts)))).toContain('"counted":3');
  await expect(counting.client.sendMessage(asked([text('Count, please')]))).rejects.toThrow('count');
  const free = await agentOf(countingWorkflow(false));
  expect(await free.client.sendMessage(asked([text('Go')]))).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
});

test('a stream passes proxies: it is not buffered, and has comments while it is quiet', async () => {
  const { url, key } = await agentOf(answeringWorkflow());
  const message = { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'Tides?' }] };
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/stream', params: { message } }),
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': 'no-cache',
  });
  expect(await response.text()).toContain('"final":true');
});

test('clients that look at the root of the host find the card of their key, or the only one that is open', async () => {
  const { slug, key, url } = await agentOf(answeringWorkflow());
  const root = `${server.url}/.well-known/agent-card.json`;
  expect((await callApi(root)).status).toBe(404);
  expect((await callApi(root, { headers: bearer(key) })).json).toMatchObject({ url, skills: [{ id: slug }] });
  const open = await agentOf(answeringWorkflow(), { allow: { publicCard: true } });
  expect((await callApi(root)).json).toMatchObject({ url: open.url });
  await agentOf(answeringWorkflow(), { allow: { publicCard: true } });
  expect((await callApi(root)).status).toBe(404);
  for (const place of [server.url, url])
    expect((await callApi(`${place}/.well-known/agent.json`)).json).toMatchObject({ error: { code: 'not-found' } });
});

test('a task is cancelled while a client follows it', async () => {
  const { client } = await agentOf(answeringWorkflow('openai-compatible/fake-t2000-d20'));
  const ends: unknown[] = [];
  for await (const { payload } of client.sendMessageStream(asked([text('Go')]))) {
    if (payload?.$case === 'artifactUpdate' && ends.length === 0) {
      ends.push(payload.value.taskId);
      expect(await client.cancelTask({ ...task(payload.value.taskId), metadata: undefined })).toMatchObject({
        id: payload.value.taskId,
      });
    }
    if (payload?.$case === 'statusUpdate') ends.push(payload.value.status?.state);
  }
  expect(ends.at(-1)).toBe(TaskState.TASK_STATE_CANCELED);
});

test('wrong inputs, failed runs and tasks of other keys are errors of the protocol', async () => {
  const one = await agentOf(answeringWorkflow());
  await expect(one.client.sendMessage(asked([data({ count: 1 })]))).rejects.toThrow('question');
  const other = await agentOf(approvingWorkflow, { allow: { decisions: true } });
  const waiting = (await other.client.sendMessage(asked([text('Go')]))) as { id: string };
  await expect(one.client.getTask(task(waiting.id))).rejects.toThrow('There is no run');
  await expect(one.client.sendMessage(asked([data({ approved: true })], { taskId: waiting.id }))).rejects.toThrow(
    'There is no run',
  );
});

test('tasks are listed newest first, by context and state, and only those of the key', async () => {
  const { client } = await agentOf(answeringWorkflow());
  for (const contextId of ['one', 'two', 'one']) await client.sendMessage(asked([text('Tides?')], { contextId }));
  const all = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined };
  const first = await client.listTasks({ ...all, pageSize: 2 });
  expect(first).toMatchObject({ totalSize: 3, pageSize: 2, tasks: [{ contextId: 'one', artifacts: [] }, { contextId: 'two' }] });
  const rest = await client.listTasks({ ...all, pageSize: 2, pageToken: first.nextPageToken, includeArtifacts: true });
  expect(rest).toMatchObject({ tasks: [{ contextId: 'one', artifacts: [{ artifactId: 'result' }] }], nextPageToken: '' });
  const completed = { ...all, contextId: 'two', status: TaskState.TASK_STATE_COMPLETED };
  expect(await client.listTasks(completed)).toMatchObject({ totalSize: 1, tasks: [{ contextId: 'two' }] });
  expect(await client.listTasks({ ...all, status: TaskState.TASK_STATE_FAILED })).toMatchObject({ totalSize: 0, tasks: [] });
  const other = await agentOf(answeringWorkflow());
  expect(await other.client.listTasks(all)).toMatchObject({ totalSize: 0 });
});

test('a client of protocol 0.3 sends a message and reads its task', async () => {
  const { url, key } = await agentOf(answeringWorkflow());
  const call = async (method: string, params: object) =>
    (await callApi(url, { headers: bearer(key), body: { jsonrpc: '2.0', id: 1, method, params } })).json.result as Record<
      string,
      unknown
    >;
  const message = { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'Tides?' }] };
  const sent = await call('message/send', { message });
  expect(sent).toMatchObject({ kind: 'task', status: { state: 'completed' } });
  expect(JSON.stringify(sent.artifacts)).toContain('潮汐');
  expect(await call('tasks/get', { id: sent.id })).toMatchObject({ id: sent.id, status: { state: 'completed' } });
});

test('a server that stops while a task is streamed ends in order', async () => {
  const { client } = await agentOf(answeringWorkflow('openai-compatible/fake-t2000-d20'));
  const stream = client.sendMessageStream(asked([text('Go')]));
  await stream.next();
  expect(await server.end()).toBe(0);
  expect(server.output).not.toContain('was not caught');
});
