import { describe, expect, test } from 'vitest';
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

type Body = {
  readonly messages: readonly { role: string; content: unknown }[];
  readonly tools?: readonly {
    function: { name: string; description: string; parameters: { properties: { name?: { enum?: string[] } } } };
  }[];
};

const base = {
  group: 'web',
  input: z.strictObject({}),
  output: z.unknown(),
  risk: 'low',
  scope: 'workspace',
  timeoutMs: 60_000,
} as const;
const tools: Record<string, AnyToolDefinition> = {
  look: defineTool({ ...base, id: 'look', title: 'Look', description: 'Looks.', effects: 'read', cost: 'free' }),
  change: defineTool({ ...base, id: 'change', title: 'Change', description: 'Changes.', effects: 'write', cost: 'free' }),
  send: defineTool({
    ...base,
    id: 'send',
    title: 'Send',
    description: 'Sends or reads.',
    input: z.strictObject({ isWriting: z.boolean() }),
    effects: ({ isWriting }) => (isWriting ? 'write' : 'read'),
    cost: 'low',
  }),
  dig: defineTool({ ...base, id: 'dig', title: 'Dig', description: 'Digs.', effects: 'read', cost: 'high' }),
  note: defineTool({ ...base, id: 'note', title: 'Note', description: 'Notes.', effects: 'read', scope: 'session' }),
  'sub-agent': toolRegistry['sub-agent'],
};
const agent = (id: string, fields: object) => agentSpecSchema.parse({ id, title: id, description: `Does ${id}`, ...fields });

/** The document as the server freezes it: with the agents of the workspace. */
function flow(config: Record<string, unknown>, agents: Record<string, unknown> = {}) {
  return { ...workflowOf({ ask: ['sub-agent', { task: 'Do it', ...config }] }, []), agents };
}

async function prepare(answerTo: (body: Body, index: number) => ScriptedAnswer) {
  const { models, bodies, hits } = await startScriptedModel((body, index) => answerTo(body as Body, index));
  const made: string[] = [];
  const handlers = Object.fromEntries(
    Object.keys(tools)
      .filter((id) => id !== 'sub-agent')
      .map((id) => [id, async () => ({ default: async () => ({ data: made.push(id), summary: id }) })]),
  );
  const kit = makeToolKit({
    definitions: tools,
    handlers: { ...handlers, 'sub-agent': handlerRegistry['sub-agent'] },
    payloads: makeMemoryPayloads(),
  });
  const engineWith = (store = new MemoryRunStore()) => new TestEngine({ store, models, tools: kit });
  return { engineWith, bodies: () => bodies() as Body[], hits, made };
}

const findings = (summary: string): ScriptedAnswer => ({ text: JSON.stringify({ summary, evidence: [] }) });
const call = (name: string, args: object = {}, id = `id_${name}`): ScriptedAnswer => ({
  calls: [{ name, args: JSON.stringify(args), id }],
});
const systemOf = ({ messages }: Body) => String(messages.find(({ role }) => role === 'system')?.content ?? '');
const names = ({ tools: offered = [] }: Body) => offered.map(({ function: { name } }) => name).sort();

