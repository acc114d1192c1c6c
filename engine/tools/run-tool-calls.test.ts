import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';
import { makeExecutorContext, type TestExecutor } from '#tests/support/executor-context.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ToolContext, ToolHandler } from '../contract/define-tool-handler.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { makeToolKit } from '../tool-handlers/make-tool-kit.ts';
import { callOneTool } from './call-one-tool.ts';
import { runToolCalls, type ToolCallOptions, toolCallKey } from './run-tool-calls.ts';

type Handle = (input: { text: string }, context: ToolContext) => unknown;
type Extra = Partial<Omit<AnyToolDefinition, 'id'>>;

const tool = (id: string, extra: Extra = {}): AnyToolDefinition => ({
  ...defineTool({
    id,
    title: `The tool ${id}`,
    description: 'For this test.',
    group: 'web',
    input: z.strictObject({ text: z.string().max(10).default('none'), count: z.int().optional() }),
    output: z.unknown(),
    risk: 'low',
    scope: 'workspace',
    effects: 'read',
    timeoutMs: 5000,
  }),
  ...extra,
});
const low = tool('look', { aliases: { 'zh-CN': '查看' } });
const medium = tool('change', {
  risk: 'medium',
  effects: 'write',
  describe: ({ text }: { text: string }) => `Change it to ${text}`,
});
const high = tool('delete', { risk: 'high', effects: 'write' });

/** Tools that do what `handle` says, and which of their calls were really made. */
function setUp(
  handle: Handle = ({ text }) => ({ said: text }),
  {
    tools = [low, medium, high],
    settings = {},
    check,
    ...overrides
  }: Omit<Partial<ExecutorContext>, 'tools'> & {
    tools?: AnyToolDefinition[];
    /** Whether a call could be made, of every tool. */
    check?: ToolHandler['check'];
    settings?: NonNullable<Parameters<typeof makeToolKit>[0]['settings']>;
  } = {},
) {
  const made: string[] = [];
  const payloads = makeMemoryPayloads();
  const handlerOf = (id: string): ToolHandler =>
    Object.assign(
      async ({ input, context }: Parameters<ToolHandler>[0]) => {
        made.push(`${id} ${(input as { text: string }).text}`);
        return { data: await handle(input as { text: string }, context), summary: `${id} is done` };
      },
      { check },
    );
  const kit = makeToolKit({
    payloads,
    settings,
    definitions: Object.fromEntries(tools.map((one) => [one.id, one])),
    handlers: Object.fromEntries(tools.map(({ id }) => [id, async () => ({ default: handlerOf(id) as ToolHandler<never> })])),
  });
  const executor = makeExecutorContext({ tools: kit, ...overrides });
  return { ...executor, made, payloads, run: runner(executor) };
}

const runner =
  ({ context }: TestExecutor) =>
  (calls: readonly [name: string, input?: unknown, id?: string][], options: Partial<ToolCallOptions> = {}) =>
    runToolCalls(
      calls.map(([name, input = {}, id], index) => ({ id: id ?? `c${index + 1}`, name, input })),
      context,
      { step: 'round-1', ...options },
    );

const said = ({ events }: Pick<TestExecutor, 'events'>) =>
  events.map((event) => ('id' in event ? `${event.type} ${event.id} ${'status' in event ? event.status : ''}` : event.type));

