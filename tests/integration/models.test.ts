import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ExecutorContext } from '#engine/contract/define-executor.ts';
import { newInteractionContext } from '#engine/contract/interaction-context.ts';
import { callModel } from '#engine/interaction/call-model.ts';
import { interact } from '#engine/interaction/interact.ts';
import type { ModelRequest } from '#engine/interaction/model-request.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeModelTransport } from '#server/models/model-transport.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type EmittedEvent, makeExecutorContext } from '#tests/support/executor-context.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';

const KEY = 'sk-very-secret-123';
/** A wait that is shorter by the time that the test itself took: by less than 5 s. */
const A_MINUTE = expect.closeTo(60_000, -4);
const ask: ModelRequest = { instructions: 'Be brief.', messages: [{ role: 'user', content: 'Hello?' }] };

let fake: FakeModel;
let registry: ReturnType<typeof makeModelRegistry>;

beforeAll(async () => {
  fake = await startFakeModel();
  registry = makeModelRegistry({ config: configFor(fake.url) });
});
afterAll(async () => {
  registry.close();
  await fake.stop();
});

function configFor(url: string) {
  const main = `{ provider: openai-compatible, base_url: "${url}", api_key: "\${KEY}", model: fake, support_json_schema: true }`;
  const claude = `{ provider: anthropic, base_url: "${url}", api_key: "\${KEY}", model: fake }`;
  const jsonObject = `{ provider: openai-compatible, base_url: "${url}", model: fake-unfit1 }`;
  const others = ['openai', 'google'].map(
    (provider) => `${provider}: { provider: ${provider}, base_url: "${url}", api_key: "\${KEY}", model: fake }`,
  );
  const source = `models: { main: ${main}, claude: ${claude}, jsonObject: ${jsonObject}, ${others.join(', ')} }`;
  return parseConfig(source, { file: 'test.yaml', variables: { KEY } });
}

const model = (name: string, overrides: Partial<ModelHandle> = {}): ModelHandle => ({
  ...registry.resolve(`openai-compatible/${name}`),
  ...overrides,
});
const askForValue = (handle: ModelHandle, schema: JsonSchema, context: ExecutorContext) =>
  interact(
    {
      models: [handle],
      instructions: 'Be brief.',
      conversation: newInteractionContext(),
      prompt: 'Hello?',
      outputSchema: schema,
      maxIterations: 1,
    },
    context,
  );
const typesOf = (events: readonly EmittedEvent[]) =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
const textOf = (events: readonly EmittedEvent[], wanted: 'content' | 'thinking') =>
  events.map((event) => (event.type === wanted ? event.content : '')).join('');
const resultOf = (events: readonly EmittedEvent[]) => events.find((event) => event.type === 'llm_result');

async function failureOf(promise: Promise<unknown>): Promise<NodeFailure> {
  try {
    await promise;
  } catch (error) {
    if (NodeFailure.is(error)) return error;
    throw error;
  }
  throw new Error('It did not fail');
}

test('a call logs its exact request, its text and its outcome', async () => {
  const { context, events, counted } = makeExecutorContext();
  const reply = await callModel(model('fake-t40-d1'), { ...ask, temperature: 0 }, context);
  expect(reply).toMatchObject({ text: fakeText(40), thinking: '', finishReason: 'stop' });
  expect(typesOf(events)).toEqual(['llm_call', 'content', 'llm_result']);
  expect(textOf(events, 'content')).toBe(fakeText(40));
  expect(events.filter(({ type }) => type === 'content').every(({ isUrgent }) => isUrgent)).toBe(true);
  expect(events[0]).toMatchObject({
    callId: 'call_1',
    model: { name: 'openai-compatible/fake-t40-d1', provider: 'openai-compatible', modelId: 'fake-t40-d1' },
    request: {
      instructions: 'Be brief.',
      messages: [{ role: 'user', content: 'Hello?' }],
      settings: { temperature: 0, maxOutputTokens: 4096, isStreamed: true },
    },
  });
  expect(resultOf(events)).toMatchObject({ content: fakeText(40), finishReason: 'stop', usage: { completionTokens: 40 } });
  expect(counted).toMatchObject([{ completionTokens: 40, llmCalls: 1 }]);
  expect(fake.requests.at(-1)?.body).toMatchObject({
    temperature: 0,
    max_tokens: 4096,
    stream: true,
    stream_options: { include_usage: true },
  });
});

