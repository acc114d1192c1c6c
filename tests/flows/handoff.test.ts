import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import { agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Message = { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown };
type Body = {
  readonly messages: readonly Message[];
  readonly tools?: readonly { function: { name: string; parameters: { properties: { name?: { enum?: string[] } } } } }[];
};

const change: AnyToolDefinition = defineTool({
  id: 'change',
  title: 'Change',
  description: 'Changes.',
  group: 'web',
  input: z.strictObject({}),
  output: z.unknown(),
  risk: 'low',
  scope: 'workspace',
  effects: 'write',
  timeoutMs: 60_000,
});
const agent = (id: string, fields: object = {}) =>
  agentSpecSchema.parse({ id, title: `The ${id}`, description: `Does ${id}`, instructions: `You are ${id}.`, ...fields });
const agents = {
  billing: agent('billing', { tools: ['change'], handoffs: ['legal'] }),
  legal: agent('legal', { handoffs: ['billing'] }),
  circle: agent('circle', { handoffs: ['circle'] }),
};

const systemOf = ({ messages }: Body) => String(messages.find(({ role }) => role === 'system')?.content ?? '');
const isOf = (body: Body, name: string) => systemOf(body).includes(`You are ${name}.`);
const toolsOf = ({ tools = [] }: Body) => tools.map((tool) => tool.function.name).sort();
const handOff = (name: string, id = `to_${name}`): ScriptedAnswer => ({
  calls: [{ name: 'hand_off', args: JSON.stringify({ name, reason: 'It is theirs' }), id }],
});

async function prepare(answerTo: (body: Body, index: number) => ScriptedAnswer) {
  const { models, bodies, hits } = await startScriptedModel((body, index) => answerTo(body as Body, index));
  const made: string[] = [];
  const kit = makeToolKit({
    definitions: { change, hand_off: toolRegistry.hand_off, 'sub-agent': toolRegistry['sub-agent'] },
    handlers: {
      hand_off: handlerRegistry.hand_off,
      'sub-agent': handlerRegistry['sub-agent'],
      change: async () => ({ default: async () => ({ data: made.push('change'), summary: 'changed' }) }),
    },
    payloads: makeMemoryPayloads(),
  });
  const engineWith = (store = new MemoryRunStore()) => new TestEngine({ store, models, tools: kit });
  return { engineWith, bodies: () => bodies() as Body[], hits, made };
}

/** The document as the server freezes it: with the agents of the workspace. */
function flow(config: Record<string, unknown> = {}, more: Record<string, [string, Record<string, unknown>]> = {}) {
  const ask = { userPrompt: 'My bill is wrong', systemPrompt: 'You are the desk.', handoffs: ['billing'], ...config };
  return {
    ...workflowOf(
      { ask: ['llm', ask], ...more },
      Object.keys(more).map((id, index, ids) => `${ids[index - 1] ?? 'ask'} -> ${id}`),
    ),
    agents,
  };
}

test('the agent reads the whole conversation with its own prompt and tools, and answers for the node', async () => {
  const { engineWith, bodies } = await prepare((body) =>
    isOf(body, 'billing') ? { text: 'I took it off.' } : { text: 'Let me see.', ...handOff('billing') },
  );
  const { status, outputs, events } = await engineWith().run(flow());
  expect(status).toBe('succeeded');
  expect(outputs.ask).toMatchObject({ output: 'I took it off.', agent: 'billing', llmCalls: 2, toolCalls: 1 });
  const [first, second] = bodies() as [Body, Body];
  expect([toolsOf(first), toolsOf(second)]).toEqual([['hand_off'], ['change', 'hand_off']]);
  expect(first.tools?.[0]?.function.parameters.properties.name?.enum).toEqual(['billing']);
  expect(systemOf(second)).not.toContain('You are the desk.');
  // The same conversation, so that providers see the beginning again, without a user message in between.
  expect(second.messages.filter(({ role }) => role !== 'system').map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(eventsOf(events, 'tool_result')).toMatchObject([
    { name: 'hand_off', status: 'success', summary: 'The conversation passes to The billing', result: { agent: 'billing' } },
  ]);
  // Not a task below a call: what the agent says is the answer of the node.
  expect(eventsOf(events, 'content').every(({ parent }) => parent === undefined)).toBe(true);
});

test('a conversation that nodes share stays with the agent that has it', async () => {
  const { engineWith, bodies } = await prepare((body) =>
    isOf(body, 'billing') ? { text: 'Yes.' } : isOf(body, 'legal') ? { text: 'No.' } : handOff('billing'),
  );
  const talk = { conversation: 'talk' };
  const next = { ...talk, userPrompt: 'Is it done?', systemPrompt: 'You are the desk.' };
  const { events } = await engineWith().run(
    flow(talk, { again: ['llm', { ...next, handoffs: ['billing'] }], other: ['llm', { ...next, userPrompt: 'And?' }] }),
  );
  const ended = eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'again');
  expect(ended?.fired?.out).toMatchObject({ output: 'Yes.', agent: 'billing', llmCalls: 1 });
  // A node that may not hand off to it has its own model answer.
  const again = bodies().find(({ messages }) => messages.at(-1)?.content === 'Is it done?');
  const other = bodies().find(({ messages }) => messages.at(-1)?.content === 'And?');
  expect([isOf(again as Body, 'billing'), isOf(other as Body, 'billing')]).toEqual([true, false]);
});

test('agents pass the conversation on, each within its own limits, and never in circles', async () => {
  const { engineWith, bodies } = await prepare((body) => {
    if (isOf(body, 'billing')) return handOff('legal');
    return isOf(body, 'legal') ? { text: 'It is lawful.' } : handOff('billing');
  });
  const passed = await engineWith().run(flow());
  expect(passed.outputs.ask).toMatchObject({ output: 'It is lawful.', agent: 'legal', llmCalls: 3 });
  expect(bodies()).toHaveLength(3);

  const circling = await prepare((_, index) => handOff('circle', `call_${index}`));
  const { status, error } = await circling.engineWith().run(flow({ handoffs: ['circle'] }));
  expect([status, error?.code]).toEqual(['failed', 'agent-too-deep']);
  expect(circling.hits).toHaveLength(6);
});

test('an agent has no more permissions than the node that hands over to it', async () => {
  const { engineWith, made, bodies } = await prepare((body) => {
    if (!isOf(body, 'billing')) return handOff('billing');
    return body.messages.at(-1)?.role === 'tool' && body.messages.length > 4
      ? { text: 'Refused.' }
      : { calls: [{ name: 'change', args: '{}', id: 'c' }] };
  });
  await engineWith().run(flow({ mode: 'read-only' }));
  expect(made).toEqual([]);
  expect(toolsOf(bodies()[1] as Body)).toEqual(['hand_off']);
  expect(JSON.stringify(bodies().at(-1)?.messages)).toContain("There is no tool 'change' here");
});

test('an agent with a task passes it on, and its caller gets the findings of the last one', async () => {
  const { engineWith, bodies } = await prepare((body) =>
    isOf(body, 'legal') ? { text: JSON.stringify({ summary: 'It is lawful.', evidence: [] }) } : handOff('legal'),
  );
  const workflow = { ...workflowOf({ ask: ['sub-agent', { agent: 'billing', task: 'Check it' }] }, []), agents };
  const { status, outputs } = await engineWith().run(workflow);
  expect([status, outputs.ask]).toEqual(['succeeded', { summary: 'It is lawful.', evidence: [] }]);
  // The second agent reports findings too, and counts within the budget of the first.
  expect(systemOf(bodies()[1] as Body)).toContain('# Result');
  const small = { ...agents, billing: { ...agents.billing, limits: { maxSteps: 1, maxToolCalls: 5 } } };
  const ended = await engineWith().run({ ...workflow, agents: small });
  expect([ended.status, ended.error?.code]).toEqual(['failed', 'iteration-limit']);
});

test('after a crash during the second agent no finished model call is repeated', async () => {
  let isStuck = true;
  const { engineWith, bodies } = await prepare((body) => {
    if (!isOf(body, 'billing')) return handOff('billing');
    return isStuck ? { text: 'I am', isStuck: true } : { text: 'I took it off.' };
  });
  const first = engineWith();
  const { runId } = await first.start(flow());
  await expect.poll(() => bodies().length).toBe(2);
  first.store.expireLeases();
  isStuck = false;
  const successor = engineWith(new MemoryRunStore(first.store.database));
  await successor.resumeLost();
  await expect.poll(() => successor.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(bodies().map((body) => isOf(body, 'billing'))).toEqual([false, true, true]);
  const events = await successor.events(runId);
  expect(eventsOf(events, 'tool_result').filter(({ name }) => name === 'hand_off')).toHaveLength(1);
  expect(eventsOf(events, 'node_finished').at(-1)?.fired?.out).toMatchObject({ output: 'I took it off.', agent: 'billing' });
});
