import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import execute from '#engine/executors/llm.executor.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import llm from '#nodes/llm/llm.node.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';

let fake: FakeModel;
let models: ReturnType<typeof makeModelRegistry>;

beforeAll(async () => {
  fake = await startFakeModel();
  const entry = `provider: openai-compatible, base_url: "${fake.url}", model: fake-t5, retry: 0`;
  const source = `models: { main: { ${entry} }, eye: { ${entry}, support_vision: true }, thinker: { ${entry}, reasoning_effort: low },
    claude: { provider: anthropic, base_url: "${fake.url}", model: fake-t5, retry: 0, api_key: x } }`;
  models = makeModelRegistry({ config: parseConfig(source, { file: 'test.yaml', variables: {} }) });
});
afterAll(async () => {
  models.close();
  await fake.stop();
});

const run = (config: Record<string, unknown>, overrides: Parameters<typeof makeExecutorContext>[0] = {}) => {
  const test = makeExecutorContext({ models, ...overrides });
  return { ...test, fired: Promise.resolve(execute({ config: llm.config.parse(config), context: test.context })) };
};

test('the answer, the messages and their cost', async () => {
  const { fired } = run({ systemPrompt: 'Be brief.', userPrompt: 'Hello?' });
  const { out } = (await fired) as { out: { tokenUsage: { promptTokens: number } } };
  expect(out).toEqual({
    output: fakeText(5),
    finishReason: 'stop',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: fakeText(5) },
    ],
    llmCalls: 1,
    toolCalls: 0,
    tokenUsage: { promptTokens: out.tokenUsage.promptTokens, completionTokens: 5, totalTokens: out.tokenUsage.promptTokens + 5 },
    citations: [],
  });
});

const sent = () =>
  ((fake.requests.at(-1)?.body.messages ?? []) as { role: string; content: string }[]).map(({ role, content }) => [
    role,
    content,
  ]);

test('a system prompt alone is sent as the user message', async () => {
  const { out } = (await run({ systemPrompt: 'Tell a joke.' }).fired) as { out: { messages: unknown } };
  expect(sent()).toEqual([['user', 'Tell a joke.']]);
  expect(out.messages).toEqual([
    { role: 'user', content: 'Tell a joke.' },
    { role: 'assistant', content: fakeText(5) },
  ]);
});

test('example messages are sent before the prompt, and are not part of the conversation', async () => {
  const messages = [
    { role: 'user', content: '2 + 2' },
    { role: 'assistant', content: 'four' },
  ];
  const { out } = (await run({ systemPrompt: 'Answer in words.', messages, userPrompt: '3 + 3' }).fired) as {
    out: { messages: unknown[] };
  };
  expect(sent()).toEqual([
    ['system', 'Answer in words.'],
    ['user', '2 + 2'],
    ['assistant', 'four'],
    ['user', '3 + 3'],
  ]);
  expect(out.messages).toHaveLength(3);
  await run({ messages: [...messages, { content: '4 + 4' }] }).fired;
  expect(sent().at(-1)).toEqual(['user', '4 + 4']);
});

test.each([
  [{}, 'Write a prompt'],
  [{ systemPrompt: '', userPrompt: '' }, 'Write a prompt'],
  [{ systemPrompt: 'Look', images: ['https://example.com/a.png'] }, 'Write a prompt'],
  [{ messages: [{ content: '' }], userPrompt: 'x' }, 'Write a message'],
])('the config %j is refused', (config, message) => {
  expect(llm.config.safeParse(config).error?.issues[0]?.message).toBe(message);
});

test('a shared conversation may be answered without a prompt', async () => {
  const conversation = {
    messages: [{ role: 'user' as const, content: 'Are you there?' }],
    variables: {},
    llmCalls: 0,
    toolCalls: 0,
    tokenUsage: NO_USAGE,
  };
  await run({ systemPrompt: 'Be brief.', conversation: 'chat' }, { conversation: () => conversation }).fired;
  expect(sent()).toEqual([
    ['system', 'Be brief.'],
    ['user', 'Are you there?'],
  ]);
  expect(conversation.messages).toHaveLength(2);
});

