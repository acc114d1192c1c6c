import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { bundleWorkflow, type PublishedWorkflow } from '#lib/workflow/called-workflows.ts';
import { workflowTool } from '#lib/workflow/tools/workflow-tool.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { workflowReach } from '#lib/workflow/workflow-reach.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Body = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
};

/** Finds the order `number`; waits at its gate. */
const findOrder: Workflow = {
  ...workflowOf(
    {
      start: ['start', { inputs: [{ name: 'number', type: 'number', required: true }] }],
      look: ['gate', { effects: 'read', reads: '{{start.number}}' }],
      end: ['end', { outputs: { status: '{{look}}', number: '{{start.number}}' } }],
    },
    ['start -> look', 'look -> end'],
  ),
  name: 'Find order',
  description: 'Finds an order by its number.',
};
const published = (document: Workflow, workflowId = 'wf_order'): PublishedWorkflow => ({ workflowId, version: 3, document });

function whole(workflow: Workflow, tools: Record<string, PublishedWorkflow>, workflowId?: string): Promise<Workflow> {
  return bundleWorkflow(workflow, async () => undefined, { readTool: async (slug) => tools[slug], workflowId });
}

const asking = (config: Record<string, unknown> = {}) =>
  workflowOf(
    {
      answer: ['llm', { model: 'main', userPrompt: 'Where are my orders?', availableTools: ['workflow@find-order'], ...config }],
    },
    [],
  );

async function prepare(answers: readonly ScriptedAnswer[]) {
  const { models, bodies, hits } = await startScriptedModel((_, index) => answers[index] ?? { text: 'done' });
  const engineWith = (store = new MemoryRunStore()) => new TestEngine({ store, models, tools: makeToolKit({ payloads: store }) });
  return { engineWith, bodies: () => bodies() as Body[], hits };
}

const find = (number: number, id = `find_${number}`) => ({ name: 'workflow@find-order', args: JSON.stringify({ number }), id });
const startedAt = (events: readonly RunEvent[], path: string) =>
  eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === path).length;

test('a model calls a published workflow with typed arguments; its nodes are part of the run', async () => {
  const name = /workflow.find-order/;
  const { engineWith, bodies } = await prepare([{ calls: [find(7), find(8)] }]);
  const engine = engineWith();
  const { runId, outcome } = await engine.start(await whole(asking(), { 'find-order': published(findOrder) }));
  // Both calls read only, so they run together.
  for (const [index, status] of ['sent', 'lost'].entries()) await engine.gates.open(`answer[find-order:${index}]/look`, status);
  expect((await outcome).status).toBe('succeeded');
  const [first, second] = bodies();
  expect(first?.tools?.[0]?.function).toMatchObject({
    name: expect.stringMatching(name),
    description: expect.stringContaining('Finds an order by its number.'),
    parameters: { properties: { number: { type: 'number' } }, required: ['number'], additionalProperties: false },
  });
  const results = second?.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  expect(results).toHaveLength(2);
  expect(results?.[0]).toContain('sent');
  expect(results?.[0]).toContain('7');
  expect(results?.[1]).toContain('lost');
  const events = await engine.events(runId);
  expect(startedAt(events, 'answer[find-order:1]/end')).toBe(1);
});

test('wrong arguments never start it', async () => {
  const { engineWith, bodies } = await prepare([{ calls: [{ ...find(0), args: '{"number":"seven"}' }] }]);
  const { status, events } = await engineWith().run(await whole(asking(), { 'find-order': published(findOrder) }));
  expect(status).toBe('succeeded');
  expect(eventsOf(events, 'tool_result')[0]).toMatchObject({ status: 'invalid' });
  expect(JSON.stringify(bodies()[1]?.messages)).toContain('number');
  expect(eventsOf(events, 'node_started').map(({ nodeId }) => nodeId)).toEqual(['answer']);
});

test('its failure is returned to the model as the result of the call', async () => {
  const { engineWith, bodies } = await prepare([{ calls: [find(7)] }]);
  const engine = engineWith();
  const { outcome } = await engine.start(await whole(asking(), { 'find-order': published(findOrder) }));
  await engine.gates.fail('answer[find-order:0]/look', new Error('no such order'));
  expect((await outcome).status).toBe('succeeded');
  expect(JSON.stringify(bodies()[1]?.messages)).toContain('The workflow find-order failed at answer[find-order:0]/look');
});

test('a crash inside it repeats neither the model call nor what had ended', async () => {
  const { engineWith, hits } = await prepare([{ calls: [find(7)] }]);
  const first = engineWith();
  const { runId } = await first.start(await whole(asking(), { 'find-order': published(findOrder) }));
  await first.gates.reached('answer[find-order:0]/look');
  await expect.poll(async () => eventsOf(await first.events(runId), 'node_finished').length).toBe(1);
  first.store.expireLeases();
  const second = engineWith(new MemoryRunStore(first.store.database));
  expect(await second.resumeLost()).toBe(1);
  await second.gates.open('answer[find-order:0]/look', 'sent');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(hits).toHaveLength(2);
  expect(startedAt(await second.events(runId), 'answer[find-order:0]/start')).toBe(1);
});