describe('an agent', () => {
  test('of the workspace runs as the document has it, in the version that the node names', async () => {
    const { engineWith, bodies } = await prepare(() => findings('done'));
    const agents = { 'editor@2': agent('editor', { instructions: 'Be brief.', tools: ['look'] }) };
    const { status, outputs } = await engineWith().run(flow({ agent: 'editor@2' }, agents));
    expect(status).toBe('succeeded');
    expect(outputs.ask).toEqual({ summary: 'done', evidence: [] });
    expect(systemOf(bodies()[0] as Body)).toContain('# Instructions\nBe brief.');
    expect(names(bodies()[0] as Body)).toEqual(['look']);
  });

  test('is written into a node with instructions, tools and strategy', async () => {
    const { engineWith, bodies } = await prepare((body) => {
      const text = String(body.messages.at(-1)?.content);
      if (text.includes('make a plan')) return { text: '{"steps":["Look"]}' };
      if (text.includes('All steps have ended')) return { text: '{"verdict":"complete"}' };
      return text.includes('The plan is complete') ? findings('planned') : { text: '{"status":"done","result":"seen"}' };
    });
    const config = { agent: 'inline', instructions: 'Look closely.', availableTools: ['look'], strategy: 'plan-and-execute' };
    const { status, outputs, events } = await engineWith().run(flow(config));
    expect([status, outputs.ask]).toEqual(['succeeded', { summary: 'planned', evidence: [] }]);
    expect(systemOf(bodies()[0] as Body)).toContain('Look closely.');
    expect(eventsOf(events, 'plan_updated').at(-1)).toMatchObject({ reason: 'complete', parent: { agent: 'inline' } });
  });

  test('has one system prompt for all its tasks: what differs is in the user message', async () => {
    const { engineWith, bodies } = await prepare(() => findings('done'));
    for (const scope of ['only A', 'only B']) await engineWith().run(flow({ agent: 'inline', instructions: 'x', scope }));
    const [first, second] = bodies();
    expect(systemOf(first as Body)).toBe(systemOf(second as Body));
    expect(String(second?.messages.at(-1)?.content)).toContain('Scope of the task: only B');
  });

  test('may delegate only to the agents that it names, which share its budget', async () => {
    const agents = {
      chief: agent('chief', {
        kind: 'orchestrator',
        promptProfile: 'orchestrator',
        tools: ['sub-agent'],
        agents: ['digger'],
        limits: { maxSteps: 4 },
      }),
      digger: agent('digger', { tools: ['look'], limits: { maxSteps: 50 } }),
    };
    const { engineWith, bodies, made } = await prepare((body) => {
      if (!systemOf(body).includes('orchestrator')) return call('look', {}, `id_${body.messages.length}`);
      return body.messages.some(({ role }) => role === 'tool')
        ? findings('enough')
        : call('sub-agent', { name: 'digger', task: 'Dig' });
    });
    const { status, events } = await engineWith().run(flow({ agent: 'chief' }, agents));
    expect(status).toBe('succeeded');
    expect(bodies()[0]?.tools?.[0]?.function.parameters.properties.name?.enum).toEqual(['digger']);
    expect(bodies()[0]?.tools?.[0]?.function.description).toContain('- digger: Does digger');
    // Four in all: two of the digger, since its caller keeps one to read what comes of it.
    expect(bodies()).toHaveLength(4);
    expect(made).toEqual(['look', 'look']);
    const result = eventsOf(events, 'tool_result').find(({ name }) => name === 'sub-agent');
    expect(result).toMatchObject({
      status: 'error',
      error: expect.stringContaining("The agents below 'chief' have used up its 4 model calls"),
    });
  });

  test('that delegates to itself is stopped by the depth of the tree', async () => {
    const agents = {
      loop: agent('loop', { tools: ['sub-agent'], agents: ['loop'], limits: { maxSteps: 100, maxToolCalls: 100 } }),
    };
    const { engineWith, hits } = await prepare((body) =>
      body.messages.some(({ role }) => role === 'tool') ? findings('up') : call('sub-agent', { name: 'loop', task: 'Again' }),
    );
    const { status, events } = await engineWith().run(flow({ agent: 'loop' }, agents));
    expect(status).toBe('succeeded');
    expect(hits).toHaveLength(8);
    expect(
      eventsOf(events, 'tool_result')
        .map(({ error = '' }) => error)
        .join(),
    ).toContain('is called inside 4 other agents');
  });
});

