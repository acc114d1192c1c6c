import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxFailureReason, SandboxProgram, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { EscapeCanaries } from '../support/escape-canaries.ts';

const sandbox = makeSandbox();
let canaries: EscapeCanaries;
beforeAll(async () => {
  canaries = await EscapeCanaries.start();
});
afterAll(async () => {
  await sandbox.close();
  await canaries.close();
});

type Options = Partial<SandboxProgram> & Pick<SandboxRunOptions, 'fetch' | 'callTool'>;

async function run(code: string, { fetch, callTool, ...program }: Options = {}) {
  const printed: string[] = [];
  const result = await sandbox.run(
    { language: 'javascript', code, inputs: canaries.inputs, timeoutMs: 20_000, memoryMb: 32, ...program },
    {
      signal: new AbortController().signal,
      onOutput: ({ text }) => void printed.push(text),
      ...(fetch && { fetch }),
      ...(callTool && { callTool }),
    },
  );
  return { result, printed: printed.join('') };
}

/** Nothing outside was reached, and the next run (TypeScript, a line separator) is normal. */
async function expectUnharmed(): Promise<void> {
  const { result } = await run('const text: string = inputs.text; return [text, typeof leak, ({}).leak, typeof fetch]', {
    inputs: { text: 'a\u2028b' },
  });
  expect(result).toEqual({ ok: true, value: ['a\u2028b', 'undefined', null, 'undefined'] });
  expect(await canaries.reached()).toEqual([]);
}

/** Searches for `process` with a function created from text by the constructor's constructor. */
const outside = 'const seen = (thing) => typeof thing.constructor.constructor("return this")().process;';
const caught = (code: string) => `try { ${code} } catch (error) { return error.name }`;
/** Nested lists of this depth. */
const nested = (depth: number) => `let deep = []; for (let i = 0; i < ${depth}; i++) deep = [deep];`;