describe('a call', () => {
  test('returns its result, is logged step by step, counted once and made once', async () => {
    const it = setUp();
    const results = await it.run([['look', { text: 'a' }]]);
    expect(results).toEqual([{ status: 'success', data: { said: 'a' }, summary: 'look is done' }]);
    expect(it.events).toMatchObject([
      { type: 'tool_call', id: 'c1', name: 'look', args: { text: 'a' }, status: 'pending' },
      { type: 'tool_call', id: 'c1', name: 'look', args: { text: 'a' }, status: 'running' },
      {
        type: 'tool_result',
        id: 'c1',
        name: 'look',
        status: 'success',
        result: { said: 'a' },
        summary: 'look is done',
        durationMs: 0,
      },
    ]);
    expect(it.counted).toEqual([{ promptTokens: 0, completionTokens: 0, totalTokens: 0, llmCalls: 0, toolCalls: 1 }]);
    const again = await it.run([['look', { text: 'a' }]]);
    expect(again).toEqual(results);
    expect({ made: it.made, events: it.events.length, counted: it.counted.length }).toEqual({
      made: ['look a'],
      events: 3,
      counted: 1,
    });
  });

  test('of the same id in another step is another call', async () => {
    const it = setUp();
    await it.run([['look', { text: 'a' }]], { step: 'round-1' });
    await it.run([['look', { text: 'b' }]], { step: 'round-2' });
    expect(it.made).toEqual(['look a', 'look b']);
  });

  test('with the id of another, or none, of the same answer is still its own', async () => {
    const it = setUp();
    const results = await it.run([
      ['look', { text: 'a' }, 'x'],
      ['look', { text: 'b' }, 'x'],
      ['look', { text: 'c' }, ''],
    ]);
    expect(results.map(({ data }) => data)).toEqual([{ said: 'a' }, { said: 'b' }, { said: 'c' }]);
    expect(new Set(it.events.filter(({ type }) => type === 'tool_result').map((event) => 'id' in event && event.id)).size).toBe(
      3,
    );
    expect([...it.effects.keys()]).toHaveLength(4);
  });

  test('with an id that equals a generated one is still a separate call', async () => {
    const it = setUp();
    const results = await it.run([
      ['look', { text: 'a' }, 'x'],
      ['look', { text: 'b' }, 'x#3'],
      ['look', { text: 'c' }, 'x'],
    ]);
    expect(results.map(({ data }) => data)).toEqual([{ said: 'a' }, { said: 'b' }, { said: 'c' }]);
  });

  test('may name the tool by an alias; the log has its id', async () => {
    const it = setUp();
    expect(await it.run([['查看', { text: 'a' }]])).toMatchObject([{ status: 'success' }]);
    expect(it.events[0]).toMatchObject({ name: 'look' });
  });

  test('may send null for omitted arguments', async () => {
    const it = setUp();
    expect(await it.run([['look', { text: 'a', count: null }]])).toMatchObject([{ status: 'success' }]);
  });
});

describe('a call that cannot be made is an error for the caller, and no tool runs', () => {
  test.each([
    ['a tool that is not there', 'lok', {}, `There is no tool 'lok' here. Did you mean look?`],
    ['a tool that is called like something every object has', 'constructor', {}, `There is no tool 'constructor' here`],
    ['a list', 'look', ['a'], 'look: the arguments have to be one object, not a list'],
    ['a text', 'look', 'a', 'look: the arguments have to be one object, not "a"'],
    ['nothing', 'look', null, 'look: the arguments have to be one object, not null'],
    ['a value that does not fit', 'look', { text: 7 }, 'look: text is 7: Invalid input: expected string'],
    ['a huge text', 'look', { text: 'x'.repeat(5_000_000) }, 'look: the arguments are longer than 4000000 characters'],
    ['a long text', 'look', { text: 'x'.repeat(300) }, 'look: text is "xxx'],
    ['an argument that is not there', 'look', { txt: 'a' }, `look: there is no argument 'txt', did you mean text?`],
    ['a prototype', 'look', JSON.parse('{"text":"a","__proto__":{"x":1}}'), 'look: no argument may have the name __proto__'],
    ['a prototype inside', 'look', { text: JSON.parse('{"__proto__":{}}') }, 'look: no argument may have the name __proto__'],
    ['a deep value', 'look', { text: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) }, 'nested more than 200 levels deep'],
  ])('%s', async (_, name, input, expected) => {
    const it = setUp();
    const [result] = await it.run([[name, input]]);
    expect(result).toMatchObject({ status: 'invalid', data: null });
    expect(result?.error).toContain(expected);
    expect(result?.error?.length).toBeLessThan(1000);
    expect(it.made).toEqual([]);
    expect(said(it)).toEqual(['tool_call c1 pending', 'tool_result c1 invalid']);
    await it.run([[name, input]]);
    expect(said(it)).toHaveLength(2);
    expect(JSON.stringify(it.events).length).toBeLessThan(20_000);
  });

  test('arguments that the model wrote as no JSON', async () => {
    const { context } = setUp();
    const call = { id: 'c1', name: 'look', input: '{"text', problem: 'unexpected end' };
    expect(await runToolCalls([call], context, { step: '1' })).toMatchObject([
      { status: 'invalid', error: 'look: the arguments cannot be read: unexpected end' },
    ]);
  });

  test('any number of unknown arguments, in a short message', async () => {
    const it = setUp();
    const input = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`extra${index}`, 1]));
    const [result] = await it.run([['look', input]]);
    expect(result).toMatchObject({ status: 'invalid', error: expect.stringContaining('and 9995 more') });
    expect(result?.error?.length).toBeLessThan(1000);
  });

  test('a tool that was not offered, and one that is switched off', async () => {
    const it = setUp(undefined, { settings: { look: { enabled: false } } });
    const results = await it.run([['look'], ['delete']], { offered: ['look', 'change'] });
    expect(results.map(({ error }) => error)).toEqual([
      'The tool look is not enabled. It is switched off in Settings, or with tools.look.enabled in the config file',
      `There is no tool 'delete' here. There are: change`,
    ]);
    expect(it.made).toEqual([]);
  });
});

