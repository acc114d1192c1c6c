import { afterAll, describe, expect, test } from 'vitest';
import { runCode } from '#engine/code/run-code.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { SANDBOX_CALLS, type SandboxCallAnswer, type SandboxCallTool, type SandboxLanguage } from '#lib/ports/sandbox.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());
const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox });

type Trial = { readonly callTool?: SandboxCallTool; readonly timeoutMs?: number };

/** The value of the code, or its error. */
async function run(language: SandboxLanguage, code: string, { callTool, timeoutMs = 20_000 }: Trial = {}) {
  const context = { tools, signal: new AbortController().signal, waits: () => () => {} };
  const program = { language, code, inputs: {}, timeoutMs, memoryMb: 128 };
  const result = await runCode(program, { context, onOutput: () => {}, ...(callTool && { callTool }) });
  return result.ok ? result.value : `${result.failure.reason}: ${result.failure.message}`;
}

/** Answers every call with this value, and records the calls. */
function answering(answer: SandboxCallAnswer = { ok: true, value: 'given' }) {
  const asked: unknown[] = [];
  const callTool: SandboxCallTool = async (call) => {
    asked.push(call);
    return answer;
  };
  return { asked, callTool };
}

describe.each(['javascript', 'python'] as const)('tools in %s', (language) => {
  const isPython = language === 'python';

  test('are not there where none were given', async () => {
    expect(await run(language, 'return tools')).toMatch(
      isPython ? /NameError: name 'tools' is not defined/ : /ReferenceError: tools is not defined/,
    );
  });

  test('of one run are nothing to the next', async () => {
    const { callTool } = answering();
    const keeping = isPython
      ? 'import builtins\nbuiltins.kept = tools\nreturn await tools.a()'
      : 'Object.prototype.kept = tools; return tools.a()';
    expect(await run(language, keeping, { callTool })).toBe('given');
    expect(await run(language, isPython ? 'return "kept" in dir(__builtins__)' : 'return typeof ({}).kept')).toBe(
      isPython ? false : 'undefined',
    );
  });

  test('are requested by name and arguments, as text: no object of the code leaves the sandbox', async () => {
    const { asked, callTool } = answering();
    const code = isPython
      ? `class Odd(dict):
    def items(self): return [("b", 2)]
await tools["__proto__"]({"constructor": {"prototype": 1}})
await tools["a b"](Odd(a=1))
return 1`
      : `await tools.constructor({ constructor: { prototype: 1 } });
await tools['a b']({ toJSON: () => ({ b: 2 }), get hidden() { throw new Error('never read') } });
return 1`;
    expect(await run(language, code, { callTool })).toBe(1);
    expect(asked.map((call) => JSON.stringify(call))).toEqual([
      `{"name":"${isPython ? '__proto__' : 'constructor'}","args":{"constructor":{"prototype":1}}}`,
      `{"name":"a b","args":{"${isPython ? 'a":1' : 'b":2'}}}`,
    ]);
  });

  test('that answer what looks like an object of the guest give plain data', async () => {
    const value = JSON.parse('{"then": 1, "__proto__": {"polluted": true}, "constructor": {"name": "x"}}');
    const { callTool } = answering({ ok: true, value });
    const code = isPython
      ? 'data = await tools.a()\nreturn [type(data).__name__, sorted(data)]'
      : `const data = await tools.a(); return [typeof ({}).polluted, Object.keys(data).sort()]`;
    expect(await run(language, code, { callTool })).toEqual([
      isPython ? 'dict' : 'undefined',
      ['__proto__', 'constructor', 'then'],
    ]);
  });

  test('refuse a request that is too large', async () => {
    const { asked, callTool } = answering();
    const size = SANDBOX_CALLS.maxCallChars;
    const code = isPython ? `await tools.a(text="x" * ${size})` : `await tools.a({ text: 'x'.repeat(${size}) })`;
    expect(await run(language, code, { callTool })).toMatch(
      isPython ? /at most 1000000 characters/ : /the tool call is too large/,
    );
    expect(asked).toEqual([]);
  });

  test('are limited in their number of calls, however the code calls them', async () => {
    const { asked, callTool } = answering();
    const code = isPython
      ? `import json
tools._max_calls = 10**9
tools._channel.max_calls = 10**9
with open("/dev/ask", "wb", buffering=0) as device:
    for number in range(1000): device.write(json.dumps({"number": 10**6 + number, "kind": "call", "request": {"name": "a", "args": {}}}).encode() + b"\\n")
import asyncio
await asyncio.sleep(0.3)
return "went on"`
      : `for (let n = 0; n < 1000; n++) tools.a().catch(() => {}); await new Promise((resolve) => setTimeout(resolve, 300)); return 'went on'`;
    expect(await run(language, code, { callTool })).toBe('went on');
    expect(asked.length).toBe(SANDBOX_CALLS.maxCalls);
  });

  test('give no network', async () => {
    const { asked, callTool } = answering();
    const code = isPython
      ? `import json, asyncio
said = []
channel = tools._channel
said.append((await channel.ask("fetch", {"url": "https://example.com/"}))[0]["message"])
said.append((await channel.ask(None, {"url": "https://example.com/"}))[0]["message"])
try: said.append(str(fetch))
except NameError: said.append("no fetch")
return said`
      : 'return typeof fetch';
    expect(await run(language, code, { callTool })).toEqual(
      isPython ? ['There is no network here', 'There is no network here', 'no fetch'] : 'undefined',
    );
    expect(asked).toEqual([]);
  });

  test('that never answer cost only the time of the code', async () => {
    const code = isPython ? 'return await tools.a()' : 'return tools.a()';
    const started = performance.now();
    expect(await run(language, code, { callTool: () => new Promise(() => {}), timeoutMs: 700 })).toMatch(/^timed-out/);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await run(language, 'return 1')).toBe(1);
  });

  test('whose refusal the code does not catch end it, with its line', async () => {
    const { callTool } = answering({ ok: false, message: 'not for you' });
    const code = isPython ? '\nawait tools.a()' : '\nawait tools.a()';
    expect(await run(language, code, { callTool })).toBe('threw: ToolError: not for you');
  });
});

