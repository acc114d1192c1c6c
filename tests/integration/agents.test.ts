import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

type Body = { readonly messages: readonly { role: string; content: unknown }[] };

/** Answers of the model, by what it was sent. */
let answerTo: (body: Body) => { text?: string; call?: { name: string; args: object } };
const requests: Body[] = [];
const model = createServer(async (request, response) => {
  const body = JSON.parse(await text(request)) as Body;
  requests.push(body);
  const { text: content = '', call } = answerTo(body);
  const toolCall = call && {
    id: `c${requests.length}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  };
  const message = { role: 'assistant', content, ...(toolCall && { tool_calls: [toolCall] }) };
  const choice = { index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model: 'm', choices: [choice], usage }));
});
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  place = await makeDatabaseLocation();
  const entry = `{ provider: openai-compatible, base_url: 'http://127.0.0.1:${(model.address() as AddressInfo).port}/v1', model: m, stream: false, retry: 0 }`;
  server = await ServerProcess.start({ ...place, config: `models:\n  main: ${entry}\n` });
  api = makeClient({ baseUrl: server.url, fetch });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
  model.closeAllConnections();
  model.close();
});

const findings = (summary: string) => ({ text: JSON.stringify({ summary, evidence: [] }) });
const editor = { title: 'Editor', description: 'Edits texts.', instructions: 'Be brief.', tools: ['time-now'] };
const askFlow = (agent: string) =>
  workflowOf(
    {
      start: ['start', { inputs: [] }],
      ask: ['sub-agent', { agent, task: 'Edit' }],
      end: ['end', { outputs: { summary: '{{ask.summary}}' } }],
    },
    ['start -> ask', 'ask -> end'],
  );
const systemOf = ({ messages }: Body) => String(messages.find(({ role }) => role === 'system')?.content ?? '');

async function ended(runId: string) {
  for await (const event of api.streamEvents(runId)) if (event.type === 'done') break;
  return api.getRun({ params: { id: runId } });
}

test('agents are listed with the built-in ones, changed in versions, and deleted', async () => {
  const made = await api.createAgent({ body: { id: 'listed', ...editor } });
  expect(made).toMatchObject({
    id: 'listed',
    isBuiltIn: false,
    version: 1,
    toolIds: ['time-now'],
    spec: { kind: 'worker', mode: 'normal' },
  });
  const several = { strategy: 'multi-llm' as const, candidateModels: ['main', 'small'], handoffs: ['time'] };
  await expect(api.updateAgent({ params: { id: 'listed' }, body: { ...editor, ...several, version: 1 } })).rejects.toMatchObject({
    code: 'body-invalid',
    message: expect.stringContaining('hand off'),
  });
  const changed = await api.updateAgent({ params: { id: 'listed' }, body: { ...editor, title: 'Sub-editor', version: 1 } });
  expect(changed).toMatchObject({ version: 2, spec: { title: 'Sub-editor' } });
  await expect(api.updateAgent({ params: { id: 'listed' }, body: { ...editor, version: 1 } })).rejects.toMatchObject({
    code: 'revision-stale',
  });
  expect((await api.getAgent({ params: { id: 'listed' }, query: { version: 1 } })).spec.title).toBe('Editor');
  expect((await api.listAgentVersions({ params: { id: 'listed' } })).items.map(({ version }) => version)).toEqual([2, 1]);
  const { items } = await api.listAgents({});
  expect(items.map(({ id }) => id)).toEqual(['orchestrator', 'project', 'research', 'time', 'listed']);
  for (const id of ['listed', 'time', 'inline'])
    await expect(api.createAgent({ body: { id, ...editor } })).rejects.toMatchObject({ code: 'name-taken' });
  await api.deleteAgent({ params: { id: 'listed' } });
  await expect(api.getAgent({ params: { id: 'listed' } })).rejects.toMatchObject({ code: 'not-found' });
  await expect(api.deleteAgent({ params: { id: 'time' } })).rejects.toMatchObject({ code: 'not-found' });
});

test('a published version keeps its agent, whatever becomes of it; drafts use the newest, or the version they name', async () => {
  await api.createAgent({ body: { id: 'frozen', ...editor, instructions: 'First.' } });
  const saved = await api.createWorkflow({ body: askFlow('frozen') as never });
  await api.deployWorkflow({ params: { id: saved.id }, body: { slug: 'frozen-agent' } });
  await api.updateAgent({ params: { id: 'frozen' }, body: { ...editor, instructions: 'Second.', version: 1 } });
  answerTo = (body) => findings(/First|Second/.exec(systemOf(body))?.[0] ?? 'neither');
  const runDraft = async (agent: string) => {
    const { runId } = await api.runDocument({ body: { document: askFlow(agent) as never, inputs: {}, mode: 'async' } });
    return (await ended(runId)).outputs;
  };
  expect(await runDraft('frozen')).toEqual({ summary: 'Second' });
  expect(await runDraft('frozen@1')).toEqual({ summary: 'First' });
  await api.deleteAgent({ params: { id: 'frozen' } });
  const { key } = await api.createKey({ params: { slug: 'frozen-agent' }, body: { name: 'k' } });
  const answer = await fetch(`${server.url}/api/v1/run/frozen-agent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"inputs":{}}',
  });
  expect(JSON.stringify(await answer.json())).toContain('First');
  expect(await api.validateWorkflow({ body: askFlow('frozen') as never })).toMatchObject({
    valid: false,
    errors: [{ code: 'unknown-worker' }],
  });
});

