import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ToolHandler, ToolHandlerRegistry } from '#engine/contract/define-tool-handler.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import { runToolCalls } from '#engine/tools/run-tool-calls.ts';
import { SANDBOX_CALLS } from '#lib/ports/sandbox.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { WorkflowLimits } from '#lib/workflow/workflow.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import type { MemoryDecision } from '../support/memory-approvals.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';
import { textTool } from '../support/text-tool.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());

const { ptc, code_execute, 'sub-agent': subAgent } = toolRegistry;
const definitions = {
  ptc,
  code_execute,
  'sub-agent': subAgent,
  look: textTool('look'),
  'look-again': textTool('look-again'),
  post: textTool('post', { effects: 'write' }),
  ask: textTool('ask', { risk: 'high', effects: 'write' }),
};

type Handle = (call: { name: string; text: string; signal: AbortSignal }) => Promise<unknown>;
type Process = { readonly store?: MemoryRunStore; readonly own?: typeof sandbox };

function kitWith(handle: Handle, own = sandbox) {
  const handler =
    (name: string): ToolHandler =>
    async ({ input, context: { signal } }) => ({
      data: await handle({ name, text: (input as { text: string }).text, signal }),
      summary: 'done',
    });
  const ownHandlers: ToolHandlerRegistry = Object.fromEntries(
    ['look', 'look-again', 'post', 'ask'].map((name) => [name, async () => ({ default: handler(name) as ToolHandler<never> })]),
  );
  return makeToolKit({
    definitions,
    payloads: makeMemoryPayloads(),
    sandbox: own,
    handlers: { ...handlerRegistry, ...ownHandlers },
    settings: { ptc: { approval: 'never' } },
  });
}

/** A process with these tools. `handle` is the handler of all except the built-in ones. */
function engineWith(handle: Handle, { store = new MemoryRunStore(), own }: Process = {}): TestEngine {
  return new TestEngine({ store, tools: kitWith(handle, own) });
}

/** Another process on the same database, after the first one crashed. */
function successorOf(engine: TestEngine, handle: Handle): TestEngine {
  engine.store.expireLeases();
  return engineWith(handle, { store: new MemoryRunStore(engine.store.database) });
}

/** A sandbox with its own permits: a process that crashes in a test keeps running unnoticed. */
function ownSandbox() {
  const own = makeTestSandbox();
  onTestFinished(() => own.close());
  return own;
}

const TOOLS = ['look', 'look-again', 'post', 'ask'];

const flow = (
  code: string,
  { language = 'javascript', limits = {}, tools = TOOLS, ...parameters }: Record<string, unknown> = {},
) => ({
  ...workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['tool-call', { toolName: 'ptc', parameters: { language, code, ...(tools !== null && { tools }), ...parameters } }],
      end: ['end', { outputs: { data: '{{call.data}}' } }],
    },
    ['start -> call', 'call -> end'],
  ),
  settings: { limits: limits as WorkflowLimits },
});

const decide = (engine: TestEngine, runId: string, actionId: string, said: Partial<MemoryDecision> = {}) =>
  engine.store.database.approvals.decide({ runId, actionId, isConfirmed: true, nowMs: 0, ...said });
const statusOf = (engine: TestEngine, runId: string) => () => engine.store.database.runs.get(runId)?.status;
const dataOf = (engine: TestEngine, runId: string) =>
  JSON.parse(engine.store.database.runs.get(runId)?.outputs ?? '{}').data as Record<string, unknown>;
const patient = { timeout: 20_000 };
const inProgram = (events: readonly RunEvent[]) =>
  events.filter((event) => 'parent' in event && event.parent?.agent === 'program');

