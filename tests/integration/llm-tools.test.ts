import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import execute from '#engine/executors/llm.executor.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import llm from '#nodes/llm/llm.node.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { type EmittedEvent, makeExecutorContext, type TestExecutor } from '#tests/support/executor-context.ts';
import { type Behaviour, fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';

let fake: FakeModel;
let models: ReturnType<typeof makeModelRegistry>;

beforeAll(async () => {
  fake = await startFakeModel();
  models = registryFor(fake.url);
});
afterAll(async () => {
  models.close();
  await fake.stop();
});

function registryFor(url: string) {
  const entry = (provider: string, more = '') =>
    `{ provider: ${provider}, base_url: "${url}", api_key: key, model: fake-t5, retry: 1${more} }`;
  const source = `models: { main: ${entry('openai-compatible')}, few: ${entry('openai-compatible', ', max_rounds: 2')},
    words: ${entry('openai-compatible', ', toolProtocol: prompt')}, small: ${entry('openai-compatible', ', max_context: 2000, max_output: 500')},
    anthropic: ${entry('anthropic')}, openai: ${entry('openai')}, google: ${entry('google')} }`;
  return makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
}

/** A model server with scripted first responses, and the models that use it. */
async function scripted(...script: Partial<Behaviour>[]) {
  const server = await startFakeModel({ script });
  const registry = registryFor(server.url);
  onTestFinished(async () => {
    registry.close();
    await server.stop();
  });
  return { server, models: registry };
}

const base = { group: 'web', risk: 'low', scope: 'workspace', effects: 'read', timeoutMs: 1000 } as const;
const definitions = {
  search: defineTool({
    ...base,
    id: 'search',
    title: 'Search',
    description: 'Finds pages.',
    input: z.strictObject({ query: z.string() }),
    output: z.unknown(),
  }),
  send: defineTool({
    ...base,
    id: 'send',
    title: 'Send',
    description: 'Sends a message.',
    risk: 'high',
    effects: 'write',
    input: z.strictObject({ text: z.string() }),
    output: z.unknown(),
  }),
};

/** `search` returns the test's result and records each call. */
function makeKit(result: unknown = { hits: 3 }) {
  const called: string[] = [];
  const handler = (id: string) => async () => ({
    default: async ({ input }: { input: never }) => {
      called.push(`${id} ${JSON.stringify(input)}`);
      return { data: result, summary: 'found' };
    },
  });
  const payloads = { savePayload: async () => {}, readPayload: async () => undefined };
  const tools = makeToolKit({ definitions, handlers: { search: handler('search'), send: handler('send') }, payloads });
  return { tools, called };
}

type Value = {
  output: unknown;
  messages: { role: string; content: string | { type: string; [field: string]: unknown }[] }[];
  llmCalls: number;
  toolCalls: number;
  tokenUsage: { totalTokens: number };
};
type Run = TestExecutor & { value: Promise<Value>; called: string[] };

function run(
  config: Record<string, unknown>,
  { result, ...overrides }: Parameters<typeof makeExecutorContext>[0] & { result?: unknown } = {},
): Run {
  const kit = makeKit(result);
  return { ...again(config, makeExecutorContext({ models, tools: kit.tools, ...overrides })), called: kit.called };
}

/** Executes the node again in the same run, as after a suspension, a crash or a failed attempt. */
function again(config: Record<string, unknown>, executor: TestExecutor) {
  const parsed = llm.config.parse({ userPrompt: 'Hello?', availableTools: ['search'], ...config });
  const fired = Promise.resolve(execute({ config: parsed, context: executor.context }));
  return { ...executor, value: fired.then((ports) => ports.out as Value) };
}

const namesOf = (events: readonly EmittedEvent[]) =>
  events.map(({ type }) => type).filter((type) => type !== 'content' && type !== 'thinking');
const contentOf = (events: readonly EmittedEvent[]) =>
  events.map((event) => (event.type === 'content' ? event.content : '')).join('');
const rolesOf = ({ messages }: Value) => messages.map(({ role }) => role);
const bodiesOf = (server: FakeModel, from: number) => server.requests.slice(from).map(({ body }) => body);

describe('the prompt cache of a provider that wants marks', () => {
  const config = { model: 'anthropic/fake-t5-tool', systemPrompt: 'Be kind.', userPrompt: 'Find tides.' };

  test('each call of a loop reads what the one before wrote, and what is read and written is counted', async () => {
    const before = fake.requests.length;
    const first = run(config);
    await first.value;
    const [call, next] = bodiesOf(fake, before);
    const usages = first.events.flatMap((event) => (event.type === 'llm_result' ? [event.usage] : []));
    // Tools and instructions end at one mark, the conversation at another.
    expect(call?.system.at(-1).cache_control).toEqual({ type: 'ephemeral' });
    expect(call?.messages.at(-1).content.at(-1).cache_control).toEqual({ type: 'ephemeral' });
    expect(next?.messages[0].content.at(-1)).not.toHaveProperty('cache_control');
    expect(next?.messages.at(-1).content.at(-1).cache_control).toEqual({ type: 'ephemeral' });
    expect(usages[0]?.cacheWriteTokens).toBe(usages[0]?.promptTokens);
    expect(usages[1]?.cachedTokens).toBe(usages[0]?.promptTokens);
    expect(first.counted.at(-1)?.cachedTokens).toBe(usages[1]?.cachedTokens);

    // Another run of the node shares its tools and instructions.
    const other = run({ ...config, userPrompt: 'Find moons.' });
    await other.value;
    const [shared] = other.events.flatMap((event) => (event.type === 'llm_result' ? [event.usage] : []));
    expect(shared?.cachedTokens).toBeGreaterThan(0);
    expect(shared?.cachedTokens).toBeLessThan(shared?.promptTokens ?? 0);
  });

  test('there are no marks where the config switches them off, and for other providers', async () => {
    const server = await startFakeModel();
    const source = `models: { plain: { provider: anthropic, base_url: "${server.url}", api_key: key, model: fake-t5-tool, prompt_cache: false } }`;
    const plain = makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
    onTestFinished(async () => {
      plain.close();
      await server.stop();
    });
    await run({ ...config, model: 'plain' }, { models: plain }).value;
    expect(JSON.stringify(bodiesOf(server, 0))).not.toContain('cache_control');
    const before = fake.requests.length;
    await run({ ...config, model: 'openai/fake-t5-tool' }).value;
    expect(JSON.stringify(bodiesOf(fake, before))).not.toContain('cache_control');
  });
});

describe('the loop', () => {
  test.each([['openai-compatible'], ['anthropic'], ['openai'], ['google']])(
    'a tool is called and its result answered (%s)',
    async (provider) => {
      const { value, called, events, counted } = run({ model: `${provider}/fake-t5-tool` });
      const result = await value;
      expect(result).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
      expect(rolesOf(result)).toEqual(['user', 'assistant', 'tool', 'assistant']);
      expect(called).toEqual(['search {"query":"demo query"}']);
      expect(namesOf(events)).toEqual([
        ...['llm_call', 'llm_result'],
        ...['tool_call', 'tool_call', 'tool_result'],
        ...['llm_call', 'llm_result'],
      ]);
      const total = counted.reduce((sum, { totalTokens }) => sum + totalTokens, 0);
      expect(result.tokenUsage.totalTokens).toBe(total);
    },
  );

  test('Google gets each result under the name of its tool', async () => {
    const before = fake.requests.length;
    await run({ model: 'google/fake-t5-tools2' }).value;
    const [first, , last] = bodiesOf(fake, before);
    expect(first?.tools).toMatchObject([{ functionDeclarations: [{ name: 'search' }] }]);
    const contents = last?.contents as { role: string; parts: object[] }[];
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    expect(contents[1]?.parts).toMatchObject([{ functionCall: { name: 'search', args: { query: 'demo query' } } }]);
    expect(contents[2]?.parts).toMatchObject([{ functionResponse: { name: 'search' } }]);
    expect(JSON.stringify(contents[2])).toContain('hits');
  });

  test('continues as long as the model calls tools, and each request holds the whole conversation', async () => {
    const before = fake.requests.length;
    const result = await run({ model: 'openai-compatible/fake-t5-tools4', systemPrompt: 'Be brief.' }).value;
    expect(result).toMatchObject({ output: fakeText(5), llmCalls: 5, toolCalls: 4 });
    const last = bodiesOf(fake, before).at(-1)?.messages;
    expect(last.map(({ role }: { role: string }) => role)).toEqual([
      ...['system', 'user'],
      ...['assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool'],
    ]);
    expect(last.at(-1).content).toBe('{"hits":3}');
  });

  test.each([['openai-compatible'], ['anthropic'], ['google']])(
    'several calls in one answer get one result each (%s)',
    async (provider) => {
      const { value, called } = run({ model: `${provider}/fake-tool-parallel3` });
      const result = await value;
      expect([result.toolCalls, called.length]).toEqual([3, 3]);
      const [calls, results] = [result.messages[1]?.content, result.messages[2]?.content];
      const idsOf = (parts: Value['messages'][number]['content'] | undefined) =>
        Array.isArray(parts) ? parts.map(({ toolCallId }) => toolCallId).filter((id) => id !== undefined) : [];
      expect(idsOf(calls)).toHaveLength(3);
      expect(idsOf(results)).toEqual(idsOf(calls));
    },
  );

  test('arguments that are no JSON get one error result, and the model continues', async () => {
    const before = fake.requests.length;
    const { value, called } = run({ model: 'openai-compatible/fake-t5-badargs' });
    expect(await value).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
    expect(called).toEqual([]);
    const results = bodiesOf(fake, before)
      .at(-1)
      ?.messages.filter(({ role }: { role: string }) => role === 'tool');
    expect(results).toHaveLength(1);
    expect(results[0].content).toContain('search: the arguments cannot be read');
  });

  test('an unknown tool is an error result with the closest name', async () => {
    const { server, models } = await scripted({ tool: 'good', toolName: 'serach' });
    expect(await run({}, { models }).value).toMatchObject({ output: fakeText(5), toolCalls: 1 });
    expect(server.requests[1]?.body.messages.at(-1).content).toContain('Did you mean search?');
  });

  test('duplicate call ids from a server are made unique', async () => {
    const { server, models } = await scripted({ tool: 'good', toolCount: 2 }, { tool: 'good', toolRounds: 2 });
    const result = await run({}, { models }).value;
    const ids = result.messages.flatMap(({ role, content }) =>
      role === 'tool' && Array.isArray(content) ? content.map(({ toolCallId }) => toolCallId) : [],
    );
    expect(new Set(ids).size).toBe(3);
    expect(server.requests).toHaveLength(3);
  });

  test('without tools there is one call, whatever the model requests', async () => {
    const before = fake.requests.length;
    const { value } = run({ model: 'openai-compatible/fake-t5-tools9', toolMode: 'none' });
    expect(await value).toMatchObject({ output: fakeText(5), llmCalls: 1, toolCalls: 0 });
    expect(bodiesOf(fake, before)[0]?.tools).toBeUndefined();
  });
});

describe('a tool has to be called first', () => {
  test('only first: then the model is free', async () => {
    const before = fake.requests.length;
    expect(await run({ toolMode: 'required' }).value).toMatchObject({ llmCalls: 2, toolCalls: 1 });
    expect(bodiesOf(fake, before).map((body) => body.tool_choice)).toEqual(['required', 'auto']);
  });

  test('a model that calls no tool is replaced by the fallback model', async () => {
    const { models } = await scripted({ toolRounds: 0 });
    const { value, events } = run({ toolMode: 'required', fallbackModels: ['openai-compatible/fake-t3'] }, { models });
    expect(await value).toMatchObject({ output: fakeText(3), llmCalls: 3, toolCalls: 1 });
    expect(events.find(({ type }) => type === 'llm_stream_retry')).toMatchObject({ error: { code: 'model-called-no-tool' } });
  });

  test('without a fallback the node fails, and its next attempt calls the model again', async () => {
    const { server, models } = await scripted({ toolRounds: 0 });
    const first = run({ toolMode: 'required' }, { models });
    await expect(first.value).rejects.toMatchObject({ code: 'model-called-no-tool', isRetryable: true });
    expect(await again({ toolMode: 'required' }, first).value).toMatchObject({ toolCalls: 1 });
    expect(server.requests).toHaveLength(3);
  });

  test('a list without any enabled tool is an error before the first request', async () => {
    const { value } = run({ toolMode: 'required', availableTools: ['saerch'] });
    await expect(value).rejects.toMatchObject({ code: 'tool-not-enabled', path: 'config.availableTools' });
  });
});

describe('limits', () => {
  test("the node's, when it is the smaller one", async () => {
    const { value, called } = run({ model: 'openai-compatible/fake-tools99', maxIterations: 3 });
    await expect(value).rejects.toMatchObject({
      code: 'iteration-limit',
      path: 'config.maxIterations',
      message: 'The model was called 3 times and still wants tools (search); the node allows 3',
    });
    expect(called).toHaveLength(2);
  });

  test("the model's, when that is", async () => {
    const { models } = await scripted(...Array(3).fill({ tool: 'good', toolRounds: 9 }));
    await expect(run({ model: 'few' }, { models }).value).rejects.toMatchObject({
      code: 'iteration-limit',
      message: "The model was called 2 times and still wants tools (search); model 'few' allows 2",
      hint: expect.stringContaining('max_rounds'),
    });
  });
});

describe('rounds that had ended are not made again', () => {
  test('when a line breaks in a later one', async () => {
    const { server, models } = await scripted({ tool: 'good' }, { dropAfter: 2 });
    const { value, called, events } = run({}, { models });
    expect(await value).toMatchObject({ output: fakeText(5), toolCalls: 1 });
    expect([server.requests.length, called.length]).toEqual([3, 1]);
    expect(events.filter(({ type }) => type === 'llm_stream_retry')).toHaveLength(1);
  });

  test('when the node is retried: reused rounds log nothing, cost nothing, and are in the totals', async () => {
    const { server, models } = await scripted({ tool: 'good' }, { status: 401 });
    const first = run({}, { models });
    await expect(first.value).rejects.toMatchObject({ code: 'model-auth-failed' });
    const [written, spent] = [first.events.length, first.counted.length];
    const second = await again({}, first).value;
    expect(second).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
    expect([server.requests.length, first.called.length]).toEqual([3, 1]);
    expect(namesOf(first.events.slice(written))).toEqual(['llm_call', 'llm_result']);
    // The run's total adds the one new call; the node's value has all calls.
    expect(first.counted.slice(spent)).toHaveLength(1);
    const all = [first.counted[0], first.counted.at(-1)].reduce((sum, one) => sum + (one?.totalTokens ?? 0), 0);
    expect(second.tokenUsage.totalTokens).toBe(all);
  });

  test('when an approval is pending meanwhile', async () => {
    const { server, models } = await scripted({ tool: 'good' });
    const config = { availableTools: ['send'] };
    const first = run(config, { models });
    await expect(first.value).rejects.toSatisfy(SuspendedError.is);
    expect([server.requests.length, first.called.length]).toEqual([1, 0]);
    for (const { key } of first.asked) first.decisions.set(key, { status: 'confirmed' });
    expect(await again(config, first).value).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
    expect([server.requests.length, first.called.length]).toEqual([2, 1]);
  });
});

describe('another model', () => {
  test('continues with the same conversation, and stays', async () => {
    const { server, models } = await scripted({ tool: 'good' }, { status: 404 }, { tool: 'good', toolRounds: 2 });
    const { value, called } = run({ fallbackModels: ['openai-compatible/fake-t3'] }, { models });
    expect(await value).toMatchObject({ output: fakeText(3), llmCalls: 4, toolCalls: 2 });
    expect(called).toHaveLength(2);
    expect(server.requests.map(({ body }) => body.model)).toEqual(['fake-t5', 'fake-t5', 'fake-t3', 'fake-t3']);
    expect(server.requests[2]?.body.messages).toEqual(server.requests[1]?.body.messages);
  });

  test('is the same one when the node is started again', async () => {
    const { server, models } = await scripted({ status: 404 }, { tool: 'good' });
    const config = { availableTools: ['send'], fallbackModels: ['openai-compatible/fake-t3'] };
    const first = run(config, { models });
    await expect(first.value).rejects.toSatisfy(SuspendedError.is);
    for (const { key } of first.asked) first.decisions.set(key, { status: 'confirmed' });
    expect(await again(config, first).value).toMatchObject({ output: fakeText(3), llmCalls: 3 });
    expect(server.requests.map(({ body }) => body.model)).toEqual(['fake-t5', 'fake-t3', 'fake-t3']);
  });
});

describe('reasoning', () => {
  test.each([['anthropic'], ['openai']])('its signature is sent back with the calls (%s)', async (provider) => {
    const result = await run({ model: `${provider}/o3-t5-reasoning4-tools3` }).value;
    expect(result).toMatchObject({ output: fakeText(5), llmCalls: 4, toolCalls: 3 });
  });

  test('is not kept by the provider', async () => {
    const before = fake.requests.length;
    await run({ model: 'openai/o3-t5' }).value;
    expect(bodiesOf(fake, before)[0]).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
  });
});

describe('an output schema with tools', () => {
  const outputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

  test('the final answer has to fit; a server that takes both at once gets the schema', async () => {
    const before = fake.requests.length;
    const { value } = run({ model: 'openai/fake-tool', outputSchema });
    expect(await value).toMatchObject({ output: { title: 'demo title' }, llmCalls: 2, toolCalls: 1 });
    expect(bodiesOf(fake, before).map((body) => body.text?.format?.type)).toEqual(['json_schema', 'json_schema']);
  });

  test('another server gets it once no tools are sent', async () => {
    const before = fake.requests.length;
    const result = await run({ model: 'openai-compatible/fake-tool', outputSchema }).value;
    expect(result).toMatchObject({ output: { title: 'demo title' }, llmCalls: 3, toolCalls: 1 });
    expect(rolesOf(result)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const bodies = bodiesOf(fake, before);
    expect(bodies.map(({ response_format, tools }) => [response_format?.type, tools?.length])).toEqual([
      [undefined, 1],
      [undefined, 1],
      ['json_object', undefined],
    ]);
    expect(bodies.at(-1)?.messages.at(-1).content).toContain('does not fit the JSON Schema');
  });

  test('an answer that never fits is forgotten, the tool calls before it are not', async () => {
    const { server, models } = await scripted({ tool: 'good' }, {}, { isUnfitting: true });
    const first = run({ outputSchema }, { models });
    await expect(first.value).rejects.toMatchObject({ code: 'output-invalid' });
    expect(await again({ outputSchema }, first).value).toMatchObject({ output: { title: 'demo title' } });
    expect([server.requests.length, first.called.length]).toEqual([5, 1]);
  });
});

describe('a model without function calling', () => {
  const call = ['Let me look', '.\n\n``', '`tool_', 'call\n{"name":"sea', 'rch","arguments":{"query":"x"}}\n', '```', '\n'];

  test('gets its tools in words, and its calls are found in its text and not shown', async () => {
    const { server, models } = await scripted({ tokens: call });
    const { value, called, events } = run({ model: 'words' }, { models });
    const result = await value;
    expect(result).toMatchObject({ output: fakeText(5), llmCalls: 2, toolCalls: 1 });
    expect(called).toEqual(['search {"query":"x"}']);
    expect(contentOf(events)).toBe(`Let me look.\n\n${fakeText(5)}`);
    expect(rolesOf(result)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const [first, second] = server.requests.map(({ body }) => body);
    expect(first?.tools).toBeUndefined();
    expect(first?.messages[0].content).toContain('## search\nFinds pages.');
    expect(second?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hello?' },
      {
        role: 'assistant',
        content: 'Let me look.\n```tool_call\n{"name":"search","arguments":{"query":"x"}}\n```',
      },
      { role: 'user', content: expect.stringContaining('## search\n{"hits":3}') },
    ]);
  });

  test('has to call a tool where one has to be called', async () => {
    const { server, models } = await scripted();
    await expect(run({ model: 'words', toolMode: 'required' }, { models }).value).rejects.toMatchObject({
      code: 'model-called-no-tool',
      message: "Model 'words' (openai-compatible, fake-t5) had to call a tool and called none",
    });
    expect(server.requests[0]?.body.messages[0].content).toContain('Call a tool now.');
  });

  test('receives an error for a block that cannot be parsed', async () => {
    const { server, models } = await scripted({ tokens: ['```tool_call\n{"name":"search",', ' "argum\n```'] });
    expect(await run({ model: 'words' }, { models }).value).toMatchObject({ output: fakeText(5), toolCalls: 1 });
    expect(server.requests[1]?.body.messages.at(-1).content).toContain('The block is no JSON');
  });

  test('continues a conversation of a model with function calling', async () => {
    const { server, models } = await scripted({ tool: 'good' }, { status: 404 });
    expect(await run({ fallbackModels: ['words'] }, { models }).value).toMatchObject({ output: fakeText(5), toolCalls: 1 });
    expect(server.requests[2]?.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('## search\n{"hits":3}'),
    });
  });
});

describe('a conversation', () => {
  test('that two nodes share holds the messages of both, each under its own instructions', async () => {
    const before = fake.requests.length;
    const first = run({ model: 'openai-compatible/fake-t5-tool', conversation: 'talk', systemPrompt: 'Be brief.' });
    await first.value;
    // Another node has its own ledger.
    first.effects.clear();
    const second = await again(
      { userPrompt: 'And then?', conversation: 'talk', systemPrompt: 'Be kind.', toolMode: 'none' },
      first,
    ).value;
    expect(rolesOf(second)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant']);
    expect(second).toMatchObject({ llmCalls: 1, toolCalls: 0 });
    const { messages } = bodiesOf(fake, before).at(-1) ?? {};
    expect(messages[0]).toEqual({ role: 'system', content: 'Be kind.' });
    // A server accepts no tool calls without tool definitions, so they are described in text.
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user', 'assistant', 'user'],
    ]);
  });

  test('keeps nothing of a node that failed', async () => {
    const first = run({ model: 'openai-compatible/fake-auth', conversation: 'talk' });
    await expect(first.value).rejects.toMatchObject({ code: 'model-auth-failed' });
    expect(first.context.conversation('talk').messages).toEqual([]);
  });

  test('comes out of the log as it went in', async () => {
    const result = await run({ model: 'anthropic/o3-reasoning-tools2-parallel2' }).value;
    expect(JSON.parse(JSON.stringify(result.messages))).toEqual(result.messages);
  });
});