/** Attempts that run to completion, and their results. */
const ended: readonly (readonly [name: string, code: string, value: unknown])[] = [
  [
    'host objects by the classes that are compiled code: URL, TextEncoder, structuredClone',
    `${outside} return [new URL('http://a/').searchParams, new TextEncoder().encode('x'), new TextDecoder(), structuredClone, performance.now].map(seen)`,
    Array(5).fill('undefined'),
  ],
  [
    'host objects by the constructor of an async generator',
    `return typeof (await (async function* () {}).constructor('yield this')().next()).value?.process`,
    'undefined',
  ],
  [
    'the receiver that a host function reads, by a proxy in its place',
    `const read = []; const spy = new Proxy(function () {}, { get: (_, key) => { read.push(String(key)) } });
     console.log.call(spy, 'x'); setTimeout.call(spy, () => {}, 0); files.list.call(spy); return read`,
    [],
  ],
  [
    'another realm: ShadowRealm, $262, the shell of QuickJS, its own module names',
    `return ['ShadowRealm', 'Realm', '$262', 'gc', 'print', 'scriptArgs', 'bjson', 'load', 'evalScript', 'crypto', 'importScripts', 'vm', '__call', '__readFile'].filter((name) => name in globalThis)`,
    [],
  ],
  [
    'a module by data:, file:, the modules of QuickJS and the names of the scripts around it',
    `const loaded = []; for (const name of ['data:text/javascript,export default 1', 'quickjs:os', 'qjs:std', 'prelude.js', './code.js', 'file://' + inputs.file, inputs.file])
       try { await import(name); loaded.push(name) } catch { } return loaded`,
    [],
  ],
  [
    'the canary file as a JSON module',
    `try { return await import(inputs.file, { with: { type: 'json' } }) } catch (error) { return error.name }`,
    'ReferenceError',
  ],
  [
    'the functions of stack frames by prepareStackTrace in the middle of a host call',
    `const names = new Set(); Error.prepareStackTrace = (_, frames) => { for (const frame of frames) names.add(frame.getFileName?.() ?? 'native'); return '' };
     try { setTimeout(1) } catch ({ stack }) { void stack } console.log({ toString() { void new Error().stack; return '' } });
     return [...names].sort()`,
    ['code.js', 'prelude.js'],
  ],
  [
    'paths of the host in a stack of any length, by a getter for stackTraceLimit',
    `Object.defineProperty(Error, 'stackTraceLimit', { get: () => 1e9, configurable: true });
     const call = (n) => (n ? call(n - 1) : new Error('x').stack); return /server|node_modules|file:/.test(call(50))`,
    false,
  ],
  [
    'the end of its run, by Symbol.species of promises',
    `Promise.prototype.constructor = class { static get [Symbol.species]() { return function (executor) { executor(() => {}, () => {}) } } }; return { mine: true }`,
    { mine: true },
  ],
  [
    'the end of its run, by replacing then and resolve of promises',
    `Promise.prototype.then = (yes) => yes('forged'); Promise.resolve = () => 'forged'; return 'own'`,
    'own',
  ],
  [
    'what a result is made of, by then on every object',
    `Object.prototype.then = function (resolve) { delete Object.prototype.then; resolve({ saw: typeof process }) }; return {}`,
    { saw: 'undefined' },
  ],
  [
    'two ends of one run, by a thenable that settles twice',
    `return { then(yes, no) { yes(1); no(new Error('no')); yes(2) } }`,
    1,
  ],
  [
    'lines of its process, by what it prints and returns',
    `console.log('\\n{"type":"value","runNumber":1,"value":"9","files":[]}\\n'); console.error('\\u2028{"type":"ready"}\\u2029'); return '\\n{"type":"value"}\\r\\u2028'`,
    '\n{"type":"value"}\r\u2028',
  ],
  [
    'lines of its process, by halves of characters',
    `console.log('\\ud800'); return ['\\ud800', '\\udfff\\ud800']`,
    ['\ud800', '\udfff\ud800'],
  ],
  [
    'lines of its process, by toJSON of texts and numbers',
    `String.prototype.toJSON = Number.prototype.toJSON = Boolean.prototype.toJSON = () => '\\n{"type":"ready"}'; return ['a', 1, true]`,
    ['a', 1, true],
  ],
  ['a symbol and a number of any size to a host function', `console.log(Symbol('s'), 10n ** 400n, -0, NaN); return 1`, 1],
  [
    'the wrapper by TypeScript that closes it',
    `return 1 as any }), (async (): Promise<any> => { return [typeof process, typeof run] as any`,
    ['undefined', 'undefined'],
  ],
  [
    'files by references of TypeScript and a source map',
    `/// <reference path="/etc/passwd" />\nconst a: string = 'x';\nreturn a;\n//# sourceMappingURL=file:///etc/passwd`,
    'x',
  ],
  ['the tail of the wrapper by a comment of HTML', `return typeof process\n<!-- \n--> `, 'undefined'],
  ['exponential time of the parser of TypeScript', `const a: any = 1; return ${'(a?('.repeat(40)}a${'):a)'.repeat(40)}`, 1],
  [
    'memory beyond an array whose length, byteLength and byteOffset lie, by encodeInto',
    `const buffer = new ArrayBuffer(32); const small = new Uint8Array(buffer, 8, 2);
     for (const name of ['length', 'byteLength', 'byteOffset']) Object.defineProperty(small, name, { value: 1e6 });
     new TextEncoder().encodeInto('A'.repeat(1e5), small); return new Uint8Array(buffer).join('')`,
    `${'0'.repeat(8)}6565${'0'.repeat(22)}`,
  ],
  [
    'memory beyond an array that lies, by decode',
    `const bytes = new Uint8Array(2); for (const name of ['length', 'byteLength', 'byteOffset']) Object.defineProperty(bytes, name, { value: 1e6 });
     return new TextDecoder().decode(bytes).length`,
    2,
  ],
  [
    'memory that was freed, by an option of decode that detaches its buffer',
    `const buffer = new ArrayBuffer(1e5); const bytes = new Uint8Array(buffer);
     ${caught('return new TextDecoder().decode(bytes, { get stream() { buffer.transfer(0); return true } }).length')}`,
    'TypeError',
  ],
  [
    'memory that was freed, by a clone whose getter detaches the buffer beside it',
    `const buffer = new ArrayBuffer(1e5); ${caught('return structuredClone({ get a() { buffer.transfer(0); return 1 }, bytes: new Uint8Array(buffer) })')}`,
    'TypeError',
  ],
  [
    'clones of what is no data: functions, promises, the global object',
    `const cloned = []; for (const thing of [() => 1, Symbol('x'), Promise.resolve(), console.log]) try { cloned.push(typeof structuredClone(thing)) } catch { } return cloned`,
    [],
  ],
  [
    'memory of an expression that is compiled again while it runs',
    `const expression = /(a+)(b)?/g; expression.lastIndex = { valueOf() { expression.compile('x'.repeat(500) + '()'.repeat(200)); return 0 } }; return expression.exec('aaab')`,
    null,
  ],
  [
    'memory of a list that a sort empties',
    `const list = Array.from({ length: 2000 }, (_, i) => 2000 - i); list.sort((a, b) => { list.length = 0; list.push({}); return a - b }); return list.length > 0 && list.length <= 2000`,
    true,
  ],
  [
    'memory of a buffer that a sort detaches',
    `const numbers = new Float64Array(1000).map((_, i) => -i); numbers.sort(() => { numbers.buffer.transfer(0); return 1 }); return numbers.length`,
    0,
  ],
  [
    'memory of a buffer that shrinks between its check and its use',
    `const buffer = new ArrayBuffer(16, { maxByteLength: 1e6 }); const view = new DataView(buffer);
     ${caught('view.setUint8({ valueOf() { buffer.resize(0); return 15 } }, 7); return "written"')}`,
    'TypeError',
  ],
  [
    'what is left in memory that grows',
    `return [new Uint8Array(4e6).some(Boolean), new Uint8Array(new ArrayBuffer(10).transfer(4e6)).some(Boolean)]`,
    [false, false],
  ],
  ['the stack by JSON without end', caught(`JSON.parse('['.repeat(1e6)); return 'read'`), 'RangeError'],
  [
    'the stack by a chain of proxies',
    `let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); ${caught('return typeof p.x')}`,
    'RangeError',
  ],
  ['the stack by flat', `${nested(1e5)} ${caught('return deep.flat(Infinity).length')}`, 'RangeError'],
  ['the stack by toString', `${nested(1e5)} ${caught('return String(deep).length')}`, 'RangeError'],
  [
    'the stack by an expression of groups',
    caught(`return new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('x')`),
    'SyntaxError',
  ],
  [
    'timers by delays that are no numbers',
    `for (const ms of [NaN, -1, 1e999, 2 ** 53, '7', null, { valueOf: () => 1 }]) clearTimeout(setTimeout(() => {}, ms)); ${caught('setTimeout(() => {}, 1n); return "set"')}`,
    'TypeError',
  ],
  [
    'code of a text by a timer',
    `try { setTimeout('globalThis.ran = typeof process', 0); return 'set' } catch (error) { return error.message }`,
    'a timer needs a function',
  ],
  ['the environment of its run', caught('env.PATH = inputs.file; return env.PATH'), 'TypeError'],
  [
    'all its memory, over and over, with every error caught',
    `for (let i = 0; i < 5; i++) { const all = []; try { for (;;) all.push(new ArrayBuffer(1e6)) } catch {} } return 'ended'`,
    'ended',
  ],
];

