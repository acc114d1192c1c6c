import { afterAll, expect, test } from 'vitest';
import type { SandboxOutput, SandboxProgram } from '#lib/ports/sandbox.ts';
import { makeJavaScriptSandbox } from './javascript-sandbox.ts';

const sandbox = makeJavaScriptSandbox({ maxProcesses: 2 });
afterAll(() => sandbox.close());

async function run(
  code: string,
  { signal = new AbortController().signal, ...limits }: Partial<SandboxProgram> & { signal?: AbortSignal } = {},
) {
  const printed: SandboxOutput[] = [];
  const program = { language: 'javascript', code, inputs: {}, timeoutMs: 10_000, memoryMb: 64, ...limits } as const;
  const result = await sandbox.run(program, { signal, onOutput: (output) => void printed.push(output) });
  return { result, printed };
}
const value = async (code: string, limits: Partial<SandboxProgram> = {}) => (await run(code, limits)).result;
const failure = async (code: string, limits: Partial<SandboxProgram> = {}) => {
  const { result } = await run(code, limits);
  return result.ok ? undefined : result.failure;
};

test('what the code returns is the value, as JSON has it', async () => {
  expect(
    await value('return { sum: inputs.a + inputs.b, day: new Date(0), gone: undefined }', { inputs: { a: 1, b: 2 } }),
  ).toEqual({
    ok: true,
    value: { sum: 3, day: '1970-01-01T00:00:00.000Z' },
  });
  expect(await value('const nothing = 1')).toEqual({ ok: true, value: null });
});

test('await works at the top, and so do timers', async () => {
  const code = `
    const said = [];
    const timer = setInterval(() => said.push('tick'), 1);
    const never = setTimeout(() => said.push('never'), 1);
    clearTimeout(never);
    while (said.length < 2) await new Promise((resolve) => setTimeout(resolve, 10, said));
    clearInterval(timer);
    return !said.includes('never');`;
  expect(await value(code)).toEqual({ ok: true, value: true });
});

test('URLs, texts as bytes and copies are there', async () => {
  const code = `
    const url = new URL('https://example.com/a?b=1');
    url.searchParams.set('c', 'd e');
    return [url.href, [...new TextEncoder().encode('é')], structuredClone({ at: new Date(0) }).at.getTime(), atob(btoa('x'))];`;
  expect(await value(code)).toEqual({ ok: true, value: ['https://example.com/a?b=1&c=d+e', [195, 169], 0, 'x'] });
});

test.each([
  ['an error', 'const a = 1;\n\nnull.x', { reason: 'threw', message: "TypeError: cannot read property 'x' of null", line: 3 }],
  [
    'one in a function',
    'function f() {\n  throw new RangeError("far");\n}\n\nf();',
    { reason: 'threw', message: 'RangeError: far', line: 2 },
  ],
  ['one after an await', 'await null;\nawait null;\nthrow new Error("late")', { message: 'Error: late', line: 3 }],
  [
    'one in a timer',
    'setTimeout(() => {\n  throw new Error("tick") }, 1);\nawait new Promise(() => {})',
    { message: 'Error: tick', line: 2 },
  ],
  ['what cannot be read', 'let a = 1;\nlet = = 3', { reason: 'syntax', line: 2 }],
  [
    'what TypeScript makes code of',
    'const a = 1;\nenum Size { Small }',
    { reason: 'syntax', message: expect.stringContaining('enum') },
  ],
  ['a thrown text', 'throw "no"', { reason: 'threw', message: 'it threw no' }],
])('the failure of %s has the line of the code', async (_, code, expected) => {
  expect(await failure(code)).toMatchObject(expected);
});

test('TypeScript is accepted, and keeps its lines', async () => {
  const code =
    'type Row = { n: number };\nconst rows = inputs.rows as Row[];\ninterface Sum { total: number }\nconst sum: Sum = { total: rows.reduce((s: number, { n }) => s + n, 0) };\n';
  expect(await value(`${code}return sum satisfies Sum`, { inputs: { rows: [{ n: 1 }, { n: 2 }] } })).toEqual({
    ok: true,
    value: { total: 3 },
  });
  expect(await failure(`${code}throw new Error(String(sum.total))`, { inputs: { rows: [] } })).toMatchObject({
    message: 'Error: 0',
    line: 5,
  });
});

test('JavaScript that means something else in TypeScript stays JavaScript', async () => {
  expect(await value('const f = 1, a = 2, b = 0; return [f<a, b>(7)]')).toEqual({ ok: true, value: [true, false] });
});