describe('the bridge itself', () => {
  test.each([
    ['a line that is no JSON', 'b"{{\\n"'],
    ['a call of no kind', 'json.dumps({"number": 1, "kind": ["call"], "request": {"name": "a", "args": {}}}).encode() + b"\\n"'],
    [
      'a number that is none',
      'json.dumps({"number": "1", "kind": "call", "request": {"name": "a", "args": {}}}).encode() + b"\\n"',
    ],
    ['a line that never ends', 'b"x" * 20_000_000'],
    ['an answer', 'json.dumps({"requestNumber": 1, "head": "{}", "base64": ""}).encode() + b"\\n"'],
    ['a message of the child', 'json.dumps({"type": "end", "outcome": "{\\"value\\": 1}"}).encode() + b"\\n"'],
  ])('%s that Python writes past its tools calls nothing', async (_, line) => {
    const { asked, callTool } = answering();
    const code = `import json, asyncio
with open("/dev/ask", "wb", buffering=0) as device: device.write(${line})
await asyncio.sleep(0.3)
return "went on"`;
    expect(await run('python', code, { callTool })).toBe('went on');
    expect(asked).toEqual([]);
  });

  test('Python finds no object of JavaScript in its tools', async () => {
    const { callTool } = answering();
    const code = `JsProxy = next(type_ for type_ in object.__subclasses__() if type_.__name__ == "JsProxy")
await tools.a()
seen, found, left = set(), [], [tools, tools._channel, tools._call, ToolError]
while left and len(seen) < 20000:
    value = left.pop()
    if id(value) in seen: continue
    seen.add(id(value))
    if isinstance(value, JsProxy): found.append(repr(value))
    left.extend(vars(value).values() if hasattr(value, "__dict__") else [])
    if isinstance(value, dict): left.extend(value.values())
return [found, len(seen) > 3]`;
    expect(await run('python', code, { callTool })).toEqual([[], true]);
  });

  test('JavaScript that changes what promises and maps do still only gets its own answers', async () => {
    const { asked, callTool } = answering();
    const code = `Map.prototype.get = () => ({ resolve: (x) => x, reject: (x) => x, read: (x) => x });
Promise.prototype.then = function () { return this };
JSON.parse = () => ({ ok: true, value: 'mine' });
tools.a();
return 'went on'`;
    expect(await run('javascript', code, { callTool, timeoutMs: 2000 })).not.toBe('mine');
    expect(asked.map((call) => JSON.stringify(call))).toEqual(['{"name":"a","args":{}}']);
    expect(await run('javascript', 'return [typeof tools, JSON.parse("1")]')).toEqual(['undefined', 1]);
  });
});