test('the settings of the node go before those of the model', async () => {
  await run({ userPrompt: 'Hello?', temperature: 0.1, maxTokens: 7, stream: false }).fired;
  expect(fake.requests.at(-1)?.body).toMatchObject({ temperature: 0.1, max_tokens: 7 });
  expect(fake.requests.at(-1)?.body.stream).toBeUndefined();
});

describe('which model', () => {
  test("default is the workflow's own, when it names one", async () => {
    await run({ userPrompt: 'Hello?' }, { defaultModel: 'openai-compatible/fake-t2' }).fired;
    expect(fake.requests.at(-1)?.body.model).toBe('fake-t2');
  });

  test('an unknown model is an error of the field', async () => {
    await expect(run({ userPrompt: 'Hello?', model: 'mian' }).fired).rejects.toMatchObject({
      code: 'model-not-found',
      path: 'config.model',
      message: "There is no model 'mian'. Did you mean 'main'?",
    });
  });

  test('a fallback that does not exist is found at once', async () => {
    const before = fake.requests.length;
    await expect(run({ userPrompt: 'Hello?', fallbackModels: ['main', 'x'] }).fired).rejects.toMatchObject({
      path: 'config.fallbackModels[1]',
    });
    expect(fake.requests.length).toBe(before);
  });

  test('a fallback model is called when one fails, and the log shows both', async () => {
    const { fired, events } = run({
      userPrompt: 'Hello?',
      model: 'openai-compatible/fake-error99',
      fallbackModels: ['openai-compatible/fake-auth', 'main'],
    });
    expect(await fired).toMatchObject({ out: { output: fakeText(5), llmCalls: 3 } });
    const log = events.flatMap((event) => {
      if (event.type === 'llm_call') return [event.model.name];
      if (event.type === 'llm_stream_retry') return [`${event.callId} void: ${event.error.code}`];
      return event.type === 'llm_result' ? [event.error?.code ?? event.finishReason] : [];
    });
    expect(log).toEqual([
      ...['openai-compatible/fake-error99', 'model-failed', 'call_1 void: model-failed'],
      ...['openai-compatible/fake-auth', 'model-auth-failed', 'call_2 void: model-auth-failed'],
      ...['main', 'stop'],
    ]);
  });

  test('no fallback model is called when the run has no tokens left', async () => {
    const countUsage = () => {
      throw new NodeFailure('token-limit', 'The run has used up its tokens');
    };
    const { fired, events } = run({ userPrompt: 'Hello?', fallbackModels: ['main'] }, { countUsage });
    await expect(fired).rejects.toMatchObject({ code: 'token-limit' });
    expect(events.filter(({ type }) => type === 'llm_call')).toHaveLength(1);
  });
});

describe('with an output schema', () => {
  const outputSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

  test('the output is an object that fits', async () => {
    expect(await run({ userPrompt: 'Hello?', outputSchema }).fired).toMatchObject({
      out: { output: { title: 'demo title' }, llmCalls: 1 },
    });
  });

  test('a repaired answer counts as two calls', async () => {
    const { fired } = run({ userPrompt: 'Hello?', outputSchema, model: 'openai-compatible/fake-unfit1' });
    expect(await fired).toMatchObject({ out: { output: { title: 'demo title' }, llmCalls: 2 } });
  });

  test('the port has the schema', () => {
    const schemaOf = (config: Record<string, unknown>) => {
      const outputs = llm.outputs as Extract<typeof llm.outputs, (...args: never[]) => unknown>;
      return outputs(llm.config.parse(config), { input: {}, schemaOf: () => ({}) }).out?.schema.properties;
    };
    expect(schemaOf({ userPrompt: 'x', outputSchema })).toMatchObject({ output: outputSchema });
    expect(schemaOf({ userPrompt: 'x' })).toMatchObject({ output: { type: 'string' } });
  });
});