test('what is printed comes in its order, while the code runs', async () => {
  const { printed } = await run(
    'console.log("one", { a: [1] }); console.error("two"); await null; console.info(3, null, undefined, 4n)',
  );
  expect(printed).toEqual([
    { stream: 'stdout', text: 'one {"a":[1]}\n' },
    { stream: 'stderr', text: 'two\n' },
    { stream: 'stdout', text: '3 null undefined 4\n' },
  ]);
  let seen = 0;
  const controller = new AbortController();
  const running = sandbox.run(
    { language: 'javascript', code: 'console.log("early"); for (;;) {}', inputs: {}, timeoutMs: 30_000, memoryMb: 64 },
    {
      signal: controller.signal,
      onOutput() {
        seen++;
        controller.abort(new Error('seen'));
      },
    },
  );
  await expect(running).rejects.toThrow('seen');
  expect(seen).toBe(1);
});

test('a cancelled run ends at once, and releases its permit', async () => {
  const controller = new AbortController();
  const running = Promise.allSettled([1, 2, 3].map(() => run('for (;;) {}', { timeoutMs: 60_000, signal: controller.signal })));
  setTimeout(() => controller.abort(new Error('stopped')), 200);
  const start = performance.now();
  expect((await running).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(await value('return 1')).toEqual({ ok: true, value: 1 });
  await expect(run('return 1', { signal: controller.signal })).rejects.toThrow('stopped');
});

test('twenty at once get their own values, two at a time', async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => value('await null; return inputs.index', { inputs: { index } })),
  );
  expect(results.map((result) => result.ok && result.value)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('the memory limit is the given one', async () => {
  const code = 'return new Array(inputs.count).fill("x".repeat(1000)).map((x, i) => x + i).length';
  expect(await value(code, { memoryMb: 64, inputs: { count: 20_000 } })).toEqual({ ok: true, value: 20_000 });
  expect(await failure(code, { memoryMb: 16, inputs: { count: 20_000 } })).toMatchObject({
    reason: 'out-of-memory',
    message: 'The code needs more than 16 MB of memory',
  });
});

test.each([
  ['a deep list that is returned', 'return deep', 'no JSON: lists and objects nested more than 200 levels deep'],
  ['one in an object', 'return { inside: [deep] }', 'no JSON: lists and objects nested more than 200 levels deep'],
  ['a circle', 'const list = [deep]; deep[0] = list; deep = []; return { list: (list[0] = list) }', 'circular'],
])('%s is refused at once', async (_, code, message) => {
  const start = performance.now();
  const result = await failure(`let deep = []; for (let i = 0; i < 10_000; i++) deep = [deep]; ${code}`);
  expect(result).toMatchObject({ reason: 'bad-result', message: expect.stringContaining(message) });
  expect(performance.now() - start).toBeLessThan(5000);
});

test.each([
  ['return 0 / 0', 'it is NaN'],
  ['return { rows: [{ price: 1 / 0 }] }', 'at price it has Infinity'],
  ['return [1, -1 / 0]', 'at 1 it has -Infinity'],
  ['return { byName: new Map([["a", 1]]) }', 'at byName it has a Map: return Object.fromEntries(map)'],
  ['return new Set([1])', 'it is a Set: return [...set]'],
])('%s is refused, which has no JSON', async (code, message) => {
  expect(await failure(code)).toMatchObject({ reason: 'bad-result', message: `What the code returns is no JSON: ${message}` });
});

test('dates, own toJSON and what is left out of objects are as in JSON', async () => {
  const code =
    'console.log({ a: 0 / 0, b: new Map() }); return { at: new Date(0), own: { toJSON: () => 7, x: 0 / 0 }, none: undefined, n: -0 }';
  expect(await value(code)).toEqual({ ok: true, value: { at: '1970-01-01T00:00:00.000Z', own: 7, n: 0 } });
});

test('a deep list that is printed does not hold the code up', async () => {
  const code = 'let deep = []; for (let i = 0; i < 1000; i++) deep = [deep]; console.log(deep); return 1';
  expect(await value(code, { timeoutMs: 10_000 })).toEqual({ ok: true, value: 1 });
});

test('a broken process is replaced', async () => {
  const deep = 'let value = {}; for (let i = 0; i < 200000; i++) value = { value }; return { toJSON: () => value }';
  for (let i = 0; i < 2; i++) expect(await failure(deep)).toMatchObject({ reason: 'crashed' });
  expect(await value('return "well"')).toEqual({ ok: true, value: 'well' });
}, 30_000);