describe.each([['openai'], ['anthropic'], ['google']])('the provider %s', (provider) => {
  const wanted = `${provider}/fake-t12`;

  test.each([[true], [false]])('answers (streamed: %s) and reports its cost', async (isStreamed) => {
    const { context, counted } = makeExecutorContext();
    const reply = await callModel(registry.resolve(wanted), { ...ask, isStreamed }, context);
    expect(reply).toMatchObject({ text: fakeText(12), finishReason: 'stop' });
    expect(counted).toMatchObject([{ completionTokens: 12 }]);
    expect(fake.requests.at(-1)?.body.model).toBe('fake-t12');
  });

  test('returns a value that fits a schema', async () => {
    const { context } = makeExecutorContext();
    const schema = { type: 'object', properties: { mood: { enum: ['good', 'bad'], type: 'string' } }, required: ['mood'] };
    expect((await askForValue(registry.resolve(wanted), schema, context)).output).toEqual({ mood: 'good' });
  });

  test('a broken connection is retried', async () => {
    const { context, events } = makeExecutorContext();
    expect((await callModel(registry.resolve(`${wanted}-drop1`), ask, context)).text).toBe(fakeText(12));
    expect(events.filter(({ type }) => type === 'llm_stream_retry')).toHaveLength(1);
  });
});

test('without streaming the text arrives as one delta', async () => {
  const { context, events } = makeExecutorContext();
  await callModel(model('fake'), { ...ask, isStreamed: false }, context);
  expect(events.map(({ type }) => type)).toEqual(['llm_call', 'content', 'llm_result']);
  expect(textOf(events, 'content')).toBe(fakeText(20));
  expect(fake.requests.at(-1)?.body.stream).toBeUndefined();
});

test.each([['openai-compatible'], ['anthropic']])('reasoning is kept apart (%s)', async (provider) => {
  const { context, events } = makeExecutorContext();
  const reply = await callModel(registry.resolve(`${provider}/fake-reasoning7`), ask, context);
  expect([reply.thinking, reply.text]).toEqual([fakeText(7), fakeText(20)]);
  expect(typesOf(events)).toEqual(['llm_call', 'thinking', 'content', 'llm_result']);
  expect(textOf(events, 'thinking')).toBe(fakeText(7));
  expect(resultOf(events)).toMatchObject({ thinking: fakeText(7) });
});

test('reasoning tokens are counted', async () => {
  const { context, counted } = makeExecutorContext();
  await callModel(model('fake-reasoning7'), ask, context);
  expect(counted).toMatchObject([{ completionTokens: 27, reasoningTokens: 7 }]);
});

test('the text is the same with and without coalescing, in fewer pieces', async () => {
  const plain = makeModelTransport();
  const direct = makeModelRegistry({ config: configFor(fake.url), transport: { ...plain, fetch: () => fetch } });
  const coalesced = makeExecutorContext();
  const untouched = makeExecutorContext();
  const name = 'openai-compatible/fake-t2000-reasoning300';
  await callModel(registry.resolve(name), ask, coalesced.context);
  await callModel(direct.resolve(name), ask, untouched.context);
  direct.close();
  expect(textOf(untouched.events, 'content')).toBe(fakeText(2000));
  expect(textOf(coalesced.events, 'content')).toBe(fakeText(2000));
  expect(textOf(coalesced.events, 'thinking')).toBe(fakeText(300));
  expect(untouched.events.length).toBeGreaterThan(2300);
  expect(coalesced.events.length).toBeLessThan(untouched.events.length / 4);
});

