import { afterAll, describe, expect, test } from 'vitest';
import type { SandboxFailureReason } from '#lib/ports/sandbox.ts';
import { MAX_OUTPUT_CHARS, MAX_OUTPUT_LINES } from '#server/sandbox/sandbox-limits.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { SandboxTrial, textOf } from '../support/sandbox-trial.ts';

const trial = new SandboxTrial('javascript');
afterAll(() => trial.sandbox.close());

/** Globals of the host that a guest must not have. */
const OUTSIDE =
  '["process","require","module","fetch","Buffer","global","WebAssembly","Atomics","XMLHttpRequest","Worker","Deno","Bun","navigator","std","os","__print","__wait","__end"]';

/** Attacks that search for an escape and return what they found. */
const found: readonly [name: string, code: string, value: unknown][] = [
  ['the globals of Node, the web and QuickJS', `return ${OUTSIDE}.filter((name) => name in globalThis)`, []],
  ['the global object by constructor.constructor', `return typeof (() => {}).constructor('return this')().process`, 'undefined'],
  [
    'the global object by a generator',
    `return typeof (function* () {}).constructor('return this')().next().value.process`,
    'undefined',
  ],
  [
    'the global object by an async function',
    `return typeof (await (async () => {}).constructor('return globalThis')()).process`,
    'undefined',
  ],
  [
    'the world by the constructor of a host function',
    `return typeof console.log.constructor('return globalThis')().process`,
    'undefined',
  ],
  ['the world by eval', `return typeof (0, eval)('globalThis').process`, 'undefined'],
  [
    'the world by the prototype of inputs',
    `return typeof inputs.list.constructor.constructor('return this')().process`,
    'undefined',
  ],
  ['the caller of a host function', `try { return String(console.log.caller) } catch { return 'refused' }`, 'refused'],
  [
    'arguments.callee.caller',
    `try { return String((function () { return arguments.callee.caller })()) } catch { return 'refused' }`,
    'refused',
  ],
  [
    'frames of the host in a stack',
    `return new Error().stack.includes('worker') || new Error().stack.includes('/server/')`,
    false,
  ],
  [
    'frames of the host by prepareStackTrace',
    `let seen = []; Error.prepareStackTrace = (_, frames) => { seen = frames; return '' }; void new Error().stack; return String(JSON.stringify(seen)).includes('node')`,
    false,
  ],
  [
    'the host by an error thrown in it',
    `try { setTimeout(1) } catch (error) { return typeof error.constructor.constructor('return this')().process }`,
    'undefined',
  ],
  [
    'the host by too many timers',
    `try { for (;;) setTimeout(() => {}, 1000) } catch (error) { return typeof error.constructor.constructor('return this')().process }`,
    'undefined',
  ],
  [
    'the host by a proxy in its way',
    `return typeof new Proxy(console.log, {}).constructor('return this')().process`,
    'undefined',
  ],
  [
    'the host by Symbol.species',
    `class Spy extends Array { static get [Symbol.species]() { return (0, eval)('globalThis').process ?? Array } }; return new Spy(1, 2).map((x) => x).length`,
    2,
  ],
  [
    'the time zone of the host',
    `return new Date(0).getTimezoneOffset() + new Date(0).toString()`,
    '0Thu Jan 01 1970 00:00:00 GMT+0000',
  ],
  ['the language of the host', `return [typeof Intl, (1234.5).toLocaleString()]`, ['undefined', '1234.5']],
  ['a shared clock for timing attacks', `return [typeof Atomics, typeof Worker]`, ['undefined', 'undefined']],
  [
    'a key of the prototype by its result',
    `return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')`,
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  ],
  ['a result that is made on the way out, by toJSON', `return { toJSON() { return typeof process } }`, 'undefined'],
  [
    'a result that is made on the way out, by a getter',
    `return { get secret() { return typeof require } }`,
    { secret: 'undefined' },
  ],
  ['a thenable that is called on the way out', `return { then(resolve) { resolve(typeof process) } }`, 'undefined'],
  ['a result that is a proxy', `return new Proxy({ a: 1 }, { get: (target, key) => target[key] })`, { a: 1 }],
  [
    'JSON, arrays and promises of the host by replacing its own',
    `JSON.stringify = () => '{"evil":1}'; JSON.parse = () => 9; Array.prototype.join = Array.prototype.map = null; Reflect.apply = null; Promise.prototype.then = () => { throw 1 }; String = null; return { mine: true }`,
    { mine: true },
  ],
  [
    'the rest of the wrapper by closing it',
    `return 1 }), (async () => { return [typeof process, typeof require, typeof run]`,
    ['undefined', 'undefined', 'undefined'],
  ],
];