describe('a context that gets full', () => {
  const page = 'A long page. '.repeat(300);

  test('older large results are omitted', async () => {
    const { value, events } = run(
      {
        model: 'openai-compatible/fake-tools5',
        contextProcessors: [{ processorName: 'compress-tool-results', processorConfig: { keep: 1 } }],
      },
      { result: page },
    );
    const results = (await value).messages.flatMap(({ role, content }) =>
      role === 'tool' && Array.isArray(content) ? content.map(({ output }) => (output as { value: string }).value) : [],
    );
    expect(results.map((text) => text.startsWith('[Result left out] search gave 3900 characters'))).toEqual([
      ...[true, true, true, true, false],
    ]);
    const compacted = events.filter(({ type }) => type === 'context_compacted');
    expect(compacted).toHaveLength(4);
    expect(compacted[0]).toMatchObject({ strategy: 'compress-tool-results' });
  });

  test('earlier rounds are summarized by a separate call, which is hidden and not repeated', async () => {
    const { server, models } = await scripted({ tool: 'good' }, {}, { status: 401 });
    const first = run({ model: 'small' }, { models, result: page });
    await expect(first.value).rejects.toMatchObject({ code: 'model-auth-failed' });
    expect(contentOf(first.events)).toBe('');
    const second = await again({ model: 'small' }, first).value;
    expect(second.messages).toEqual([
      { role: 'user', content: 'Hello?' },
      { role: 'user', content: `[Assistant Execution Summary]\n${fakeText(5)}` },
      { role: 'assistant', content: fakeText(5) },
    ]);
    expect(second).toMatchObject({ llmCalls: 3, toolCalls: 1 });
    expect(server.requests).toHaveLength(4);
    expect(server.requests[1]?.body.messages.at(-1).content).toContain(page.trim());
    expect(first.events.filter(({ type }) => type === 'context_compacted')).toHaveLength(2);
  });

  test('a failed summary is replaced by a list of the steps', async () => {
    const { models } = await scripted({ tool: 'good' }, { status: 401 });
    const result = await run({ model: 'small' }, { models, result: page }).value;
    const listed = result.messages[1]?.content as string;
    expect(listed).toBe(
      `[Assistant Execution Summary]\nAssistant called search with {"query":"demo query"}\nsearch gave: ${page.slice(0, 100)}…`,
    );
  });

  test('nothing happens to it when no processors are wanted', async () => {
    const result = await run({ model: 'openai-compatible/fake-tools5', contextProcessors: [] }, { result: page }).value;
    expect(JSON.stringify(result.messages)).not.toContain('left out');
  });
});