test('an approval in the called workflow suspends the run, which resumes with the decision', async () => {
  const refund = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'number', type: 'number', required: true }] }],
      ask: ['approval', { title: 'Refund {{start.number}}?' }],
      end: ['end', { outputs: { refunded: '{{start.number}}' } }],
    },
    ['start -> ask', 'ask.approved -> end'],
  );
  const { engineWith, hits } = await prepare([{ calls: [{ name: 'workflow@refund', args: '{"number":7}' }] }]);
  const first = engineWith();
  const config = { availableTools: ['workflow@refund'] };
  const { runId, outcome } = await first.start(await whole(asking(config), { refund: published(refund) }));
  expect((await outcome).status).toBe('waiting');
  const [asked] = eventsOf(await first.events(runId), 'confirm_required');
  expect(asked?.nodeId).toBe('answer[refund:0]/ask');
  const second = engineWith(new MemoryRunStore(first.store.database));
  first.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  const events = await second.events(runId);
  expect(eventsOf(events, 'tool_result')).toMatchObject([{ status: 'success', result: { refunded: 7 } }]);
  expect(startedAt(events, 'answer[refund:0]/start')).toBe(1);
  expect(hits).toHaveLength(2);
});

test('a workflow with side effects needs an approval, and is not offered to a model that may only read', async () => {
  const nodes = findOrder.nodes.map((node) => (node.id === 'look' ? { ...node, config: { effects: 'write' } } : node));
  const writing = { 'find-order': published({ ...findOrder, nodes }) };
  const { engineWith, bodies } = await prepare([{ calls: [find(7)] }]);
  expect((await engineWith().run(await whole(asking(), writing))).status).toBe('waiting');
  await engineWith().run(await whole(asking({ mode: 'read-only' }), writing));
  expect(bodies().at(-1)?.tools ?? []).toEqual([]);
});

test('a stop ends every node in it', async () => {
  const { engineWith } = await prepare([{ calls: [find(7)] }]);
  const engine = engineWith();
  const { runId, outcome } = await engine.start(await whole(asking(), { 'find-order': published(findOrder) }));
  await engine.gates.reached('answer[find-order:0]/look');
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  await engine.engine.stop(runId, { graceMs: 1000 });
  expect((await outcome).status).toBe('cancelled');
  const ends = eventsOf(await engine.events(runId), 'node_finished').map(({ nodeId, status }) => `${nodeId} ${status}`);
  expect(ends).toContain('answer[find-order:0]/look cancelled');
});

test('an agent and a node without a model call it as a tool, too', async () => {
  const agent = { agent: 'inline', instructions: 'Find it.', task: 'Order 7', availableTools: ['workflow@find-order'] };
  const finding = JSON.stringify({ summary: 'It was sent', evidence: [] });
  const { engineWith } = await prepare([{ calls: [find(7)] }, { text: finding }]);
  const engine = engineWith();
  const workflow = workflowOf(
    {
      ask: ['sub-agent', { ...agent, model: 'main' }],
      call: ['tool-call', { toolName: 'workflow@find-order', parameters: { number: 8 } }],
    },
    [],
  );
  const { outcome } = await engine.start(await whole(workflow, { 'find-order': published(findOrder) }));
  await engine.gates.open('ask[find-order:0]/look', 'sent');
  await engine.gates.open('call[find-order:0]/look', 'lost');
  const { status, outputs } = await outcome;
  expect(status).toBe('succeeded');
  expect(outputs).toMatchObject({
    ask: { summary: 'It was sent' },
    call: { status: 'success', data: { status: 'lost', number: 8 } },
  });
});

test('workflows that call themselves, directly or through others, are refused, and so is a missing one', async () => {
  const known = { tools: toolRegistry, isWhole: true };
  const codes = (workflow: Workflow) =>
    validateWorkflow(workflow, nodeRegistry, known).errors.map(({ code, path }) => `${code} ${path}`);
  const nodeOfTool = 'config.availableTools[0]';
  const plain = workflowOf({ start: ['start'], end: ['end'] }, ['start -> end']);
  const direct = await whole(asking(), { 'find-order': published(plain, 'wf_self') }, 'wf_self');
  expect(codes(direct)).toEqual([`workflow-recursive ${nodeOfTool}`]);
  const inner = await whole(asking({ availableTools: ['workflow@b'] }), { b: published(plain, 'wf_self') });
  const through = await whole(asking(), { 'find-order': published(inner, 'wf_other') }, 'wf_self');
  expect(codes(through)).toEqual([`workflow-recursive ${nodeOfTool}`]);
  expect(codes(await whole(asking(), {}))).toEqual([`unknown-workflow ${nodeOfTool}`]);
  expect(codes(await whole(asking(), { 'find-order': published(plain) }, 'wf_self'))).toEqual([]);
});

test("hosts and tools that the called workflow reaches count as the caller's", async () => {
  const fetching = workflowOf({ get: ['http', { url: 'https://api.example.com/orders' }] }, []);
  const registries = { nodes: nodeRegistry, tools: toolRegistry, agents: {} };
  const reach = workflowReach(await whole(asking(), { 'find-order': published(fetching) }), registries);
  expect(reach).toMatchObject({
    tools: ['workflow@find-order'],
    workflows: ['wf_order@3'],
    hosts: ['api.example.com'],
    hasOpenHost: false,
    unknown: [],
  });
});

test('its outputs are the type of a tool call', () => {
  const { outputSchema } = workflowTool('find-order', findOrder, nodeRegistry);
  expect(outputSchema).toMatchObject({ properties: { number: { type: 'number' } } });
});