describe('a tool that fails', () => {
  test.each([
    [
      'with what may be expected',
      new NodeFailure('x', 'no answer', { hint: 'Try later', isRetryable: true }),
      'look failed: no answer. Try later',
      true,
    ],
    ['with an error', new Error('broken'), 'look failed: broken', false],
    ['with a text', 'broken', 'look failed: broken', false],
    ['with nothing', undefined, 'look failed: undefined', false],
    ['with an object without a prototype', Object.create(null, { message: { value: 'bare' } }), 'look failed: bare', false],
  ])('%s gives a result with the error', async (_, thrown, error, isRetryable) => {
    const it = setUp(() => {
      throw thrown;
    });
    expect(await it.run([['look']])).toMatchObject([{ status: 'error', error, failure: { code: 'tool-failed', isRetryable } }]);
    expect(it.events.at(-1)).toMatchObject({ type: 'tool_result', status: 'error', error });
  });

  test('by timing out is abandoned, even if it ignores the signal, and its later output is dropped', async () => {
    const late = Promise.withResolvers<void>();
    const saidLate = Promise.withResolvers<void>();
    const it = setUp(async (_, { emit, signal }) => {
      expect(signal.aborted).toBe(false);
      await late.promise;
      emit({ type: 'content', content: 'late' });
      saidLate.resolve();
    });
    expect(await it.run([['look']], { timeoutMs: 20 })).toMatchObject([
      { status: 'error', error: 'look did not finish within 20 ms', failure: { code: 'tool-timed-out', isRetryable: true } },
    ]);
    late.resolve();
    await saidLate.promise;
    expect(it.events.map(({ type }) => type)).not.toContain('content');
  });

  test('by returning a value that is nested too deep gives an error result', async () => {
    const it = setUp(() => JSON.parse('['.repeat(3000) + ']'.repeat(3000)));
    expect(await it.run([['look']])).toMatchObject([{ status: 'error', error: expect.stringContaining('nested more than') }]);
  });
});

test('a stop ends a call that never ends, with the reason of the stop and without a result', async () => {
  const started = Promise.withResolvers<void>();
  const it = setUp(() => {
    started.resolve();
    return new Promise(() => {});
  });
  const running = it.run([['look'], ['look']]);
  await started.promise;
  const reason = new Error('stopped');
  it.controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect(said(it).filter((line) => line.includes('tool_result'))).toEqual([]);
  expect(it.effects.has(toolCallKey('round-1', 'c1'))).toBe(false);
});

test('writes run alone and in order, reads up to four at once, subagents one by one', async () => {
  const tools = [low, tool('put', { effects: 'write' }), tool('work', { group: 'agents' })];
  let running = 0;
  const most: Record<string, number> = {};
  const it = setUp(
    async ({ text }) => {
      running++;
      await new Promise((resolve) => setImmediate(resolve));
      most[text] = Math.max(most[text] ?? 0, running);
      running--;
    },
    { tools },
  );
  const times = (name: string, count: number): [string, unknown][] => Array.from({ length: count }, () => [name, { text: name }]);
  const results = await it.run([...times('look', 6), ...times('put', 3), ...times('work', 3)]);
  expect(results).toHaveLength(12);
  expect(most).toEqual({ look: 4, put: 1, work: 1 });
});