describe('a tool with fixed arguments', () => {
  const offers = [{ tool: 'send', name: 'send_greeting', description: 'Greets.', with: { text: 'Hello' }, ask: true }];

  test('has its own name and schema for the model, which cannot change what is fixed', async () => {
    const hostile = { name: 'send_greeting', arguments: '{"text":"Give me the keys"}' };
    const { server, models } = await scripted(
      { calls: [hostile] },
      { calls: [{ name: 'send_greeting', arguments: '{}' }], toolRounds: 2 },
    );
    const first = run({ availableTools: offers }, { models });
    await expect(first.value).rejects.toSatisfy(SuspendedError.is);
    expect(server.requests[0]?.body.tools).toMatchObject([
      {
        function: { name: 'send_greeting', description: 'Greets.', parameters: { properties: {}, additionalProperties: false } },
      },
    ]);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("there is no argument 'text'");
    // Who decides sees all that is sent, in the text too, which is all that protocols show.
    expect(first.asked).toMatchObject([{ tool: 'send_greeting', args: {}, fixed: { tool: 'send', args: { text: 'Hello' } } }]);
    expect(first.asked[0]?.description).toContain('send, fixed: {"text":"Hello"}');
    for (const { key } of first.asked) first.decisions.set(key, { status: 'confirmed' });
    expect(await again({ availableTools: offers }, first).value).toMatchObject({ output: fakeText(5), toolCalls: 2 });
    expect(first.called).toEqual(['send {"text":"Hello"}']);
    expect(JSON.stringify(server.requests.map(({ body }) => body.tools))).not.toContain('Hello');
  });

  test('that the tool cannot take fails the node before a request, at its field', async () => {
    const { value } = run({ availableTools: [{ tool: 'search', with: { query: 5 } }] });
    await expect(value).rejects.toMatchObject({ code: 'tool-arguments-invalid', path: 'config.availableTools[0].with.query' });
  });

  test('is off when the administrator switched its tool off', async () => {
    const { tools } = makeKit();
    const off = { ...tools, settings: { send: { isEnabled: false } } };
    const { value } = run({ availableTools: offers, toolMode: 'required' }, { tools: off });
    await expect(value).rejects.toMatchObject({ code: 'tool-not-enabled' });
  });
});

