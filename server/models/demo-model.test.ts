import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { makeDemoModel } from './demo-model.ts';

const model = makeDemoModel({ delayMs: 0 });
const ask = (text: string): LanguageModelV4Prompt => [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: [{ type: 'text', text }] },
];
const tools: LanguageModelV4CallOptions['tools'] = [
  {
    type: 'function',
    name: 'search',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 3 } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    type: 'function',
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'integer', minimum: 5 } }, required: ['a'] },
  },
];

test('the answer says first that it is made up, and is the same each time', async () => {
  const [first, second] = [
    await model.doGenerate({ prompt: ask('Why is the sky blue?') }),
    await model.doGenerate({ prompt: ask('Why is the sky blue?') }),
  ];
  expect(first.content).toEqual([
    {
      type: 'text',
      text: '[demo model] This is a made-up answer; configure a model for a real one. You asked: Why is the sky blue?',
    },
  ]);
  expect(second).toEqual(first);
});

test('a Chinese question gets a Chinese answer', async () => {
  const { content } = await model.doGenerate({ prompt: ask('天空为什么是蓝的？') });
  expect(content).toEqual([
    { type: 'text', text: '[demo model] 这是一段演示回答，配置模型后即可得到真实回答。您的输入：天空为什么是蓝的？' },
  ]);
});

test('the stream gives the same text in small pieces, and the tokens at the end', async () => {
  const { content, usage } = await model.doGenerate({ prompt: ask('Tell me\n a story') });
  const { stream } = await model.doStream({ prompt: ask('Tell me\n a story') });
  const parts = await Array.fromAsync(stream);
  const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
  expect(deltas.length).toBeGreaterThan(5);
  expect(content).toEqual([{ type: 'text', text: deltas.join('') }]);
  expect(parts.at(-1)).toMatchObject({ type: 'finish', usage, finishReason: { unified: 'stop' } });
  expect(usage.inputTokens.total).toBeGreaterThan(0);
});

test('a stop ends the stream', async () => {
  const controller = new AbortController();
  const { stream } = await model.doStream({ prompt: ask('hi'), abortSignal: controller.signal });
  const reader = stream.getReader();
  await reader.read();
  controller.abort(new Error('stopped'));
  await expect(reader.read()).rejects.toThrow('stopped');
});

test('an output schema gets an object that fits it', async () => {
  const schema = {
    type: 'object',
    properties: { mood: { enum: ['good', 'bad'] }, score: { type: 'integer', minimum: 3 } },
    required: ['mood', 'score'],
  } as const;
  const { content } = await model.doGenerate({ prompt: ask('hi'), responseFormat: { type: 'json', schema: schema as never } });
  expect(content).toEqual([{ type: 'text', text: '{"mood":"good","score":3}' }]);
});

describe('tools', () => {
  test('the first one is called with arguments that fit', async () => {
    const { content, finishReason } = await model.doGenerate({ prompt: ask('hi'), tools });
    expect(content).toEqual([{ type: 'tool-call', toolCallId: 'demo-2', toolName: 'search', input: '{"query":"demo query"}' }]);
    expect(finishReason.unified).toBe('tool-calls');
  });

  test('the one that is named is called', async () => {
    const { content } = await model.doGenerate({ prompt: ask('hi'), tools, toolChoice: { type: 'tool', toolName: 'add' } });
    expect(content).toMatchObject([{ toolName: 'add', input: '{"a":5}' }]);
  });

  test('none is called when none may be', async () => {
    const { content } = await model.doGenerate({ prompt: ask('hi'), tools, toolChoice: { type: 'none' } });
    expect(content).toMatchObject([{ type: 'text' }]);
  });

  test('after their results comes an answer', async () => {
    const prompt: LanguageModelV4Prompt = [
      ...ask('hi'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'demo-2', toolName: 'search', input: { query: 'x' } }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'demo-2', toolName: 'search', output: { type: 'json', value: { hits: 3 } } },
        ],
      },
    ];
    const { content } = await model.doGenerate({ prompt, tools, toolChoice: { type: 'required' } });
    expect(content).toEqual([
      {
        type: 'text',
        text: '[demo model] This is a made-up answer; configure a model for a real one. The tools said: {"hits":3}',
      },
    ]);
  });
});