test('a tool of an agent has fixed arguments, which limit what its versions may touch', async () => {
  const tool = { tool: 'read_url', name: 'rules', description: 'Reads the rules.', with: { url: 'https://rules.example/' } };
  const rules = { id: 'rules', title: 'Rules', description: 'Knows the rules.', tools: ['time-now', tool] };
  expect(await api.createAgent({ body: rules })).toMatchObject({ toolIds: ['time-now', 'read_url'] });
  const create = (tools: readonly (string | object)[]) =>
    api.createAgent({ body: { ...rules, id: 'wrong', tools: tools as never } });
  const refused = (message: string) => ({ code: 'body-invalid', message: expect.stringContaining(message) });
  await expect(create([{ ...tool, tool: 'read_urls' }])).rejects.toMatchObject(
    refused("body.tools[0].tool: there is no tool 'read_urls'"),
  );
  await expect(create(['time-now', { ...tool, with: { address: 'x' } }])).rejects.toMatchObject(
    refused('body.tools[1].with.address'),
  );
  await expect(create(['time-now', { ...tool, name: 'time-now' }])).rejects.toMatchObject(refused('body.tools[1].name'));

  const { id } = await api.createWorkflow({ body: askFlow('rules') });
  await api.deployWorkflow({ params: { id }, body: { slug: 'rules' } });
  const { reach } = await api.getVersion({ params: { id, number: 1 } });
  expect(reach).toMatchObject({ tools: ['read_url', 'time-now'], hosts: ['rules.example'], hasOpenHost: false, unknown: [] });
});

test('a document cannot bring an agent of its own under the name of another', async () => {
  await api.createAgent({ body: { id: 'genuine', ...editor, instructions: 'First.' } });
  const spec = { ...(await api.getAgent({ params: { id: 'genuine' } })).spec, instructions: 'Second.' };
  answerTo = (body) => findings(/First|Second/.exec(systemOf(body))?.[0] ?? 'neither');
  const document = { ...askFlow('genuine'), agents: { genuine: spec } };
  const { runId } = await api.runDocument({ body: { document: document as never, inputs: {}, mode: 'async' } });
  expect((await ended(runId)).outputs).toEqual({ summary: 'First' });
});

test('the agent project reads and checks workflows, and stores one only after a person approved it', async () => {
  const draft = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: {} }] }, ['start -> end']);

  const calls = [
    { name: 'workflow_list', args: {} },
    { name: 'workflow_validate', args: { document: { ...draft, nodes: [{ ...draft.nodes[0], type: 'teleport' }] } } },
    { name: 'workflow_create', args: { document: { ...draft, name: 'Made by an agent' } } },
  ];

  answerTo = ({ messages }) => {
    const next = calls[messages.filter(({ role }) => role === 'tool').length];
    return next ? { call: next } : findings('created');
  };
  const { runId } = await api.runDocument({ body: { document: askFlow('project') as never, inputs: {}, mode: 'async' } });
  expect((await ended(runId)).status).toBe('waiting');
  const named = async () => (await api.listWorkflows({ query: {} })).items.filter(({ name }) => name === 'Made by an agent');
  expect(await named()).toEqual([]);
  const [asked] = (await api.listApprovals({ query: {} })).items.filter((approval) => approval.runId === runId);
  expect(asked).toMatchObject({ tool: 'workflow_create' });
  await api.decideApproval({ params: { id: runId, actionId: asked?.actionId ?? '' }, body: { confirmed: true } });
  await expect.poll(async () => (await api.getRun({ params: { id: runId } })).status).toBe('succeeded');
  expect(await named()).toHaveLength(1);
  const results = JSON.stringify(requests.at(-1));
  expect(results).toContain('teleport');
});