describe.each(['javascript', 'python'] as const)('a program in %s', (language) => {
  const isPython = language === 'python';

  test('calls tools and receives all their data; only its return value comes back', async () => {
    const large = 'x'.repeat(100_000);
    const code = isPython
      ? `import asyncio
pages = await asyncio.gather(*[tools.look(text=text) for text in inputs["texts"]])
again = await tools.look_again({"text": "d"})
print("read", len(pages))
return [len(page["body"]) for page in pages] + [again["text"]]`
      : `const pages = await Promise.all(inputs.texts.map((text) => tools.look({ text })));
const again = await tools['look-again']({ text: 'd' });
console.log('read', pages.length);
return [...pages.map(({ body }) => body.length), again.text]`;
    const engine = engineWith(async ({ text }) => ({ text, body: large }));
    const { outputs, events } = await engine.run(flow(code, { language, inputs: { texts: ['a', 'b', 'c'] } }));
    expect(outputs.data).toEqual({
      stdout: 'read 3\n',
      stderr: '',
      returnValue: [100_000, 100_000, 100_000, 'd'],
      exitCode: 0,
      calls: 4,
    });
    const [outer] = eventsOf(events, 'tool_call').filter(({ name }) => name === 'ptc');
    const inner = eventsOf(inProgram(events), 'tool_call').filter(({ status }) => status === 'running');
    expect(inner.map(({ name, args }) => [name, args])).toEqual([
      ['look', { text: 'a' }],
      ['look', { text: 'b' }],
      ['look', { text: 'c' }],
      ['look-again', { text: 'd' }],
    ]);
    expect(inner.every(({ parent }) => parent?.toolCallId === outer?.id)).toBe(true);
    expect(eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'call')?.toolCalls).toBe(5);
  });

  test('receives the error of a failed call, and may continue', async () => {
    const calls = ['look({ text: 5 })', 'lok({ text: "a" })', 'look({ text: "no" })', 'code_execute({ code: "1" })', 'ptc({})'];
    const python = `said = []
for name, args in [("look", {"text": 5}), ("lok", {"text": "a"}), ("look", {"text": "no"}), ("code_execute", {"code": "1"}), ("ptc", {})]:
    try:
        await tools[name](args)
    except ToolError as error:
        said.append(str(error))
return said`;
    const javascript = `const said = [];
const attempt = async (call) => { try { await call() } catch (error) { said.push(error instanceof ToolError ? error.message : String(error)) } };
${calls.map((call) => `await attempt(() => tools.${call});`).join('\n')}
return said`;
    const engine = engineWith(async () => {
      throw new Error('the far end is closed');
    });
    const { outputs } = await engine.run(flow(isPython ? python : javascript, { language }));
    expect((outputs.data as { returnValue: string[] }).returnValue).toEqual([
      expect.stringContaining('look: text is 5: Invalid input: expected string'),
      "There is no tool 'lok' here. Did you mean look?",
      'look failed: the far end is closed',
      'A program calls neither agents nor other code, as code_execute',
      'A program calls neither agents nor other code, as ptc',
    ]);
  });

  test('waits for an approval of a call, and resumes in another process without repeating finished calls', async () => {
    const code = isPython
      ? `found = await tools.look(text="tea")
await tools.post(text=found)
try:
    said = await tools.ask(text="pay")
except ToolError as error:
    said = str(error)
return [found, said]`
      : `const found = await tools.look({ text: 'tea' });
await tools.post({ text: found });
const said = await tools.ask({ text: 'pay' }).catch(({ message }) => message);
return [found, said]`;
    const made: string[] = [];
    const handle: Handle = async ({ name, text }) => {
      made.push(`${name} ${text}`);
      return `${name}ed ${text}`;
    };
    const first = engineWith(handle);
    const { runId, outcome } = await first.start(flow(code, { language }));
    const waiting = await outcome;
    expect(waiting).toMatchObject({ status: 'waiting', approvals: [{ tool: 'ask', nodeId: 'call', kind: 'tool' }] });
    const [asked] = eventsOf(await first.events(runId), 'confirm_required');
    expect(asked).toMatchObject({ args: { text: 'pay' }, parent: { agent: 'program', toolCallId: 'call' } });
    expect(made).toEqual(['look tea', 'post looked tea']);
    const second = successorOf(first, handle);
    decide(second, runId, waiting.approvals?.[0]?.actionId ?? '', { args: { text: 'pay half' } });
    await second.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(second, runId), patient).toBe('succeeded');
    expect(made).toEqual(['look tea', 'post looked tea', 'ask pay half']);
    expect(dataOf(second, runId)).toMatchObject({ returnValue: ['looked tea', 'asked pay half'], calls: 3 });
    expect(eventsOf(inProgram(await second.events(runId)), 'tool_result')).toHaveLength(3);
  });
});