describe('tools', () => {
  const tools = [
    {
      name: 'search',
      description: 'Finds.',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    },
  ];

  test.each([['openai-compatible'], ['anthropic']])('a tool call is returned, not executed (%s)', async (provider) => {
    const { context, events } = makeExecutorContext();
    const reply = await callModel(registry.resolve(`${provider}/fake-tool`), { ...ask, tools, toolChoice: 'required' }, context);
    expect(reply).toMatchObject({
      finishReason: 'tool-calls',
      text: '',
      toolCalls: [{ name: 'search', input: { query: 'demo query' } }],
    });
    expect(events[0]).toMatchObject({ request: { tools, settings: { toolChoice: 'required' } } });
  });

  test('arguments that are no JSON are reported as such', async () => {
    const { context } = makeExecutorContext();
    const { toolCalls } = await callModel(model('fake-badargs'), { ...ask, tools }, context);
    expect(toolCalls).toMatchObject([{ name: 'search', problem: expect.stringContaining('JSON') }]);
  });

  test('the messages of a call and its result lead to an answer', async () => {
    const { context } = makeExecutorContext();
    const first = await callModel(model('fake-tool'), { ...ask, tools }, context);
    const result = {
      role: 'tool' as const,
      content: [
        {
          type: 'tool-result' as const,
          toolCallId: first.toolCalls[0]?.id ?? '',
          toolName: 'search',
          output: { type: 'json' as const, value: 1 },
        },
      ],
    };
    const second = await callModel(
      model('fake-tool'),
      { ...ask, tools, messages: [...ask.messages, ...first.messages, result] },
      context,
    );
    expect(second).toMatchObject({ text: fakeText(20), toolCalls: [] });
  });
});

describe('temporary errors are retried', () => {
  test('a rate limit, after the time in Retry-After', async () => {
    const { context, events, sleeps } = makeExecutorContext();
    const reply = await callModel(model('fake-rate1'), ask, context);
    expect([reply.text, sleeps]).toEqual([fakeText(20), [1000]]);
    expect(typesOf(events)).toEqual(['llm_call', 'llm_stream_retry', 'content', 'llm_result']);
    expect(events[1]).toMatchObject({ attempt: 1, delayMs: 1000, callId: 'call_1', error: { code: 'model-rate-limited' } });
  });

  test('an error of the server, each time after a longer wait', async () => {
    const { context, sleeps } = makeExecutorContext();
    expect((await callModel(model('fake-error2'), ask, context)).text).toBe(fakeText(20));
    expect(sleeps).toEqual([500, 1000]);
  });

  test.each([
    ['drop', 'openai-compatible'],
    ['drop', 'anthropic'],
    ['nofinish', 'openai-compatible'],
    ['nofinish', 'anthropic'],
  ])('a stream that ends too early (%s, %s): the text before it is void', async (way, provider) => {
    const { context, events } = makeExecutorContext();
    const reply = await callModel(registry.resolve(`${provider}/fake-${way}2-t40-d1`), ask, context);
    expect(reply.text).toBe(fakeText(40));
    expect(typesOf(events)).toEqual([
      'llm_call',
      'content',
      'llm_stream_retry',
      'content',
      'llm_stream_retry',
      'content',
      'llm_result',
    ]);
    const afterLastRetry = events.slice(events.findLastIndex(({ type }) => type === 'llm_stream_retry'));
    expect(textOf(afterLastRetry, 'content')).toBe(fakeText(40));
    expect(resultOf(events)).toMatchObject({ content: fakeText(40) });
  });

  test('the usage of failed attempts is counted', async () => {
    const { context, counted } = makeExecutorContext();
    await callModel(model('fake-nofinish2-t30'), ask, context);
    expect(counted).toMatchObject([{ completionTokens: 90, llmCalls: 1 }]);
  });

  test('a server that is down at first', async () => {
    const gone = await startFakeModel();
    const port = Number(new URL(gone.url).port);
    await gone.stop();
    const late = makeModelRegistry({ config: configFor(gone.url) });
    const { context } = makeExecutorContext();
    let back: FakeModel | undefined;
    const sleep = async () => {
      back = await startFakeModel({ port });
    };
    const reply = await callModel(late.resolve('main'), ask, { ...context, clock: { now: Date.now, sleep } });
    expect(reply.text).toBe(fakeText(20));
    late.close();
    await back?.stop();
  });
});