/** Attacks and their errors. */
const stopped: readonly [name: string, code: string, reason: SandboxFailureReason, message: RegExp][] = [
  ['import of a module of Node', `return await import('node:fs')`, 'threw', /could not load module 'node:fs'/],
  ['import of a file', `return await import('/etc/passwd')`, 'threw', /could not load module/],
  ['import of an address', `return await import('https://example.com/x.js')`, 'threw', /could not load module/],
  ['an import statement', `import fs from 'node:fs'; return fs`, 'syntax', /./],
  ['require', `return require('fs').readFileSync('/etc/passwd', 'utf8')`, 'threw', /require is not defined/],
  ['process.exit', `process.exit(0)`, 'threw', /process is not defined/],
  ['fetch', `return await fetch('http://169.254.169.254/latest/meta-data')`, 'threw', /fetch is not defined/],
  [
    'WebAssembly',
    `return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
    'threw',
    /WebAssembly is not defined/,
  ],
  ['a loop without an end', `while (true) {}`, 'timed-out', /did not finish within 500 ms/],
  [
    'a loop that catches everything',
    `for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }`,
    'timed-out',
    /within 500 ms/,
  ],
  ['a loop of microtasks', `while (true) await null`, 'timed-out', /within 500 ms/],
  [
    'promises that make promises',
    `const again = () => void Promise.resolve().then(again); again(); await new Promise(() => {})`,
    'timed-out',
    /within 500 ms/,
  ],
  ['an expression that backtracks for ever', `return /^(a+)+$/.test('a'.repeat(40) + 'b')`, 'timed-out', /within 500 ms/],
  ['a sort whose comparison never ends', `[3, 2, 1].sort(() => { for (;;) {} })`, 'timed-out', /within 500 ms/],
  ['a result whose toJSON never ends', `return { toJSON() { for (;;) {} } }`, 'timed-out', /within 500 ms/],
  ['an error whose message never ends', `throw { get message() { for (;;) {} } }`, 'timed-out', /within 500 ms/],
  ['timers without an end', `setInterval(() => {}, 0); await new Promise(() => {})`, 'timed-out', /within 500 ms/],
  [
    'a timer that begins a loop',
    `setTimeout(() => { for (;;) {} }, 1); await new Promise(() => {})`,
    'timed-out',
    /within 500 ms/,
  ],
  ['a promise that nothing resolves', `await new Promise(() => {})`, 'threw', /waits for something that never comes/],
  ['arrays without an end', `const all = []; for (;;) all.push(new Array(1e5).fill(7))`, 'out-of-memory', /more than 32 MB/],
  ['buffers without an end', `const all = []; for (;;) all.push(new ArrayBuffer(1e6))`, 'out-of-memory', /more than 32 MB/],
  [
    'shared buffers without an end',
    `const all = []; for (;;) all.push(new SharedArrayBuffer(1e6))`,
    'out-of-memory',
    /more than 32 MB/,
  ],
  ['a text that doubles', `let text = 'x'; for (;;) text += text + Math.random()`, 'threw', /string too long|out of memory/],
  ['one enormous buffer', `return new Uint8Array(2 ** 31 - 1).length`, 'out-of-memory', /./],
  ['a number without an end', `let big = 10n; for (;;) big *= big`, 'threw', /./],
  ['calls without an end', `const call = () => call() + 1; return call()`, 'threw', /RangeError|InternalError/],
  ['a getter that calls itself', `return { get a() { return this.a } }.a`, 'threw', /./],
  ['a result that contains itself', `const a = {}; a.a = a; return a`, 'bad-result', /circular/],
  ['a result of four megabytes', `return 'x'.repeat(5e6)`, 'bad-result', /5000002 characters/],
  ['a BigInt as result', `return 10n`, 'bad-result', /BigInt/],
  ['a function as result', `return () => process`, 'bad-result', /a function/],
  [
    'an error that throws when it is looked at',
    `throw { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 } }`,
    'threw',
    /cannot be shown/,
  ],
  ['a rejected thenable', `return { then(_, reject) { reject(new Error('no')) } }`, 'threw', /Error: no/],
  ['eval of an import', `return await (0, eval)("import('node:child_process')")`, 'threw', /could not load module/],
];

describe('an attack by JavaScript', () => {
  test.each(found)('finds nothing when it looks for %s', async (_, code, value) => {
    const { result } = await trial.run(code, { memoryMb: 32, inputs: { list: [1] } });
    expect(result).toEqual({ ok: true, value });
    await expectUnharmed();
  });

  test.each(stopped)('is stopped: %s', async (_, code, reason, message) => {
    const { result, ms } = await trial.run(code, { memoryMb: 32, timeoutMs: reason === 'timed-out' ? 500 : 20_000 });
    expect(result).toMatchObject({ ok: false, failure: { reason, message: expect.stringMatching(message) } });
    if (reason === 'timed-out') expect(ms).toBeLessThan(10_000);
    await expectUnharmed();
  });

  test('by a value 200,000 levels deep ends its own run and nothing else', async () => {
    const { result } = await trial.run('let value = {}; for (let i = 0; i < 200000; i++) value = { value }; return value');
    expect(result.ok).toBe(false);
    await expectUnharmed();
  });

  test('by a flood of lines fills only its own share of the log', async () => {
    const lines = await trial.run('for (let i = 0; i < 50_000; i++) console.log("line"); return "done"');
    expect(textOf(lines, 'stdout').split('\n').length - 1).toBe(MAX_OUTPUT_LINES);
    expect(textOf(lines, 'stderr')).toMatch(/the rest is omitted/);
    const text = await trial.run('console.error("x".repeat(1_000_000)); return "done"');
    expect(textOf(text, 'stderr').length).toBeLessThan(MAX_OUTPUT_CHARS + 200);
    await expectUnharmed();
  });

  test('by a timer that is to outlive its run does nothing', async () => {
    const { result } = await trial.run('setTimeout(() => { console.log("late"); for (;;) {} }, 50); return 1');
    expect(result).toEqual({ ok: true, value: 1 });
    await new Promise((resolve) => setTimeout(resolve, 120));
    await expectUnharmed();
  });

  test('leaves nothing for the next run, wherever it hides it', async () => {
    await trial.run(
      'globalThis.leak = 1; Object.prototype.leak = 1; Array.prototype.leak = 1; JSON.leak = 1; console.leak = 1; Symbol.for("leak").description; return 1',
    );
    const seen = await Promise.all(
      Array.from({ length: 4 }, () => trial.run('return [typeof leak, {}.leak, [].leak, JSON.leak, console.leak]')),
    );
    for (const { result } of seen) expect(result).toEqual({ ok: true, value: ['undefined', null, null, null, null] });
  });

  test('never holds up the process that serves everybody', async () => {
    const spin = () => Promise.all(Array.from({ length: 4 }, () => trial.run('for (;;) {}', { timeoutMs: 1500 })));
    expect(await longestBlockMs(spin)).toBeLessThan(BLOCK_LIMIT_MS);
  });
});

/** Neither this process nor the next run is affected. */
async function expectUnharmed(): Promise<void> {
  const clean = {} as Record<string, unknown>;
  expect([clean.polluted, clean.evil, clean.leak]).toEqual([undefined, undefined, undefined]);
  expect((await trial.run('return inputs.a * 2', { inputs: { a: 21 } })).result).toEqual({ ok: true, value: 42 });
}
