import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import execute from '#engine/executors/llm.executor.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import llm from '#nodes/llm/llm.node.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';

let fake: FakeModel;
let models: ReturnType<typeof makeModelRegistry>;

beforeAll(async () => {
  fake = await startFakeModel();
  const source = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: fake-t5, retry: 0 } }`;
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

test('the answer, the messages and what they cost', async () => {
  const { fired } = run({ systemPrompt: 'Be brief.', userPrompt: 'Hello?' });
  const { out } = (await fired) as { out: { tokenUsage: { promptTokens: number } } };
  expect(out).toEqual({
    output: fakeText(5),
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: fakeText(5) },
    ],
    llmCalls: 1,
    toolCalls: 0,
    tokenUsage: { promptTokens: out.tokenUsage.promptTokens, completionTokens: 5, totalTokens: out.tokenUsage.promptTokens + 5 },
  });
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

  test('one that does not exist is an error of the field', async () => {
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

  test('the next one is asked when one fails, and the log shows both', async () => {
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

  test('no other one is asked when the run has no tokens left', async () => {
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

  test('the port says so', () => {
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

test('an error that is none of the model is not hidden by a fallback', async () => {
  const broken: ModelRegistry = { list: () => [], resolve: () => ({}) as ModelHandle };
  const context = {
    models: broken,
    newId: () => {
      throw new RangeError('out of ids');
    },
  };
  await expect(run({ userPrompt: 'Hello?', fallbackModels: ['main'] }, context).fired).rejects.toThrow(RangeError);
});