describe('permanent errors fail with a code and a hint', () => {
  const describeFailure = ({ code, message, hint, isRetryable }: NodeFailure) => ({ code, message, hint, isRetryable });

  test('too many failures', async () => {
    const { context, events } = makeExecutorContext();
    const failure = await failureOf(callModel(model('fake-error9', { retries: 1 }), ask, context));
    expect(describeFailure(failure)).toEqual({
      code: 'model-failed',
      message: "Model 'openai-compatible/fake-error9' (openai-compatible) answered 500: The server had an error",
      hint: 'The provider failed; retry later, or add fallback models',
      isRetryable: true,
    });
    expect(typesOf(events)).toEqual(['llm_call', 'llm_stream_retry', 'llm_result']);
    expect(resultOf(events)).toMatchObject({ finishReason: 'error', error: { code: 'model-failed' } });
  });

  test.each([
    ['fake-auth', 'model-auth-failed', 'Check the API key of this model, on the page Models or in the config file'],
    [
      'fake-missing',
      'model-failed',
      'Check the model ID and the base URL of this model, on the page Models or in the config file',
    ],
    ['fake-brokenjson', 'model-failed', 'Check the settings that the node sends to the model'],
  ])('%s at once, without another attempt', async (name, code, hint) => {
    const { context, sleeps } = makeExecutorContext();
    const before = fake.requests.length;
    expect(describeFailure(await failureOf(callModel(model(name), ask, context)))).toMatchObject({
      code,
      hint,
      isRetryable: false,
    });
    expect([sleeps, fake.requests.length - before]).toEqual([[], 1]);
  });

  test('a Retry-After of an hour fails at once', async () => {
    const patient = await startFakeModel({ script: [{ status: 429, retryAfterS: 3600 }] });
    const models = makeModelRegistry({ config: configFor(patient.url) });
    const { context, sleeps } = makeExecutorContext();
    expect((await failureOf(callModel(models.resolve('main'), ask, context))).code).toBe('model-rate-limited');
    expect(sleeps).toEqual([]);
    models.close();
    await patient.stop();
  });

  test('a server that is not there', async () => {
    const gone = await startFakeModel();
    await gone.stop();
    const models = makeModelRegistry({ config: configFor(gone.url) });
    const { context } = makeExecutorContext();
    expect(describeFailure(await failureOf(callModel(models.resolve('main'), ask, context)))).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('ECONNREFUSED'),
      hint: 'Check that the model server runs, and the base URL of this model, on the page Models or in the config file',
      isRetryable: true,
    });
    models.close();
  });

  test.each([['fake-silent'], ['fake-f100000'], ['fake-t3-d100000']])(
    'a model that falls silent (%s), and its socket is closed',
    async (name) => {
      const before = fake.requests.length;
      const received = () => fake.requests.slice(before);
      // A stall may use up a short limit before the request is sent.
      for (let timeoutMs = 50; received().length === 0 && timeoutMs < 15_000; timeoutMs *= 6) {
        const { context, events } = makeExecutorContext();
        const failure = await failureOf(callModel(model(name, { timeoutMs }), ask, context));
        expect(describeFailure(failure)).toMatchObject({
          code: 'model-timed-out',
          message: expect.stringContaining(`sent nothing for ${timeoutMs / 1000} s`),
          isRetryable: true,
        });
        expect(resultOf(events)).toMatchObject({ error: { code: 'model-timed-out' } });
      }
      expect(received()).not.toEqual([]);
      await eventually(() => expect(received().every(({ isClosedEarly }) => isClosedEarly)).toBe(true));
    },
  );

  test('a slow model that keeps streaming does not time out', async () => {
    const stream = async (tokenMs: number, timeoutMs: number) => {
      const { context } = makeExecutorContext();
      return (await callModel(model(`fake-t100-d${tokenMs}`, { timeoutMs }), ask, context)).text;
    };
    // Both streams take longer than their limit. A stall may exceed the shorter one.
    const text = await stream(10, 800).catch(() => stream(100, 8000));
    expect(text).toBe(fakeText(100));
  });
});

