import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Part, Role, StreamResponse, TaskState } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { answeringWorkflow, approvingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';

/** Push notifications and cards of published workflows, through the client of the protocol's own SDK. */
type Hit = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };
let location: DatabaseLocation;
let server: ServerProcess;
let receiver: Server;
const hits: Hit[] = [];
/** How many notifications of a completed task the receiver does not accept. */
let refusals = 0;
let config = '';

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('');
    hits.push({ path: request.url ?? '', headers: request.headers, body });
    const isRefused = refusals > 0 && body.includes('TASK_STATE_COMPLETED');
    if (isRefused) refusals--;
    response.writeHead(isRefused ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  location = await makeDatabaseLocation();
  config = `http:\n  allowed_private_hosts: ["127.0.0.1:${port()}"]\n`;
  server = await ServerProcess.start({ ...location, config });
});
afterAll(async () => {
  await server?.end();
  receiver?.closeAllConnections();
  receiver?.close();
  await location?.remove();
});

const port = () => (receiver.address() as AddressInfo).port;
const hook = (path: string) => `http://127.0.0.1:${port()}/${path}`;
const hitsOf = (path: string) => hits.filter((hit) => hit.path === `/${path}`);
const part = (content: Part['content']): Part => ({ content, metadata: undefined, filename: '', mediaType: '' });

async function agentOf(workflow: Workflow, allow: object = {}) {
  const { slug, key } = await publish(server.url, workflow, { allow });
  const url = () => `${server.url}/api/v1/run/${slug}/a2a`;
  const withKey: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...bearer(key) } });
  const connect = () =>
    new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
        transports: [new JsonRpcTransportFactory({ fetchImpl: withKey })],
        cardResolver: new DefaultAgentCardResolver({ fetchImpl: withKey }),
      }),
    ).createFromUrl(`${url()}/`);
  const legacy = async (method: string, params: object) =>
    (await callApi(url(), { headers: bearer(key), body: { jsonrpc: '2.0', id: 1, method, params } })).json as {
      result?: unknown;
      error?: object;
    };
  return { connect, legacy, url, key };
}

function push(path: string, more: object = {}) {
  return { tenant: '', id: '', taskId: '', url: hook(path), token: 'secret-token', authentication: undefined, ...more };
}