test('the demo model answers when nothing is configured', async () => {
  const demo = makeModelRegistry({ config: { models: {} }, demoDelayMs: 0 });
  const { fired } = run({ userPrompt: 'Hello?' }, { models: demo });
  expect(await fired).toMatchObject({ out: { output: expect.stringMatching(/^\[demo model\] .*Hello\?$/) } });
  const { fired: object } = run(
    {
      userPrompt: 'Hello?',
      outputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 4 } }, required: ['n'] },
    },
    { models: demo },
  );
  expect(await object).toMatchObject({ out: { output: { n: 4 }, llmCalls: 1 } });
});

test('an error that is not from the model is not hidden by a fallback', async () => {
  const broken: ModelRegistry = { list: () => [], resolve: () => ({}) as ModelHandle };
  const context = {
    models: broken,
    newId: () => {
      throw new RangeError('out of ids');
    },
  };
  await expect(run({ userPrompt: 'Hello?', fallbackModels: ['main'] }, context).fired).rejects.toThrow(RangeError);
});

const sentBy = async (config: Record<string, unknown>) => {
  await run({ userPrompt: 'Hello?', ...config }).fired;
  return fake.requests.at(-1)?.body as Record<string, unknown>;
};

describe('sampling', () => {
  const settings = { topP: 0.5, frequencyPenalty: 1, presencePenalty: -1 };

  test('is sent under the names of the provider', async () => {
    expect(await sentBy({ model: 'main', ...settings })).toMatchObject({
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
    });
    expect(await sentBy({ model: 'claude', topP: 0.5 })).toMatchObject({ top_p: 0.5 });
    expect(await sentBy({ model: 'main' })).not.toHaveProperty('top_p');
  });

  test('that a provider does not have is an error at its field', async () => {
    const { fired } = run({ userPrompt: 'x', model: 'main', fallbackModels: ['claude'], presencePenalty: 1 });
    await expect(fired).rejects.toMatchObject({ code: 'model-setting-unknown', path: 'config.presencePenalty' });
  });
});

describe('reasoning effort', () => {
  test('of the node goes to the provider, else that of the model, else none', async () => {
    expect(await sentBy({ model: 'thinker', reasoningEffort: 'high' })).toMatchObject({ reasoning_effort: 'high' });
    expect(await sentBy({ model: 'thinker' })).toMatchObject({ reasoning_effort: 'low' });
    expect(await sentBy({ model: 'main' })).not.toHaveProperty('reasoning_effort');
  });

  test('is what the provider calls it', async () => {
    const none = await sentBy({ model: 'claude' });
    expect(none).not.toHaveProperty('thinking');
    expect(await sentBy({ model: 'claude', reasoningEffort: 'high' })).toMatchObject({ thinking: { type: expect.any(String) } });
  });

  test('is in the request that the log has', async () => {
    const { fired, events } = run({ userPrompt: 'Hello?', model: 'thinker', reasoningEffort: 'high' });
    await fired;
    expect(events.find(({ type }) => type === 'llm_call')).toMatchObject({ request: { settings: { reasoning: 'high' } } });
  });

  test('is refused before a call where one of the models takes none', async () => {
    const before = fake.requests.length;
    const config = { userPrompt: 'x', model: 'thinker', fallbackModels: ['main'], reasoningEffort: 'high' };
    await expect(run(config).fired).rejects.toMatchObject({
      code: 'model-without-reasoning',
      path: 'config.reasoningEffort',
      message: "Model 'main' (openai-compatible, fake-t5) takes no reasoning effort, and the node asks for high",
    });
    expect(fake.requests).toHaveLength(before);
  });
});