describe('a stop', () => {
  test.each([['fake-silent'], ['fake-t5000-d2']])('closes the socket (%s)', async (name) => {
    const { context, events, controller } = makeExecutorContext();
    const before = { requests: fake.requests.length, closed: fake.closedEarly };
    const call = callModel(model(name), ask, context);
    call.catch(() => {});
    await eventually(() => expect(fake.requests.length).toBe(before.requests + 1));
    if (name !== 'fake-silent') await eventually(() => expect(textOf(events, 'content')).not.toBe(''));
    controller.abort(new Error('stopped by a test'));
    await expect(call).rejects.toThrow('stopped by a test');
    await eventually(() => expect(fake.closedEarly).toBe(before.closed + 1));
    expect(resultOf(events)).toMatchObject({ finishReason: 'cancelled' });
  });

  test('ends the wait before another attempt', async () => {
    const { context, controller } = makeExecutorContext();
    const sleep = (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const emit: typeof context.emit = ({ type }) => {
      if (type === 'llm_stream_retry') setImmediate(() => controller.abort(new Error('stopped by a test')));
    };
    await expect(callModel(model('fake-error99'), ask, { ...context, emit, clock: { now: Date.now, sleep } })).rejects.toThrow(
      'stopped by a test',
    );
  });
});

describe('structured output', () => {
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, score: { type: 'integer', minimum: 1 } },
    required: ['title', 'score'],
  };

  test('the schema is sent to a server that supports it', async () => {
    const { context } = makeExecutorContext();
    const { output, llmCalls } = await askForValue(registry.resolve('main'), schema, context);
    expect([output, llmCalls]).toEqual([{ title: 'demo title', score: 1 }, 1]);
    expect(fake.requests.at(-1)?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { schema, strict: false, name: 'answer' },
    });
  });

  test('an answer that does not fit is sent back with the problem, once', async () => {
    const { context, events, counted } = makeExecutorContext();
    const { output, llmCalls } = await askForValue(registry.resolve('jsonObject'), schema, context);
    expect([output, llmCalls, counted.length]).toEqual([{ title: 'demo title', score: 1 }, 2, 2]);
    expect(typesOf(events)).toEqual([
      'llm_call',
      'content',
      'llm_result',
      'llm_stream_retry',
      'llm_call',
      'content',
      'llm_result',
    ]);
    expect(events.find(({ type }) => type === 'llm_stream_retry')).toMatchObject({
      callId: 'call_1',
      attempt: 1,
      error: { code: 'output-invalid' },
    });
    const { body } = fake.requests.at(-1) ?? {};
    expect(body?.response_format).toEqual({ type: 'json_object' });
    expect(body?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: '{"unexpected": true}' },
      { role: 'user', content: expect.stringContaining('- title is missing\n- score is missing') },
    ]);
  });

  test('a second answer that does not fit is a failure that names path and value', async () => {
    const { context } = makeExecutorContext();
    const failure = await failureOf(askForValue(model('fake-unfit2'), { ...schema, additionalProperties: false }, context));
    expect(failure).toMatchObject({ code: 'output-invalid', path: 'config.outputSchema' });
    expect(failure.message).toContain(
      "The answer of model 'openai-compatible/fake-unfit2' does not fit the output schema: title is missing",
    );
    const wrong = await failureOf(askForValue(model('fake'), { type: 'integer' }, context));
    expect(wrong.message).toContain(`the answer is not JSON (it is "${fakeText(20).slice(0, 10)}`);
  });
});

/** A model server with one answer and any usage. */
async function modelAnswering(text: string, usage: object): Promise<ModelHandle> {
  const message = { role: 'assistant', content: text };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'odd', choices, usage });
  const server = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  const odd = makeModelRegistry({ config: configFor(`${server.origin}/v1`) });
  onTestFinished(() => odd.close());
  return odd.resolve('main');
}