describe('a program', () => {
  test('requests the approvals of concurrent calls at once, and receives a rejection as an error', async () => {
    const code = `const said = await Promise.allSettled(['a', 'b', 'c'].map((text) => tools.ask({ text })));
return said.map(({ status, reason }) => reason ? reason.message : status)`;
    const engine = engineWith(async ({ text }) => text);
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    expect(approvals).toHaveLength(3);
    decide(engine, runId, approvals[0]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    decide(engine, runId, approvals[1]?.actionId ?? '', { isConfirmed: false, comment: 'not this one' });
    await engine.engine.resumeWithDecisions(runId);
    decide(engine, runId, approvals[2]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
    expect(dataOf(engine, runId).returnValue).toEqual([
      'fulfilled',
      expect.stringContaining('A person refused this call of ask: not this one'),
      'fulfilled',
    ]);
  });

  test('has only the tools that its caller was offered', async () => {
    const { context } = makeExecutorContext({ tools: kitWith(async ({ text }) => text) });
    const code = `const said = [];
for (const name of ['look', 'post']) await tools[name]({ text: 'a' }).then((data) => said.push(data), ({ message }) => said.push(message));
return said`;
    const call = { id: 'c1', name: 'ptc', input: { language: 'javascript', code } };
    const [result] = await runToolCalls([call], context, { step: '1', offered: ['ptc', 'look'] });
    expect(result).toMatchObject({
      status: 'success',
      data: { returnValue: ['a', "There is no tool 'post' here. There are: look"], calls: 2 },
    });
    const narrowed = { ...call, id: 'c2', input: { ...call.input, tools: ['post', 'time'] } };
    expect(await runToolCalls([narrowed], context, { step: '2', offered: ['ptc', 'look'] })).toMatchObject([
      { data: { returnValue: ["There is no tool 'look' here. There are none", "There is no tool 'post' here. There are none"] } },
    ]);
  });

  test('of a node names the tools that it may call', async () => {
    const { status, error } = await engineWith(async ({ text }) => text).run(flow('return 1', { tools: null }));
    expect({ status, error }).toMatchObject({
      status: 'failed',
      error: { path: 'config.parameters.tools', message: expect.stringContaining('name the tools that the program may call') },
    });
  });

  test.each([
    ['look', 'is made again', 0],
    ['post', 'is asked about first', 1],
  ])('that dies while it waits for %s: that call %s, and the others are not', async (name, _, asks) => {
    const reached = Promise.withResolvers<void>();
    const made: string[] = [];
    const code = `const first = await tools.post({ text: '1' });
const second = await tools.${name}({ text: '2' });
return [first, second, await tools.post({ text: '3' })]`;
    const first = engineWith(
      async ({ text }) => {
        made.push(`first ${text}`);
        if (text === '1') return text;
        reached.resolve();
        return new Promise(() => {});
      },
      { own: ownSandbox() },
    );
    const { runId } = await first.start(flow(code));
    await reached.promise;
    const second = successorOf(first, async ({ text }) => {
      made.push(`second ${text}`);
      return text;
    });
    await second.resumeLost();
    if (asks > 0) {
      await expect.poll(statusOf(second, runId), patient).toBe('waiting');
      const [asked, ...others] = eventsOf(await second.events(runId), 'confirm_required');
      expect([asked?.kind, asked?.tool, others]).toEqual(['effect', name, []]);
      expect(made).toEqual(['first 1', 'first 2']);
      decide(second, runId, asked?.actionId ?? '');
      await second.engine.resumeWithDecisions(runId);
    }
    await expect.poll(statusOf(second, runId), patient).toBe('succeeded');
    expect(made).toEqual(['first 1', 'first 2', 'second 2', 'second 3']);
    expect(dataOf(second, runId)).toMatchObject({ returnValue: ['1', '2', '3'] });
  });

  test('may ask for the same changes in another order when it is run again', async () => {
    const code = `return Promise.all(['a', 'b', 'c'].map(async (text) => {
  const found = await tools.look({ text });
  await tools.post({ text: found });
  return tools.ask({ text: found });
}))`;
    const order = ['c', 'b', 'a'];
    const made: string[] = [];
    const engine = engineWith(async ({ name, text }) => {
      // The first call finishes last, but the ledger has it first.
      if (name === 'look') await expect.poll(() => made.length, patient).toBeGreaterThanOrEqual(order.indexOf(text));
      else made.push(`${name} ${text}`);
      return text;
    });
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    expect(made).toEqual(['post c', 'post b', 'post a']);
    for (const { actionId } of approvals) {
      decide(engine, runId, actionId);
      await engine.engine.resumeWithDecisions(runId);
    }
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
    expect(dataOf(engine, runId).returnValue).toEqual(['a', 'b', 'c']);
    expect(made.sort()).toEqual(['ask a', 'ask b', 'ask c', 'post a', 'post b', 'post c']);
  });

  test('that ends starts no further pending calls', async () => {
    const gate = Promise.withResolvers<void>();
    const made: string[] = [];
    const ended = Promise.withResolvers<void>();
    const own: typeof sandbox = { ...sandbox, run: (...run) => sandbox.run(...run).finally(ended.resolve) };
    const handle: Handle = async ({ text }) => {
      made.push(text);
      if (text === '0') throw new Error('no');
      await gate.promise;
      return text;
    };
    const engine = engineWith(handle, { own });
    const code = `await Promise.all(Array.from({ length: 50 }, (_, n) => tools.post({ text: String(n) })))`;
    const { runId } = await engine.start(flow(code));
    // The program receives the first failure, and fails with it.
    await ended.promise;
    gate.resolve();
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
    expect(dataOf(engine, runId)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('post failed: no') });
    expect(made.length).toBeLessThanOrEqual(SANDBOX_CALLS.maxAtOnce + 1);
  });

  test('keeps large results out of the log, and receives them completely, also after a resume', async () => {
    const body = 'x'.repeat(300_000);
    const engine = engineWith(async ({ text }) => (text === 'large' ? { body } : text));
    const code = `const { body } = await tools.look({ text: 'large' }); return [body.length, await tools.ask({ text: 'a' })]`;
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    decide(engine, runId, approvals[0]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
    expect(dataOf(engine, runId).returnValue).toEqual([body.length, 'a']);
    expect(JSON.stringify(await engine.events(runId)).length).toBeLessThan(50_000);
  });

  test('that requests other changes when it runs again is ended before it makes them', async () => {
    const made: string[] = [];
    const handle: Handle = async ({ text }) => made.push(text);
    const engine = engineWith(handle);
    const code = `await tools.post({ text: String(Math.random()) }); await tools.ask({ text: 'a' }); return 1`;
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    expect(made).toHaveLength(1);
    decide(engine, runId, approvals[0]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(engine, runId), patient).toBe('failed');
    const error = JSON.parse(engine.store.database.runs.get(runId)?.error ?? '{}');
    expect(error).toMatchObject({
      code: 'program-changed',
      nodeId: 'call',
      message: expect.stringMatching(/requests other changes than before, and no longer: post, ask\. Their effects remain$/),
    });
    expect(made).toHaveLength(1);
  });

  test('that ends with such a change on its way is ended for it, and waits for nothing', async () => {
    const engine = engineWith(async ({ text }) => text);
    const code = `const said = await tools.ask({ text: 'a' }); tools.ask({ text: String(Math.random()) }); return said`;
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    decide(engine, runId, approvals[0]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    const asked = async () => eventsOf(await engine.events(runId), 'confirm_required');
    await expect.poll(async () => [(await asked()).length, statusOf(engine, runId)()], patient).toEqual([2, 'waiting']);
    decide(engine, runId, (await asked())[1]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(engine, runId), patient).toBe('failed');
    expect(JSON.parse(engine.store.database.runs.get(runId)?.error ?? '{}')).toMatchObject({ code: 'program-changed' });
  });

  test('may change the arguments of read-only calls after a resume', async () => {
    const engine = engineWith(async ({ text }) => text);
    const code = `await tools.look({ text: String(Math.random()) }); return tools.ask({ text: 'a' })`;
    const { runId, outcome } = await engine.start(flow(code));
    const { approvals = [] } = await outcome;
    decide(engine, runId, approvals[0]?.actionId ?? '');
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
  });

  test('waits at its end for a call that it did not await', async () => {
    const gate = Promise.withResolvers<string>();
    const reached = Promise.withResolvers<void>();
    const engine = engineWith(async () => {
      reached.resolve();
      return gate.promise;
    });
    const { runId } = await engine.start(flow(`tools.post({ text: 'a' }); return 'gone'`));
    await reached.promise;
    expect(statusOf(engine, runId)()).toBe('running');
    gate.resolve('at last');
    await expect.poll(statusOf(engine, runId), patient).toBe('succeeded');
    expect(dataOf(engine, runId)).toMatchObject({ returnValue: 'gone', calls: 1 });
    expect(eventsOf(inProgram(await engine.events(runId)), 'tool_result')).toMatchObject([{ result: 'at last' }]);
  });

  test('has at most six concurrent calls, and a limit for their total', async () => {
    let [now, most] = [0, 0];
    const engine = engineWith(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return 1;
    });
    const code = `const said = await Promise.allSettled(Array.from({ length: ${SANDBOX_CALLS.maxCalls + 1} }, (_, n) => tools.look({ text: String(n) })));
const refused = said.filter(({ status }) => status === 'rejected');
return [refused.length, String(refused[0].reason.message), refused[0].reason instanceof ToolError]`;
    const { outputs } = await engine.run(flow(code));
    expect(outputs.data).toMatchObject({
      returnValue: [1, expect.stringContaining('more than 200 tool calls'), true],
      calls: 200,
    });
    expect(most).toBe(SANDBOX_CALLS.maxAtOnce);
  });

  test('counts against the limit of the run, call by call', async () => {
    const made: string[] = [];
    const engine = engineWith(async ({ text }) => made.push(text));
    const code = `for (const text of ['a', 'b', 'c', 'd']) await tools.post({ text }); return 1`;
    const ended = await engine.run(flow(code, { limits: { maxToolCalls: 3 } }));
    expect(ended).toMatchObject({ status: 'failed', reason: 'tool_call_limit_reached' });
    expect(made).toEqual(['a', 'b']);
  });

  test('waits at a limit that asks, and withdraws approvals of calls that had not started', async () => {
    const made: string[] = [];
    const handle: Handle = async ({ text }) => made.push(text);
    const first = engineWith(handle);
    const code = `for (const text of ['a', 'b', 'c', 'd']) await tools.post({ text }); return 1`;
    const { runId, outcome } = await first.start(flow(code, { limits: { maxToolCalls: 3, onLimit: 'ask' } }));
    const { status, approvals = [] } = await outcome;
    expect({ status, asked: approvals.map(({ description }) => description) }).toEqual({
      status: 'waiting',
      asked: [expect.stringContaining('used up maxToolCalls of its workflow')],
    });
    const second = successorOf(first, handle);
    decide(second, runId, approvals[0]?.actionId ?? '', { args: 20 });
    await second.engine.resumeWithDecisions(runId);
    await expect.poll(statusOf(second, runId), patient).toBe('succeeded');
    expect(made).toEqual(['a', 'b', 'c', 'd']);
    expect(eventsOf(await second.events(runId), 'confirm_required')).toHaveLength(1);
  });

  test('that fails or times out names the line, and its calls stay in the log', async () => {
    const engine = engineWith(async ({ text }) => text);
    const failed = await engine.run(flow(`await tools.look({ text: 'a' });\nthrow new Error('no')`));
    expect(failed.outputs.data).toMatchObject({ stderr: `Error: no (line 2: throw new Error('no'))\n`, exitCode: 1, calls: 1 });
    const late = await engine.run(flow(`await tools.look({ text: 'a' }); for (;;);`, { timeout_s: 2 }));
    expect(late.outputs.data).toMatchObject({ exitCode: 124, calls: 1 });
    expect(eventsOf(inProgram(late.events), 'tool_result')).toHaveLength(1);
  });

  test('is stopped with its run, and its calls with it', async () => {
    const reached = Promise.withResolvers<AbortSignal>();
    const engine = engineWith(async ({ signal }) => {
      reached.resolve(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    });
    const { runId, outcome } = await engine.start(flow(`return tools.look({ text: 'a' })`));
    const signal = await reached.promise;
    engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
    expect(await engine.engine.stop(runId, { graceMs: 2000 })).toBe('stopped');
    expect(await outcome).toMatchObject({ status: 'cancelled' });
    expect(signal.aborted).toBe(true);
  });
});