describe('images', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  const dataUrl = `data:image/png;base64,${png.toString('base64')}`;
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');

  test('are sent to the model with the prompt, and their bytes are in no log', async () => {
    const root = await mkdtemp(join(tmpdir(), 'threadloom-images-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'ws_test'));
    await writeFile(join(root, 'ws_test', 'photo.txt'), jpeg);
    const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 1000 });
    const fetched: string[] = [];
    const { fired, events } = run(
      { userPrompt: 'What is it?', model: 'eye', images: [dataUrl, 'https://example.org/a.gif?key=1', 'photo.txt'] },
      {
        tools: makeToolKit({ payloads: makeMemoryPayloads(), files }),
        fetch: async (url) => {
          fetched.push(url);
          return { status: 200, headers: {}, url, body: Buffer.from('GIF89a.') };
        },
      },
    );
    const { out } = (await fired) as { out: { messages: unknown[] } };
    expect(fetched).toEqual(['https://example.org/a.gif?key=1']);
    const shown = (mediaType: string, bytes: Buffer) => ({
      type: 'image_url',
      image_url: { url: `data:${mediaType};base64,${bytes.toString('base64')}` },
    });
    expect(fake.requests.at(-1)?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          shown('image/png', png),
          shown('image/gif', Buffer.from('GIF89a.')),
          shown('image/jpeg', jpeg),
          { type: 'text', text: 'What is it?' },
        ],
      },
    ]);
    const call = events.find((event) => event.type === 'llm_call');
    expect(call?.request).toMatchObject({
      messages: [{ content: [{ type: 'file', mediaType: 'image/png', sizeBytes: png.byteLength }, {}, {}, { type: 'text' }] }],
    });
    expect(out.messages[0]).toEqual({ role: 'user', content: 'What is it?' });
  });

  test('are refused for a model without vision, also for a fallback, before any request', async () => {
    const before = fake.requests.length;
    const images = [dataUrl];
    await expect(run({ userPrompt: 'x', model: 'main', images }).fired).rejects.toMatchObject({
      code: 'model-without-vision',
      path: 'config.images',
      message: "Model 'main' (openai-compatible, fake-t5) sees no images, and the node has 1",
    });
    await expect(run({ userPrompt: 'x', model: 'eye', fallbackModels: ['main'], images }).fired).rejects.toMatchObject({
      code: 'model-without-vision',
    });
    expect(fake.requests).toHaveLength(before);
  });

  test.each([
    ['data:image/png,plain', 'The image of the data URL is no data URL in base64'],
    ['data:text/plain;base64,aGVsbG8=', 'The image of the data URL is none of PNG, JPEG, GIF and WebP'],
    [
      'https://example.org/gone.png?key=secret',
      'The image https://example.org/gone.png cannot be fetched: its server answered 404',
    ],
  ])('with an unreadable one are an error that names it (%s)', async (image, message) => {
    const gone = async (url: string) => ({ status: 404, headers: {}, url, body: new Uint8Array() });
    await expect(run({ userPrompt: 'x', model: 'eye', images: [dataUrl, image] }, { fetch: gone }).fired).rejects.toMatchObject({
      code: 'image-unreadable',
      path: 'config.images[1]',
      message,
    });
  });

  test('can be file inputs and files of other nodes', async () => {
    const photo = { name: 'photo.png', mediaType: 'image/png', base64: png.toString('base64') };
    await run({ userPrompt: 'x', model: 'eye', images: [photo] }).fired;
    expect(fake.requests.at(-1)?.body).toMatchObject({ messages: [{ content: [{ image_url: { url: dataUrl } }, {}] }] });
    await expect(run({ userPrompt: 'x', model: 'eye', images: [{ path: 'runs/a/b.png' }] }).fired).rejects.toMatchObject({
      code: 'file-failed',
      path: 'config.images[0]',
    });
  });

  test('that are no images are an error without their content', async () => {
    const text = 'no image at all '.repeat(100);
    const failure = await run({ userPrompt: 'x', model: 'eye', images: [{ name: 'a.txt', text }] }).fired.catch((error) => error);
    expect(failure).toMatchObject({ code: 'image-unreadable', message: 'The image a.txt is none of PNG, JPEG, GIF and WebP' });
  });

  test('from an address or a file that may not be read are an error of that kind, at the image', async () => {
    const refuse = () => Promise.reject(new GuardedFetchError('url-refused', 'http://10.0.0.1/ is inside the network'));
    const images = ['http://10.0.0.1/a.png'];
    await expect(run({ userPrompt: 'x', model: 'eye', images }, { fetch: refuse }).fired).rejects.toMatchObject({
      code: 'url-refused',
      path: 'config.images[0]',
    });
    await expect(run({ userPrompt: 'x', model: 'eye', images: ['photo.png'] }).fired).rejects.toMatchObject({
      code: 'file-failed',
      path: 'config.images[0]',
    });
  });
});