test.each([
  [
    { prompt_tokens: 1.5, completion_tokens: 2, total_tokens: 3.5 },
    { promptTokens: 2, completionTokens: 2, totalTokens: 4 },
  ],
  [
    { prompt_tokens: -5, completion_tokens: -5, total_tokens: -10 },
    // Without usage in the response the tokens are estimated.
    { promptTokens: 11, completionTokens: 7, totalTokens: 18, isEstimated: true },
  ],
  [
    { prompt_tokens: 1e300, completion_tokens: 1, total_tokens: 1e300 },
    { promptTokens: 1e8, completionTokens: 1 },
  ],
])('tokens that are no count are made one (%j)', async (usage, counted) => {
  const { context } = makeExecutorContext();
  const reply = await callModel(await modelAnswering('Hello.', usage), { ...ask, isStreamed: false }, context);
  expect(reply).toMatchObject({ text: 'Hello.', usage: counted });
});

describe('a model with a limit of one request a minute', () => {
  const limited = () => {
    const source = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: fake, rate_limit: { requests_per_minute: 1 } } }`;
    const models = makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
    onTestFinished(() => models.close());
    return models;
  };

  test('waits for its turn, reports the wait, and fails when its turn would come too late', async () => {
    const models = limited();
    const { context, events, sleeps } = makeExecutorContext();
    await callModel(models.resolve('main'), ask, context);
    expect(resultOf(events)).not.toHaveProperty('queuedMs');
    expect(sleeps).toEqual([]);
    // another model of the provider is called with the same key
    await callModel(models.resolve('openai-compatible/fake-t3'), ask, context);
    expect(sleeps).toEqual([A_MINUTE]);
    expect(events.findLast((event) => event.type === 'llm_result')).toMatchObject({ queuedMs: sleeps[0] });
    const requests = fake.requests.length;
    const failure = await failureOf(callModel(models.resolve('main'), ask, context));
    expect(failure).toMatchObject({ code: 'model-rate-limited', isRetryable: true, hint: expect.stringContaining('rate_limit') });
    expect(failure.message).toMatch(
      /^Model 'main' \(openai-compatible, fake\) has used up its rate_limit: its next call can start in 1[12]\d s/,
    );
    expect(events.findLast((event) => event.type === 'llm_result')).toMatchObject({ error: { code: 'model-rate-limited' } });
    expect(fake.requests).toHaveLength(requests);
  });

  test('a stopped call gives its permit to the next one', async () => {
    const models = limited();
    const { context } = makeExecutorContext();
    await callModel(models.resolve('main'), ask, context);
    const stopped = makeExecutorContext({
      clock: { now: () => 0, sleep: () => new Promise((_, no) => queueMicrotask(() => no(new Error('stop')))) },
    });
    await expect(callModel(models.resolve('main'), ask, stopped.context)).rejects.toThrow('stop');
    const next = makeExecutorContext();
    await callModel(models.resolve('main'), ask, next.context);
    expect(next.sleeps).toEqual([A_MINUTE]);
  });
});

test('a value that is nested too deep fits no schema', async () => {
  const { context } = makeExecutorContext();
  const deep = await modelAnswering(`${'['.repeat(2500)}${']'.repeat(2500)}`, {});
  const failure = await failureOf(askForValue({ ...deep, canStream: false }, {}, context));
  expect(failure).toMatchObject({ code: 'output-invalid', message: expect.stringContaining('200 levels') });
});

test('the key is sent to the server and appears nowhere else', async () => {
  const seen: unknown[] = [];
  for (const name of [
    'main',
    'claude',
    'openai-compatible/fake-auth',
    'anthropic/fake-auth',
    'openai-compatible/fake-error9',
    'openai-compatible/fake-drop9',
  ]) {
    const { context, events } = makeExecutorContext();
    const outcome = await callModel(registry.resolve(name), ask, context).catch((error: NodeFailure) => ({
      ...error,
      message: error.message,
      stack: error.stack,
      cause: error.cause,
    }));
    seen.push(outcome, events);
  }
  expect(JSON.stringify(fake.requests.map(({ headers }) => headers))).toContain(KEY);
  expect(JSON.stringify(seen)).toContain('Incorrect API key provided');
  expect(JSON.stringify(seen)).not.toContain(KEY);
  expect(JSON.stringify(registry.list())).not.toContain(KEY);
});
