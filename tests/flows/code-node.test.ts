import { afterAll, describe, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());
const engine = () => new TestEngine({ tools: makeToolKit({ payloads: makeMemoryPayloads(), sandbox }) });

type Config = Record<string, unknown>;
const flow = (config: Config, options?: Config) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'n', type: 'number' }] }],
      code: options ? ['code', config, options] : ['code', config],
      end: ['end', { outputs: { value: '{{code}}' } }],
    },
    ['start -> code', 'code -> end'],
  );

test('what the sandbox does not have is answered with what to write instead', async () => {
  const code = 'return new Intl.DateTimeFormat("de").format()';
  const { error } = await engine().run(flow({ language: 'javascript', code }), { n: 1 });
  expect(error).toMatchObject({ code: 'code-failed', hint: expect.stringContaining('Format the date in an expression') });
});

describe.each([
  {
    language: 'javascript',
    double: 'console.log("doubling", inputs.n);\nreturn { double: inputs.n * 2 }',
    print: 'console.log("one"); console.error("two"); console.log("three"); return null',
    wrong: 'const a = inputs.n;\n\nreturn a.b.c',
    wrongMessage: "TypeError: cannot read property 'c' of undefined (line 3: return a.b.c)",
    unreadable: 'const a = 1;\nreturn return',
    endless: 'console.log("begun"); for (;;) {}',
    greedy: 'const rows = []; for (;;) rows.push(new Array(1e5).fill(1))',
    noJson: 'return 10n',
    slow: 'await new Promise((resolve) => setTimeout(resolve, 5)); return inputs.n',
  },
  {
    language: 'python',
    double: 'print("doubling", inputs["n"])\nreturn {"double": inputs["n"] * 2}',
    print: 'import sys\nprint("one"); print("two", file=sys.stderr); print("three")',
    wrong: 'def halve(n):\n    return n / 0\n\nreturn halve(inputs["n"])',
    wrongMessage: 'ZeroDivisionError: division by zero (line 2: return n / 0)',
    unreadable: 'a = 1\nreturn return',
    endless: 'print("begun")\nwhile True: pass',
    greedy: 'rows = []\nwhile True: rows.append([0] * 10**6)',
    noJson: 'return {1}',
    slow: 'import asyncio\nawait asyncio.sleep(0.005)\nreturn inputs["n"]',
  },
])('code in $language', ({ language, ...code }) => {
  test('returns its value, and its output is in the log', async () => {
    const config = { language, code: code.double, inputs: { n: '{{start.n}}' } };
    const { outputs, events } = await engine().run(flow(config), { n: 21 });
    expect(outputs).toEqual({ value: { double: 42 } });
    expect(eventsOf(events, 'code_output')).toMatchObject([{ nodeId: 'code', stream: 'stdout', content: 'doubling 21\n' }]);
  });

  test('prints in its order, before the node ends', async () => {
    const { events } = await engine().run(flow({ language, code: code.print }));
    const printed = eventsOf(events, 'code_output');
    expect(printed.map(({ stream, content }) => `${stream} ${content.trim()}`)).toEqual([
      'stdout one',
      'stderr two',
      'stdout three',
    ]);
    const end = eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'code');
    expect(printed.at(-1)?.seq).toBeLessThan(end?.seq ?? 0);
  });

  test('that fails names the line and shows it', async () => {
    const { error } = await engine().run(flow({ language, code: code.wrong, inputs: { n: '{{start.n}}' } }), { n: 1 });
    expect(error).toMatchObject({ code: 'code-failed', nodeId: 'code', path: 'config.code', message: code.wrongMessage });
  });

  test.each([
    ['unreadable', {}, 'code-invalid', 'config.code', /SyntaxError: .*\(line 2: return return\)/],
    ['endless', { timeoutMs: 700 }, 'code-timed-out', 'config.timeoutMs', /did not finish within 700 ms/],
    ['greedy', { memoryMb: 32 }, 'code-out-of-memory', 'config.memoryMb', /more than 32 MB of memory/],
    ['noJson', {}, 'code-result-invalid', 'config.code', /no JSON/],
    ['slow', { outputSchema: { type: 'string' } }, 'output-invalid', 'config.outputSchema', /the value .*text|string/],
  ] as const)('that is %s ends with an error that has the line', async (kind, config, errorCode, path, message) => {
    const document = flow({ language, code: code[kind], inputs: { n: 1 }, ...config });
    const { error } = await engine().run(document);
    expect(error).toMatchObject({ code: errorCode, path, message: expect.stringMatching(message) });
  });

  test('continues on its error branch', async () => {
    const config = { language, code: code.wrong, inputs: { n: 1 } };
    const { status, outputs } = await engine().run(flow(config, { onError: { continue: 'instead' } }));
    expect([status, outputs]).toEqual(['succeeded', { value: 'instead' }]);
  });

  test('is stopped with its run', async () => {
    const running = engine();
    const { runId, outcome } = await running.start(flow({ language, code: code.endless, timeoutMs: 300_000 }));
    await expect.poll(async () => eventsOf(await running.events(runId), 'code_output').length, { timeout: 50_000 }).toBe(1);
    running.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
    expect(await running.engine.stop(runId, { graceMs: 30_000 })).toBe('stopped');
    expect(await outcome).toMatchObject({ status: 'cancelled', reason: 'stopped' });
    expect(endsOf(await running.events(runId))).toMatchObject({ code: 'cancelled/run_cancelled' });
  });

  test('serves ten runs at once', async () => {
    const test = engine();
    const document = flow({ language, code: code.slow, inputs: { n: '{{start.n}}' } });
    const runs = await Promise.all(Array.from({ length: 10 }, (_, n) => test.run(document, { n })));
    expect(runs.map(({ outputs }) => outputs)).toEqual(Array.from({ length: 10 }, (_, value) => ({ value })));
  });
});

test('a number beyond the range of a double is an error of the node that returns it', async () => {
  const code = 'return [{"n": 10 ** 400}]';
  const { error } = await engine().run(flow({ language: 'python', code, inputs: {} }));
  const message = expect.stringMatching(/returns has a number beyond what a double holds .* at \[0\]\.n$/);
  expect(error).toMatchObject({ code: 'code-result-invalid', nodeId: 'code', path: 'config.code', message });
});

test('a node without a sandbox fails with a clear error', async () => {
  const { error } = await new TestEngine().run(flow({ code: 'return 1' }));
  expect(error).toMatchObject({ code: 'sandbox-failed', message: 'There is no sandbox here to run code in' });
});

test('a time limit of the node does not count until its process has started', async () => {
  const clock = new ManualClock();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const slow: Sandbox = {
    async run(_program, { onStart, signal }) {
      await started.promise;
      onStart?.();
      await Promise.race([
        ended.promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      return { ok: true, value: 1 };
    },
  };
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox: slow });
  const { outcome } = await new TestEngine({ tools, clock }).start(flow({ language: 'python', code: '1' }, { timeoutMs: 1000 }), {
    n: 1,
  });
  clock.advance(8000);
  started.resolve();
  await expect.poll(() => clock.waitingMs).toContain(1000);
  clock.advance(999);
  ended.resolve();
  expect(await outcome).toMatchObject({ status: 'succeeded' });
});