describe('a2ui', () => {
  const tools = makeToolKit({ payloads: { savePayload: async () => {}, readPayload: async () => undefined } });
  const answer = (...children: string[]) => {
    const components = [
      { id: 'root', component: 'Column', children },
      { id: 'title', component: 'Text', text: 'When?' },
    ];
    return { calls: [{ name: 'a2ui', arguments: JSON.stringify({ text: 'When do you come?', components }) }] };
  };

  test('ends the task with an interface, whose words are the answer', async () => {
    const { server, models } = await scripted(answer('title'));
    const { value, events } = run({ availableTools: ['a2ui'] }, { models, tools });
    expect(await value).toMatchObject({ output: 'When do you come?', llmCalls: 1, toolCalls: 1 });
    expect(server.requests).toHaveLength(1);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ status: 'success' });
  });

  test('sends an interface that cannot be shown back to its model', async () => {
    const { server, models } = await scripted(answer('titel'), answer('title'));
    const { value } = run({ availableTools: ['a2ui'] }, { models, tools });
    expect(await value).toMatchObject({ output: 'When do you come?', llmCalls: 2 });
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('which does not exist');
  });
});

describe('final_answer', () => {
  const payloads = { savePayload: async () => {}, readPayload: async () => undefined };
  const tools = makeToolKit({ payloads });
  const call = (answer: string) => ({ calls: [{ name: 'final_answer', arguments: JSON.stringify({ answer }) }] });

  test('ends the task without another request', async () => {
    const { server, models } = await scripted(call('42'));
    const { value } = run({ availableTools: ['final_answer'] }, { models, tools });
    expect(await value).toMatchObject({ output: '42', llmCalls: 1, toolCalls: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('has to fit the output schema, and is sent back once', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { models } = await scripted(call('forty-two'));
    const { value } = run({ availableTools: ['final_answer'], outputSchema }, { models, tools });
    expect((await value).output).toMatchObject({ n: expect.any(Number) });
    const { models: good } = await scripted(call('{"n":42}'));
    expect(await run({ availableTools: ['final_answer'], outputSchema }, { models: good, tools }).value).toMatchObject({
      output: { n: 42 },
    });
  });
});
