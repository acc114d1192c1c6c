import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  // Of a module of the administrator.
  const module = join(import.meta.dirname, '../fixtures/tools/langchain.tools.mjs');
  const modules = { own: { module, export: 'shout', risk: 'low', effects: 'read' } };
  server = await ServerProcess.start({ ...place, config: JSON.stringify({ tool_modules: modules }) });
  api = makeClient({ baseUrl: server.url, fetch });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const greeting = (text: string): Workflow => ({
  ...workflowOf(
    {
      start: ['start', { inputs: [{ name: 'who', type: 'text', required: true }] }],
      end: ['end', { outputs: { text: `${text} {{start.who}}` } }],
    },
    ['start -> end'],
  ),
  name: 'Greeting',
  description: 'Greets a person.',
});
const calling = (slug: string) =>
  workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['tool-call', { toolName: `workflow@${slug}`, parameters: { who: 'Ada' } }],
      end: ['end', { outputs: { said: '{{call.data.text}}' } }],
    },
    ['start -> call', 'call -> end'],
  );

async function publish(workflow: Workflow, slug: string) {
  const { id: workflowId } = await api.createWorkflow({ body: workflow as never });
  await api.deployWorkflow({ params: { id: workflowId }, body: { slug } });
  return workflowId;
}

async function outputsOf(runId: string) {
  for await (const event of api.streamEvents(runId)) if (event.type === 'done') break;
  return (await api.getRun({ params: { id: runId } })).outputs;
}

test('a published workflow is a tool at once; a version keeps the one that it was published with', async () => {
  const id = await publish(greeting('Dear'), 'greet');
  const { groups } = await api.listTools();
  const tool = groups.flatMap(({ tools }) => tools).find((one) => one.id === 'workflow@greet');
  expect(tool).toMatchObject({ title: 'Greeting', risk: 'low', inputSchema: { required: ['who'] } });
  const caller = await publish(calling('greet'), 'calls-greet');
  const current = await api.getWorkflow({ params: { id } });
  await api.replaceWorkflow({ params: { id }, body: greeting('Hello'), headers: { 'if-match': `"${current.revision}"` } });
  await api.deployWorkflow({ params: { id }, body: { slug: 'greet' } });
  const { runId } = await api.runWorkflow({ params: { id: caller }, body: { inputs: {}, mode: 'async' } });
  expect(await outputsOf(runId)).toEqual({ said: 'Hello Ada' });
  const { key } = await api.createKey({ params: { slug: 'calls-greet' }, body: { name: 'test' } });
  const response = await fetch(`${server.url}/api/v1/run/calls-greet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: {}, mode: 'sync' }),
  });
  expect(await response.json()).toMatchObject({ outputs: { said: 'Dear Ada' } });
  const version = await api.getVersion({ params: { id: caller, number: 1 } });
  expect(version.reach).toMatchObject({ tools: ['workflow@greet'], workflows: [`${id}@1`], unknown: [] });
  expect(version.document).not.toHaveProperty('reach');
  const reach = await api.readWorkflowReach({ body: calling('greet') });
  expect(reach).toMatchObject({ tools: ['workflow@greet'], workflows: [`${id}@2`], unknown: [] });
});

test('a tool of a module of the administrator is listed as such, and called by a node', async () => {
  const { groups } = await api.listTools();
  expect(groups.find(({ id }) => id === 'own')).toMatchObject({
    source: 'module',
    tools: [{ id: 'own@shout', inputSchema: { required: ['text'] } }],
  });
  const call = workflowOf({ call: ['tool-call', { toolName: 'own@shout', parameters: { text: 'tea' } }] }, []);
  const start = workflowOf({ start: ['start', { inputs: [] }] }, []).nodes;
  const edges = workflowOf({}, ['start -> call']).edges;
  const document = { ...call, nodes: [...start, ...call.nodes], edges };
  const { runId } = await api.runDocument({ body: { document: document as never, inputs: {}, mode: 'async' } });
  expect(await outputsOf(runId)).toMatchObject({ call: { status: 'success', data: 'TEA' } });
  expect(await api.readWorkflowReach({ body: document as never })).toMatchObject({
    tools: ['own@shout'],
    servers: [expect.stringMatching(/^module own .*mjs$/)],
    hasOpenHost: false,
  });
});

test('what a version may reach is computed, never taken from the document', async () => {
  const forged = { ...greeting('Dear'), reach: { hasOpenHost: true, runsCommands: true, tools: ['execute_command'] } };
  const id = await publish(forged as Workflow, 'forged');
  const { reach } = await api.getVersion({ params: { id, number: 1 } });
  expect(reach).toMatchObject({ hasOpenHost: false, runsCommands: false, tools: [] });
});

test('a workflow cannot be published with itself as a tool', async () => {
  const { id: workflowId } = await api.createWorkflow({ body: greeting('Dear') });
  await api.deployWorkflow({ params: { id: workflowId }, body: { slug: 'loops' } });
  const current = await api.getWorkflow({ params: { id: workflowId } });
  await api.replaceWorkflow({
    params: { id: workflowId },
    body: calling('loops'),
    headers: { 'if-match': `"${current.revision}"` },
  });
  const again = api.deployWorkflow({ params: { id: workflowId }, body: { slug: 'loops' } });
  await expect(again).rejects.toMatchObject({ code: 'workflow-invalid' });
});