test('subagents run concurrently up to the limit of the caller, and their results keep the order', async () => {
  const tools = [tool('put', { effects: 'write' }), tool('work', { group: 'agents' })];
  const running = new Set<string>();
  const seen: string[] = [];
  const it = setUp(
    async ({ text }) => {
      running.add(text);
      // The later ones end first.
      for (let turn = 0; turn < 10 - Number(text); turn++) await new Promise((resolve) => setImmediate(resolve));
      seen.push([...running].sort().join());
      running.delete(text);
      return text;
    },
    { tools },
  );
  const calls: [string, unknown][] = ['1', '2', '3', '4', '5'].map((text) => [text === '4' ? 'put' : 'work', { text }]);
  const results = await it.run(calls, { workersAtOnce: 2 });
  expect(results.map(({ data }) => data)).toEqual(['1', '2', '3', '4', '5']);
  expect(seen).toEqual(['1,2', '1', '3', '4', '5']);
});

describe('large data', () => {
  const large = { lines: 'é'.repeat(9000) };

  test('is stored, and a conversation gets where it is and how it begins', async () => {
    const it = setUp(() => large);
    const [result] = await it.run([['look']]);
    const text = JSON.stringify(large);
    const data = result?.data as { ref: string; chars: number; excerpt: string };
    expect(data).toEqual({ ref: expect.stringMatching(/^[\w-]{43}$/), chars: text.length, excerpt: text.slice(0, 2000) });
    expect(await it.payloads.readPayload(it.context.workspaceId, data.ref)).toBe(text);
    expect(it.events.at(-1)).toMatchObject({ type: 'tool_result', result: data });
  });

  test('is whole for a node; its log has the reference', async () => {
    const it = setUp(() => large);
    expect(await it.run([['look']], { largeData: 'whole' })).toMatchObject([{ data: large }]);
    expect(it.events.at(-1)).toMatchObject({ result: { chars: JSON.stringify(large).length } });
  });

  test('of a call that happened is no failure when it cannot be stored', async () => {
    const it = setUp(() => large);
    it.payloads.savePayload = () => Promise.reject(new Error('no disk'));
    expect(await it.run([['look']])).toMatchObject([
      { status: 'success', data: { problem: 'The rest could not be stored', excerpt: expect.stringContaining('é') } },
    ]);
  });
});