/** Attempts that are stopped, and how. */
type Stopped = readonly [name: string, code: string, reason: SandboxFailureReason, message: RegExp, timeoutMs?: number];
const stopped: readonly Stopped[] = [
  [
    'later runs, by TypeScript nested so deep that its parser breaks',
    `const a: number = ${'('.repeat(50_000)}1${')'.repeat(50_000)}; return a`,
    'crashed',
    /parser of TypeScript broke/,
  ],
  [
    'later runs, by types nested so deep that the parser breaks',
    `let a: ${'Array<'.repeat(50_000)}number${'>'.repeat(50_000)}; return 1`,
    'crashed',
    /parser of TypeScript broke/,
  ],
  ['a module by import of TypeScript', `import fs = require('node:fs'); return fs`, 'syntax', /Unexpected identifier 'fs'/],
  [
    'code that TypeScript makes',
    `namespace A { export const b = process.env }\nreturn A.b`,
    'syntax',
    /namespace declaration is not supported/,
  ],
  [
    'a second evaluation, by a SyntaxError that it throws itself',
    `}), (globalThis.n = (globalThis.n ?? 0) + 1, (() => { throw new SyntaxError('run ' + n) })()), (async () => { return 1`,
    'syntax',
    /^SyntaxError: run 1$/,
  ],
  [
    'the tail of the wrapper by a comment that never closes',
    `return typeof process }); /*`,
    'syntax',
    /unexpected end of comment/,
  ],
  ['the path of its module', `return import.meta.url`, 'syntax', /import\.meta only valid in module code/],
  [
    'the report of its error, by toJSON on every object',
    `Object.prototype.toJSON = () => null; throw new Error('mine')`,
    'threw',
    /^Error: mine$/,
  ],
  [
    'the report of its error, by a proxy that throws',
    `throw new Proxy(new Error('x'), { get() { throw 1 }, has() { throw 2 }, getPrototypeOf() { throw 3 } })`,
    'threw',
    /cannot be shown/,
  ],
  [
    'the report of its error, by a cause that is itself',
    `const error = new Error('x'); error.cause = error; error.message = { toString: () => 'mine' }; throw error`,
    'threw',
    /^Error: mine$/,
  ],
  [
    'the clock that ends it, by replacing Date and performance',
    `globalThis.Date = class { static now() { return 0 } }; globalThis.performance = { now: () => 0 }; for (;;);`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'time in compiled code: a search over 2^53 places',
    `return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'time in compiled code: a join of 2^32 places',
    `return new Array(2 ** 32 - 1).join('x').length`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'time by a proxy of any length that is printed',
    `console.log(new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 53 : key === 'toJSON' ? undefined : 1) }))`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'time by finalizers',
    `const registry = new FinalizationRegistry(() => { for (;;); }); for (let i = 0; i < 1e4; i++) registry.register({}, i); return 1`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'time by a disposal at the end of its scope',
    `using a = { [Symbol.dispose]() { for (;;); } }; return 1`,
    'timed-out',
    /within 300 ms/,
    300,
  ],
  [
    'memory by a result of three million keys',
    `return new Proxy({}, { ownKeys: () => Array.from({ length: 3e6 }, (_, i) => 'k' + i), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })`,
    'bad-result',
    /out of memory/,
  ],
  ['memory by padding', `return 'x'.padEnd(2 ** 29).length`, 'out-of-memory', /more than 32 MB/],
  [
    'memory by a match of 2^32 groups',
    `const expression = /a/g; expression.exec = () => { const found = ['a']; found.length = 2 ** 32 - 1; found.index = 2 ** 31; return found }; return 'aaa'.replace(expression, '$1')`,
    'out-of-memory',
    /more than 32 MB/,
  ],
  [
    'the process in front, by a value that is deeper when it is read again',
    `let reads = 0; ${nested(3000)} return { get value() { return reads++ ? deep : 1 } }`,
    'bad-result',
    /nested more than 200 levels/,
  ],
  [
    'the process in front, by a number beyond a double',
    `return JSON.rawJSON('1e999')`,
    'bad-result',
    /beyond what a double holds/,
  ],
  [
    'the process in front, by a text that grows sixfold as JSON',
    `return '\\u0000'.repeat(800_000)`,
    'bad-result',
    /4800002 characters as JSON/,
  ],
  [
    'the stack around its interpreter, by a clone 100,000 levels deep',
    `${nested(1e5)} structuredClone(deep); return 'cloned'`,
    'crashed',
    /./,
  ],
  [
    'the stack around its interpreter, by toJSON without end',
    `const value = { toJSON: () => ({ value }) }; return value`,
    'crashed',
    /nested too deep/,
  ],
  ['the stack around its interpreter, by code of a million brackets', `(0, eval)('('.repeat(1e6))`, 'crashed', /nested too deep/],
];

describe('JavaScript that tries to reach', () => {
  test.each(ended)('%s, does not', async (_, code, value) => {
    expect((await run(code)).result).toEqual({ ok: true, value });
    await expectUnharmed();
  });

  test.each(stopped.map(([name, ...attempt]) => [name, attempt] as const))(
    '%s, is stopped',
    async (_, [code, reason, message, timeoutMs = 20_000]) => {
      const { result } = await run(code, { timeoutMs });
      expect(result).toMatchObject({ ok: false, failure: { reason, message: expect.stringMatching(message) } });
      await expectUnharmed();
    },
  );

  test('a second result, by work that continues after its end, does not', async () => {
    const { result } = await run('(async () => { for (;;) { console.log("late"); await null } })(); return 1', {
      timeoutMs: 300,
    });
    expect([JSON.stringify(result), result.ok || result.failure.reason]).toContainEqual(
      expect.stringMatching(/^\{"ok":true,"value":1\}$|^timed-out$/),
    );
    await expectUnharmed();
  });

  test('the files, values and memory of the run before it in its process, does not', async () => {
    const secret = `s3cret-${Math.random()}`;
    const code = `const all = []; for (let i = 0; i < 2e5; i++) all.push(env.TOKEN + i); URL.prototype.leak = TextDecoder.prototype.leak = structuredClone.leak = env.TOKEN;
      (function* () {}).constructor.prototype.leak = /(.+)/.exec(env.TOKEN)[1]; files.write('left.txt', env.TOKEN); return typeof env.TOKEN`;
    const kept = { environment: { TOKEN: secret }, keepsFiles: true, files: [{ name: 'a.txt', bytes: Buffer.from(secret) }] };
    expect((await run(code, kept)).result).toMatchObject({ ok: true, value: 'string' });
    const look = `const bytes = new Uint8Array(2e7); return [Object.keys(env), files.list(), URL.prototype.leak, TextDecoder.prototype.leak, structuredClone.leak, (function* () {}).constructor.prototype.leak, RegExp.$1 ?? '', bytes.some(Boolean)]`;
    const { result } = await run(look, { memoryMb: 64 });
    expect(result).toEqual({ ok: true, value: [[], [], null, null, null, null, '', false] });
    await expectUnharmed();
  });

  test('bytes that it was not given, by buffers that lie, detach or shrink while they are written, does not', async () => {
    const code = `const met = []; const write = (name, content) => { try { files.write(name, content) } catch (error) { met.push(error.name) } };
      const lying = new Uint8Array(4); Object.defineProperty(lying, 'byteLength', { value: 1e6 }); write('lying', lying);
      const elsewhere = new Uint8Array(4); Object.defineProperty(elsewhere, 'buffer', { value: { byteLength: 1e6 } }); write('elsewhere', elsewhere);
      const buffer = new ArrayBuffer(8, { maxByteLength: 64 }); write({ toString: () => { buffer.resize(2); return 'shrunk' } }, new Uint8Array(buffer));
      const detached = new Uint8Array(8); detached.buffer.transfer(0); write('detached', detached);
      return met`;
    const { result } = await run(code, { keepsFiles: true });
    expect(result).toMatchObject({ ok: true, value: ['RangeError', 'TypeError'] });
    expect(result.ok && result.files?.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
      ['elsewhere', 0],
      ['shrunk', 2],
    ]);
    await expectUnharmed();
  });

  test('more answers than it asked for, by the map of those that wait for one, does not', async () => {
    const asked: unknown[] = [];
    const fetch = async (request: unknown) => {
      asked.push(request);
      return { ok: false as const, message: 'refused' };
    };
    const code = `let entry; const set = Map.prototype.set; Map.prototype.set = function (key, value) { entry ??= value; return set.call(this, key, value) };
      const made = fetch('http://127.0.0.1:' + inputs.port).catch(({ message }) => message);
      const forged = entry.read({ ok: true, status: 200, url: '', headers: {} }, new Uint8Array([65]));
      const outside = typeof entry.read.constructor('return this')().process;
      for (let n = 0; n < 300; n++) fetch('http://127.0.0.1:' + inputs.port).catch(() => {});
      return [await made, await forged.text(), outside]`;
    const { result } = await run(code, { fetch });
    expect(result).toEqual({ ok: true, value: ['refused', 'A', 'undefined'] });
    expect(asked.length).toBeLessThanOrEqual(200);
    await expectUnharmed();
  });
});