describe('the mode of an agent', () => {
  test('read-only offers no tool that writes, and refuses calls that would', async () => {
    const { engineWith, bodies, made } = await prepare((_, index) =>
      index === 0
        ? call('send', { isWriting: true }, 'a')
        : index === 1
          ? call('change', {}, 'b')
          : index === 2
            ? call('send', { isWriting: false }, 'c')
            : findings('ok'),
    );
    const config = { agent: 'inline', instructions: 'x', availableTools: ['look', 'change', 'send'], mode: 'read-only' };
    const { status, events } = await engineWith().run(flow(config));
    expect(status).toBe('succeeded');
    expect(names(bodies()[0] as Body)).toEqual(['look', 'send']);
    expect(made).toEqual(['send']);
    expect(eventsOf(events, 'tool_result').map(({ status: state }) => state)).toEqual(['invalid', 'invalid', 'success']);
  });

  test('holds for the agents below it, whatever theirs is', async () => {
    const agents = { writer: agent('writer', { tools: ['change', 'look'] }) };
    const { engineWith, bodies } = await prepare((body) => {
      if (systemOf(body).includes('orchestrator'))
        return body.messages.some(({ role }) => role === 'tool')
          ? findings('ok')
          : call('sub-agent', { name: 'writer', task: 'Write' });
      return findings('nothing');
    });
    await engineWith().run(flow({ agent: 'inline', instructions: 'x', agents: ['writer'], mode: 'read-only' }, agents));
    expect(names(bodies()[1] as Body)).toEqual(['look']);
  });

  test('of the whole workflow holds for its agents', async () => {
    const { engineWith, bodies, made } = await prepare((_, index) => (index === 0 ? call('change', {}, 'a') : findings('ok')));
    const config = { agent: 'inline', instructions: 'x', availableTools: ['look', 'change'] };
    const document = flow(config);
    await engineWith().run({ ...document, settings: { ...document.settings, mode: 'read-only' } });
    expect(names(bodies()[0] as Body)).toEqual(['look']);
    expect(made).toEqual([]);
  });

  test('and its cost bound what it is offered', async () => {
    const { engineWith, bodies } = await prepare(() => findings('ok'));
    const config = { agent: 'inline', instructions: 'x', availableTools: ['look', 'send', 'dig'], maxToolCost: 'low' };
    await engineWith().run(flow(config));
    expect(names(bodies()[0] as Body)).toEqual(['look', 'send']);
  });
});

test('a tool that belongs to the conversation is not for agents with a task of their own', async () => {
  const { engineWith, bodies, made } = await prepare(({ tools: offered = [] }, index) => {
    if (index === 0) return call('note');
    return offered.some(({ function: { name } }) => name === 'sub-agent') && index === 1
      ? call('sub-agent', { name: 'helper', task: 'Note it' })
      : index === 2
        ? call('note')
        : findings('done');
  });
  const agents = { helper: agent('helper', { tools: ['note', 'look'] }) };
  const config = { userPrompt: 'Go', model: 'main', availableTools: ['note', 'sub-agent'], agents: ['helper'] };
  const { status, events } = await engineWith().run({ ...workflowOf({ ask: ['llm', config] }, []), agents } as never);
  expect(status).toBe('succeeded');
  expect(made).toEqual(['note']);
  expect(bodies()[2]?.tools?.map((tool) => tool.function.name)).toEqual(['look']);
  const [, refused] = eventsOf(events, 'tool_result').filter(({ name }) => name === 'note');
  expect(refused).toMatchObject({ status: 'invalid', error: expect.stringContaining('There is no tool') });
});

const offers = ['look', { tool: 'send', name: 'tell', description: 'Tells it.', with: { isWriting: true } }];
test.each([
  ['inline', { agent: 'inline', instructions: 'Tell it.', model: 'main', availableTools: offers }, {}],
  ['teller', { agent: 'teller', model: 'main' }, { teller: agent('teller', { tools: offers }) }],
])('the agent %s has tools with fixed arguments under names of its own', async (id, config, agents) => {
  const { engineWith, bodies, made } = await prepare((_, index) => (index === 0 ? call('tell', {}) : findings('Done')));
  const { status, events } = await engineWith().run(flow(config, agents));
  expect(status).toBe('succeeded');
  expect(made).toEqual(['send']);
  expect(bodies()[0]?.tools?.map((tool) => [tool.function.name, Object.keys(tool.function.parameters.properties)])).toEqual([
    ['look', []],
    ['tell', []],
  ]);
  expect(eventsOf(events, 'tool_result')).toMatchObject([{ name: 'tell', status: 'success', parent: { agent: id } }]);
});

test('a fixed argument that the tool of an agent cannot take fails the node, which names agent and place', async () => {
  const { engineWith, hits } = await prepare(() => findings('Never'));
  const wrong = agent('teller', { tools: ['look', { tool: 'send', with: { isWriting: 'yes' } }] });
  const { status, error } = await engineWith().run(flow({ agent: 'teller', model: 'main' }, { teller: wrong }));
  expect(status).toBe('failed');
  expect(error).toMatchObject({
    code: 'tool-arguments-invalid',
    path: 'config.agent',
    hint: expect.stringContaining("'teller'"),
  });
  expect(hits).toHaveLength(0);
});