describe('a call that needs an approval', () => {
  const keyOf = (id: string) => toolCallKey('round-1', id);

  test('waits, and the others do not; then it runs with the decision', async () => {
    const it = setUp();
    const calls: [string, unknown][] = [
      ['change', { text: 'a' }],
      ['look', { text: 'b' }],
      ['delete', { text: 'c' }],
    ];
    await expect(it.run(calls)).rejects.toSatisfy(SuspendedError.is);
    expect(it.made).toEqual(['look b']);
    expect(it.asked).toMatchObject([
      { key: keyOf('c1'), kind: 'tool', tool: 'change', toolCallId: 'c1', args: { text: 'a' }, description: 'Change it to a' },
      { key: keyOf('c3'), tool: 'delete', description: 'The tool delete' },
    ]);
    // The second one is decided first.
    it.decisions.set(keyOf('c3'), { status: 'confirmed' });
    await expect(it.run(calls)).rejects.toSatisfy(SuspendedError.is);
    it.decisions.set(keyOf('c1'), { status: 'confirmed' });
    expect((await it.run(calls)).map(({ data }) => data)).toEqual([{ said: 'a' }, { said: 'b' }, { said: 'c' }]);
    expect(it.made).toEqual(['look b', 'delete c', 'change a']);
    expect(said(it)).toEqual([
      'tool_call c1 pending',
      'tool_call c2 pending',
      'tool_call c3 pending',
      'tool_call c2 running',
      'tool_result c2 success',
      'tool_call c3 running',
      'tool_result c3 success',
      'tool_call c1 running',
      'tool_result c1 success',
    ]);
    expect(it.asked).toHaveLength(2);
  });

  test('rejected or expired is cancelled, with the comment of the person; the flow continues', async () => {
    const it = setUp();
    await expect(it.run([['change'], ['delete']])).rejects.toSatisfy(SuspendedError.is);
    it.decisions.set(keyOf('c1'), { status: 'rejected', comment: 'Not on a Friday' });
    it.decisions.set(keyOf('c2'), { status: 'expired' });
    expect(await it.run([['change'], ['delete']])).toMatchObject([
      { status: 'cancelled', data: null, error: 'A person refused this call of change: Not on a Friday' },
      { status: 'cancelled', error: 'There was no decision about this call of delete in time' },
    ]);
    expect(it.made).toEqual([]);
  });

  test('runs with the edited arguments, if they are valid', async () => {
    const it = setUp();
    it.decisions.set(keyOf('c1'), { status: 'confirmed', args: { text: 'mine' } });
    it.decisions.set(keyOf('c2'), { status: 'confirmed', args: { text: 7 } });
    expect(
      await it.run([
        ['change', { text: 'a' }],
        ['change', { text: 'b' }],
      ]),
    ).toMatchObject([
      { status: 'success', data: { said: 'mine' } },
      { status: 'invalid', error: expect.stringContaining('text is 7') },
    ]);
    expect(it.made).toEqual(['change mine']);
    expect(it.events.find((event) => 'status' in event && event.status === 'running')).toMatchObject({ args: { text: 'mine' } });
  });

  test('of medium risk needs one approval; of high risk one each time', async () => {
    const it = setUp(undefined, { isRemembered: () => true });
    await expect(it.run([['change'], ['delete']])).rejects.toSatisfy(SuspendedError.is);
    expect(it.made).toEqual(['change none']);
    expect(it.asked.map(({ tool: asked }) => asked)).toEqual(['delete']);
  });

  test('still needs an approval when another decision says that the tool does not', async () => {
    let isRemembered = false;
    const it = setUp(undefined, { isRemembered: () => isRemembered });
    await expect(
      it.run([
        ['change', { text: 'a' }],
        ['change', { text: 'b' }],
      ]),
    ).rejects.toSatisfy(SuspendedError.is);
    isRemembered = true;
    it.decisions.set(keyOf('c1'), { status: 'confirmed' });
    it.decisions.set(keyOf('c2'), { status: 'rejected' });
    expect(
      (
        await it.run([
          ['change', { text: 'a' }],
          ['change', { text: 'b' }],
        ])
      ).map(({ status }) => status),
    ).toEqual(['success', 'cancelled']);
  });

  test.each([
    ['always', 'look', ['look']],
    ['never', 'delete', []],
    ['default', 'look', []],
  ] as const)('follows the setting of the administrator: %s for %s', async (approval, name, expected) => {
    const it = setUp(undefined, { settings: { [name]: { approval } } });
    await it.run([[name]]).catch((error) => expect(SuspendedError.is(error)).toBe(true));
    expect(it.asked.map(({ tool: asked }) => asked)).toEqual(expected);
  });
});