function asked(content: Part['content'], { taskId = '', config: pushed }: { taskId?: string; config?: ReturnType<typeof push> }) {
  const message = {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId,
    role: Role.ROLE_USER,
    parts: [part(content)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: pushed, returnImmediately: false };
  return { tenant: '', message, configuration, metadata: undefined };
}

test('a webhook is notified of a task that needs input and then ends, over a restart', async () => {
  const { connect } = await agentOf(approvingWorkflow, { decisions: true });
  const authentication = { scheme: 'Bearer', credentials: 'abc' };
  const question = { $case: 'text', value: 'Mail' } as const;
  const sent = await (await connect()).sendMessage(asked(question, { config: push('states', { authentication }) }));
  const { id } = sent as { id: string };
  await expect.poll(() => hitsOf('states')).not.toHaveLength(0);
  const [first] = hitsOf('states');
  expect(first?.headers).toMatchObject({ 'x-a2a-notification-token': 'secret-token', authorization: 'Bearer abc' });
  expect(StreamResponse.fromJSON(JSON.parse(first?.body ?? '')).payload).toMatchObject({
    $case: 'task',
    value: { id, status: { state: TaskState.TASK_STATE_INPUT_REQUIRED } },
  });
  await server.end('SIGKILL');
  server = await ServerProcess.start({ ...location, config });
  refusals = 1;
  await (await connect()).sendMessage(asked({ $case: 'data', value: { approved: true } }, { taskId: id }));
  const ends = () => hitsOf('states').filter(({ body }) => body.includes('TASK_STATE_COMPLETED'));
  await expect.poll(ends, { timeout: 30_000 }).toHaveLength(2);
  const [refused, accepted] = ends();
  expect(refused?.body).toBe(accepted?.body);
  expect(StreamResponse.fromJSON(JSON.parse(accepted?.body ?? '')).payload).toMatchObject({
    value: { status: { state: TaskState.TASK_STATE_COMPLETED }, artifacts: [{ name: 'result' }] },
  });
});

test('configs of a task are set, read, listed and deleted, and are of its key alone', async () => {
  const { connect, url } = await agentOf(approvingWorkflow);
  const client = await connect();
  const { id: taskId } = (await client.sendMessage(asked({ $case: 'text', value: 'x' }, {}))) as { id: string };
  const made = await client.createTaskPushNotificationConfig(push('set', { taskId, id: 'mine' }));
  expect(made).toMatchObject({ taskId, id: 'mine', url: hook('set'), token: 'secret-token' });
  await expect.poll(() => hitsOf('set')).toHaveLength(1);
  const one = { tenant: '', taskId, id: 'mine' };
  expect(await client.getTaskPushNotificationConfig(one)).toEqual(made);
  const all = { tenant: '', taskId, pageSize: 10, pageToken: '' };
  expect((await client.listTaskPushNotificationConfig(all)).configs).toEqual([made]);
  await client.deleteTaskPushNotificationConfig(one);
  expect((await client.listTaskPushNotificationConfig(all)).configs).toEqual([]);
  await expect(client.getTaskPushNotificationConfig(one)).rejects.toThrow(/no push notification config mine/);
  await expect(client.createTaskPushNotificationConfig(push('x', { taskId, url: 'file:///etc/passwd' }))).rejects.toThrow(/url/);
  const other = await agentOf(approvingWorkflow);
  await expect((await other.connect()).listTaskPushNotificationConfig(all)).rejects.toThrow();
  expect((await callApi(url(), { body: {} })).status).toBe(401);
});

test('a webhook in the own network is not called', async () => {
  const { connect } = await agentOf(approvingWorkflow);
  const client = await connect();
  const { id: taskId } = (await client.sendMessage(asked({ $case: 'text', value: 'x' }, {}))) as { id: string };
  const inside = `${server.url}/api/v1/runs`;
  await client.createTaskPushNotificationConfig(push('x', { taskId, url: inside, id: 'inside' }));
  await expect.poll(() => server.output).toMatch(/a push notification was given up/);
});

test('a webhook set over protocol 0.3 is sent the task in the form of that protocol', async () => {
  const { legacy } = await agentOf(approvingWorkflow);
  const message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'x' }] };
  const sent = (await legacy('message/send', { message })) as { result: { id: string } };
  const { id } = sent.result;
  const pushNotificationConfig = { url: hook('old'), token: 't', authentication: { schemes: ['Basic'], credentials: 'YTpi' } };
  const set = await legacy('tasks/pushNotificationConfig/set', { taskId: id, pushNotificationConfig });
  expect(set.result).toEqual({ taskId: id, pushNotificationConfig: { id, ...pushNotificationConfig } });
  expect(await legacy('tasks/pushNotificationConfig/get', { id })).toMatchObject({ result: set.result });
  await expect.poll(() => hitsOf('old')).toHaveLength(1);
  expect(hitsOf('old')[0]?.headers.authorization).toBe('Basic YTpi');
  expect(JSON.parse(hitsOf('old')[0]?.body ?? '')).toMatchObject({ kind: 'task', id, status: { state: 'input-required' } });
  expect(await legacy('tasks/pushNotificationConfig/delete', { id, pushNotificationConfigId: id })).toMatchObject({
    result: null,
  });
});

test('the card is public where its deployment says so; the extended one needs the key', async () => {
  const closed = await agentOf(answeringWorkflow('default'));
  expect((await callApi(`${closed.url()}/.well-known/agent-card.json`)).status).toBe(401);
  const open = await agentOf(answeringWorkflow('default'), { publicCard: true });
  const card = await new DefaultAgentCardResolver().resolve(`${open.url()}/`);
  expect(card).toMatchObject({ name: 'test', capabilities: { pushNotifications: true, extendedAgentCard: true } });
  expect(await (await open.connect()).getAgentCard()).toMatchObject({ name: 'test' });
  const wrong = await callApi(`${open.url()}/.well-known/agent-card.json`, { headers: bearer('tlk_wrong') });
  expect(wrong.status).toBe(401);
  const headers = { 'a2a-version': '1.0' };
  const call = { jsonrpc: '2.0', id: 1, method: 'GetExtendedAgentCard', params: {} };
  expect((await callApi(open.url(), { headers, body: call })).status).toBe(401);
  const extended = await callApi(open.url(), { headers: { ...headers, ...bearer(open.key) }, body: call });
  expect(extended.json).toMatchObject({ result: { name: 'test', skills: [{ tags: ['workflow'] }] } });
});
