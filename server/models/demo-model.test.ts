import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { makeDemoModel } from './demo-model.ts';
import { demoArguments } from './demo-tool-call.ts';

const schemas = fc.constantFrom<JSONSchema7>(
  { type: 'object' },
  { type: 'object', properties: { query: { type: 'string', maxLength: 5 } }, required: ['query'] },
  { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'], additionalProperties: false },
  { type: 'object', properties: { text: { enum: ['a', 'b'] }, n: { type: 'integer', minimum: 3 } }, required: ['text', 'n'] },
  { type: 'object', properties: { task: { type: 'string', pattern: '^[a-z]{3}$' } }, required: ['task'] },
);

/** Asks, answers every call, and asks again, until there is an answer. */
async function loop(
  tools: NonNullable<LanguageModelV4CallOptions['tools']>,
  toolChoice: NonNullable<LanguageModelV4CallOptions['toolChoice']>,
  question: string,
): Promise<LanguageModelV4ToolCall[]> {
  const prompt = ask(question);
  const called: LanguageModelV4ToolCall[] = [];
  for (;;) {
    const { content } = await model.doGenerate({ prompt, tools, ...(called.length === 0 && { toolChoice }) });
    const [part] = content;
    if (part?.type !== 'tool-call') return called;
    called.push(part);
    if (called.length > tools.length) throw new Error('It calls and calls');
    const { toolCallId, toolName, input } = part;
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input) }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: { ok: true } } }] },
    );
  }
}

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

test('the answer starts with the note that it is made up, and is the same each time', async () => {
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

  test('the tool that the question mentions is called, with the question as its argument if it has one', async () => {
    const described = tools.map((tool) =>
      tool.name === 'add' ? { ...tool, description: 'Sums up the numbers of an invoice.' } : tool,
    );
    const { content } = await model.doGenerate({ prompt: ask('What do the numbers of this invoice come to?'), tools: described });
    expect(content).toMatchObject([{ toolName: 'add', input: '{"a":5}' }]);
    const { content: search } = await model.doGenerate({ prompt: ask('Where is the nearest star?'), tools });
    expect(search).toMatchObject([{ toolName: 'search', input: '{"query":"Where is the nearest star?"}' }]);
  });

  test('an address in the question is read', () => {
    const schema = { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] };
    const tool = { type: 'function' as const, name: 'read_url', inputSchema: schema as JSONSchema7 };
    expect(demoArguments(tool, ask('Read https://example.com/a?b=1.'))).toEqual({ url: 'https://example.com/a?b=1' });
    // In linear time, also for a hundred thousand dots.
    const since = process.cpuUsage();
    demoArguments(tool, ask(`Read http://a${'.'.repeat(100_000)}b`));
    expect(process.cpuUsage(since).user / 1000).toBeLessThan(500);
  });

  test('an address that a tool found is read, and none is made up', async () => {
    const inputSchema: JSONSchema7 = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
    const read = { type: 'function' as const, name: 'read_url', inputSchema };
    const found = { results: [{ url: 'https://example.com/tides' }] };
    const searched: LanguageModelV4Prompt = [
      ...ask('What makes the tides?'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'demo-2', toolName: 'search', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'demo-2', toolName: 'search', output: { type: 'json', value: found } }],
      },
      ...ask('Go on').slice(1),
    ];
    expect((await model.doGenerate({ prompt: searched, tools: [read] })).content).toMatchObject([
      { toolName: 'read_url', input: '{"url":"https://example.com/tides"}' },
    ]);
    expect((await model.doGenerate({ prompt: ask('What makes the tides?'), tools: [read] })).content).toMatchObject([
      { type: 'text' },
    ]);
  });

  test('a tool that gives work to one of several agents is called for two of them', async () => {
    const properties = { name: { enum: ['time', 'research', 'project'] }, task: { type: 'string' } };
    const inputSchema = { type: 'object', properties, required: ['name', 'task'] } as JSONSchema7;
    const called = await loop(
      ['sub-agent', 'other'].map((name) => ({ type: 'function', name, inputSchema })),
      { type: 'required' },
      'Ask them',
    );
    expect(called.map(({ input }) => JSON.parse(input).name)).toEqual(['time', 'research']);
  });

  test('of any tools it calls each at most once, with arguments that fit, and then answers', async () => {
    const tool = fc.record({
      name: fc.constantFrom('search', 'add', 'read_url', 'time-now', '搜索'),
      description: fc.lorem(),
      inputSchema: schemas,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(tool, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
        fc.constantFrom('auto', 'required'),
        fc.lorem(),
        async (offered, type, question) => {
          const called = await loop(
            offered.map((one) => ({ type: 'function', ...one })),
            { type },
            question,
          );
          // An address is not made up unless a call is required.
          const isCallable = offered.some(({ inputSchema }) => !inputSchema.required?.includes('url'));
          expect(called.length).toBe(isCallable || type === 'required' ? 1 : 0);
          for (const { toolName, input } of called) {
            const schema = offered.find(({ name }) => name === toolName)?.inputSchema;
            expect(checkJsonSchema(JSON.parse(input), (schema as JsonSchema | undefined) ?? false)).toEqual([]);
          }
        },
      ),
    );
  });

  test('each round of a conversation calls another tool, until all were called', async () => {
    const later: LanguageModelV4Prompt = [
      ...ask('hi'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'demo-2', toolName: 'search', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'demo-2', toolName: 'search', output: { type: 'text', value: '' } }],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      ...ask('And now?').slice(1),
    ];
    const first = tools.slice(0, 1);
    expect((await model.doGenerate({ prompt: later, tools })).content).toMatchObject([{ toolName: 'add' }]);
    expect((await model.doGenerate({ prompt: later, tools: first })).content).toMatchObject([{ type: 'text' }]);
    const forced = await model.doGenerate({ prompt: later, tools: first, toolChoice: { type: 'required' } });
    expect(forced.content).toMatchObject([{ toolName: 'search' }]);
  });

  test('the named tool is called', async () => {
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