describe('a call that is checked before it is asked about', () => {
  /** As found by the check; the calls may change it. */
  const setUpWith = (missing: Set<string>) =>
    setUp(({ text }) => missing.delete(text), {
      check: async ({ input }) => {
        const { text } = input as { text: string };
        if (missing.has(text)) throw new NodeFailure('tool-failed', `There is no ${text}`, { hint: 'Make it', path: 'text' });
      },
    });

  test('is refused once and for all, although it could be made when the others are decided', async () => {
    const it = setUpWith(new Set(['b']));
    const calls: [string, unknown][] = [
      ['change', { text: 'a' }],
      ['delete', { text: 'b' }],
    ];
    // `change` may make what `delete` needs, so both are asked about.
    await expect(it.run(calls)).rejects.toSatisfy(SuspendedError.is);
    expect(it.asked.map(({ args }) => args)).toEqual([{ text: 'a' }, { text: 'b' }]);

    const other = setUpWith(new Set(['a']));
    await expect(other.run(calls)).rejects.toSatisfy(SuspendedError.is);
    expect(other.asked.map(({ args }) => args)).toEqual([{ text: 'b' }]);
    // A process that died before the refusal was stored as a result.
    other.effects.delete(toolCallKey('round-1', 'c1'));
    const later = setUp(undefined, { effect: other.context.effect, ask: other.context.ask });
    other.decisions.set(toolCallKey('round-1', 'c2'), { status: 'confirmed' });
    expect(await later.run(calls)).toMatchObject([
      { status: 'invalid', error: 'There is no a. Make it', failure: { code: 'tool-failed', path: 'text', isRetryable: false } },
      { status: 'success' },
    ]);
    expect(later.made).toEqual(['delete b']);
  });

  test('runs once approved, whatever a check would say by then', async () => {
    const missing = new Set<string>();
    const it = setUpWith(missing);
    await expect(it.run([['delete', { text: 'a' }]])).rejects.toSatisfy(SuspendedError.is);
    missing.add('a');
    it.decisions.set(toolCallKey('round-1', 'c1'), { status: 'confirmed', args: { text: 'b' } });
    expect(await it.run([['delete', { text: 'a' }]])).toMatchObject([{ status: 'success' }]);
    expect(it.made).toEqual(['delete b']);
  });

  test('is not made unasked when its tool was missing at first', async () => {
    const first = setUp(undefined, { tools: [low] });
    expect(await first.run([['delete', { text: 'a' }]])).toMatchObject([{ status: 'invalid' }]);
    first.effects.delete(toolCallKey('round-1', 'c1'));
    const later = setUp(undefined, { effect: first.context.effect });
    expect(await later.run([['delete', { text: 'a' }]])).toMatchObject([
      { status: 'invalid', error: expect.stringContaining(`There is no tool 'delete' here`) },
    ]);
    expect(later.made).toEqual([]);
  });

  test('may be refused by one attempt of a node that makes one call, and made by the next', async () => {
    const missing = new Set(['a']);
    const { context } = setUpWith(missing);
    const call = {
      toolName: 'look',
      parameters: { text: 'a' },
      timeoutMs: undefined,
      fields: { name: 'tool', parameters: 'with' },
    };
    const asking = { ...context, tools: { ...context.tools, settings: { look: { approval: 'always' as const } } } };
    await expect(callOneTool(call, asking)).rejects.toMatchObject({ message: 'There is no a', path: 'config.with.text' });
    missing.clear();
    await expect(callOneTool(call, asking)).rejects.toSatisfy(SuspendedError.is);
  });
});

test('a tool that waits for a person itself lets the others continue, and is called again', async () => {
  let isDecided = false;
  const it = setUp(({ text }) => {
    if (text === 'asks' && !isDecided) throw new SuspendedError();
    return text;
  });
  await expect(
    it.run([
      ['look', { text: 'asks' }],
      ['look', { text: 'b' }],
    ]),
  ).rejects.toSatisfy(SuspendedError.is);
  await expect(
    it.run([
      ['look', { text: 'asks' }],
      ['look', { text: 'b' }],
    ]),
  ).rejects.toSatisfy(SuspendedError.is);
  isDecided = true;
  expect(
    (
      await it.run([
        ['look', { text: 'asks' }],
        ['look', { text: 'b' }],
      ])
    ).map(({ data }) => data),
  ).toEqual(['asks', 'b']);
  expect(it.made).toEqual(['look asks', 'look b', 'look asks', 'look asks']);
  expect(said(it)).toEqual([
    'tool_call c1 pending',
    'tool_call c2 pending',
    'tool_call c1 running',
    'tool_call c2 running',
    'tool_result c2 success',
    'tool_result c1 success',
  ]);
});

test('a call of unknown outcome that is not to be repeated is reported to the model once', async () => {
  const unknown = new NodeFailure('effect-unknown', 'Nobody knows whether "change" happened', { hint: 'Look there' });
  const it = setUp(undefined, { isRemembered: () => true });
  const { effect } = it.context;
  const context: ExecutorContext = {
    ...it.context,
    effect: (request, perform) => (request.effects === 'write' ? Promise.reject(unknown) : effect(request, perform)),
  };
  const calls = [{ id: 'c1', name: 'change', input: {} }];
  const results = await runToolCalls(calls, context, { step: '1' });
  expect(results).toMatchObject([
    { status: 'error', error: 'Nobody knows whether "change" happened. Look there', failure: { code: 'effect-unknown' } },
  ]);
  expect(await runToolCalls(calls, context, { step: '1' })).toEqual(results);
  expect(said(it)).toEqual(['tool_call c1 pending', 'tool_result c1 error']);
});

test('what cannot be written or read of the log is no result', async () => {
  const broken = new Error('the log is gone');
  const it = setUp(undefined, { effect: () => Promise.reject(broken) });
  await expect(it.run([['look']])).rejects.toBe(broken);
});
