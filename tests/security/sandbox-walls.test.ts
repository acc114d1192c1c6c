import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxWall } from '#lib/ports/sandbox.ts';
import { guestCommand } from '#server/sandbox/guest/guest-command.ts';
import { MAX_GUEST_LINE_CHARS } from '#server/sandbox/guest/guest-messages.ts';
import { type GuestListener, GuestProcess } from '#server/sandbox/guest/guest-process.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { EscapeCanaries } from '../support/escape-canaries.ts';
import { endsServer, leavesSandbox } from '../support/guests/first-escapes.ts';
import { SandboxTrial } from '../support/sandbox-trial.ts';

const isLinux = process.platform === 'linux';
const mayMakeNamespaces =
  isLinux && spawnSync('unshare', ['--user', '--map-root-user', '--net', '/bin/sh', '-c', ':']).status === 0;
const quiet: GuestListener = { onOutput: () => {}, onHostRequest: async () => ({ ok: false, message: 'no' }) };

test('all walls that this machine can have stand around code, as they are measured from outside', async () => {
  const sandbox = makeSandbox();
  onTestFinished(() => sandbox.close());
  const expected: SandboxWall[] = ['node-permissions'];
  if (process.platform === 'darwin') expected.push('macos-profile');
  if (isLinux) expected.push('system-call-filter');
  if (mayMakeNamespaces) expected.push('network-namespace', 'process-namespace');
  expect(await sandbox.walls()).toEqual(expected);
});

test.each(['javascript', 'python'] as const)('without a wall that the config requires no %s runs', async (language) => {
  const sandbox = makeSandbox({ requiredWalls: [isLinux ? 'macos-profile' : 'system-call-filter'] });
  onTestFinished(() => sandbox.close());
  const program = { language, code: 'return 1', inputs: {}, timeoutMs: 5000, memoryMb: 64 };
  await expect(sandbox.run(program, { signal: new AbortController().signal, onOutput: () => {} })).rejects.toMatchObject({
    code: 'sandbox-failed',
    message: expect.stringContaining('lacks'),
  });
});

describe('code that got hold of all of JavaScript in its process', () => {
  let server: Server;
  let folder: string;
  let came: Record<string, string>;
  let connections = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threadloom-walls-'));
    const socket = join(folder, 'canary.sock');
    const file = join(folder, 'secret.txt');
    await writeFile(file, 'secret');
    server = createServer(() => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const canary = createServer(() => connections++);
    await new Promise<void>((resolve) => canary.listen(socket, resolve));
    const entry = fileURLToPath(new URL('../support/guests/escaped-guest.ts', import.meta.url));
    const guest = new GuestProcess(await guestCommand({ entry, readable: [`${dirname(entry)}/*`], maxHeapMb: 128 }));
    const { port } = server.address() as { port: number };
    const end = await guest.run({ port, socket, file, parent: process.pid }, 64, quiet);
    guest.kill();
    canary.close();
    if (end.type !== 'value') throw new Error(`the guest ended with ${JSON.stringify(end)}`);
    came = JSON.parse(end.value).came;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('gets nothing by any of more than ninety ways', () => {
    expect(Object.keys(came).length).toBeGreaterThan(process.arch === 'x64' && isLinux ? 90 : 50);
    expect(Object.entries(came).filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
  });

  test('reached no server, and changed no file', async () => {
    expect(connections).toBe(0);
    expect(await readFile(join(folder, 'secret.txt'), 'utf8')).toBe('secret');
    for (const name of ['secret.txt.new', 'secret.txt.link']) expect(existsSync(join(folder, name))).toBe(false);
  });
});

describe('messages of a guest process are untrusted', () => {
  const says = (script: string) => new GuestProcess({ file: process.execPath, args: ['-e', script], hasProfile: false });
  const ready = `console.log('{"type":"ready"}');`;
  const onRun = (script: string) => `${ready} process.stdin.once('data', () => { ${script} });`;
  const run = async (script: string) => {
    const guest = says(onRun(script));
    onTestFinished(() => guest.kill());
    return guest.run({}, 64, quiet);
  };
  const lies: readonly (readonly [string, string])[] = [
    ['an output without its text', `console.log('{"type":"output","runNumber":1,"stream":"stdout"}')`],
    ['an output of another stream', `console.log('{"type":"output","runNumber":1,"stream":"stdin","text":"x"}')`],
    ['an unknown message', `console.log('{"type":"else","runNumber":1}')`],
    ['no JSON', `console.log('Segmentation fault')`],
    ['a message that is a list', `console.log('[1]')`],
    ['a message that is null', `console.log('null')`],
    ['a value that is no text', `console.log('{"type":"value","runNumber":1,"value":{},"files":[]}')`],
    ['files that are none', `console.log('{"type":"value","runNumber":1,"value":"1","files":{}}')`],
    ['a failure without a reason', `console.log('{"type":"failure","runNumber":1,"failure":{}}')`],
    ['a question of an unknown kind', `console.log('{"type":"asked","runNumber":1,"requestNumber":1,"kind":"x","request":"1"}')`],
    [
      'lines without end',
      `const many = '{"type":"output","runNumber":1,"stream":"stdout","text":"x"}\\n'.repeat(5000); const { writeSync } = require('node:fs'); for (;;) try { writeSync(1, many) } catch {}`,
    ],
    [
      'a line without end',
      `const much = 'x'.repeat(1e6); for (let i = 0; i < ${Math.ceil(MAX_GUEST_LINE_CHARS / 1e6) + 2}; i++) process.stdout.write(much)`,
    ],
  ];

  test.each(lies)('%s ends its run, and nothing else', async (_, script) => {
    expect(await run(script)).toMatchObject({ type: 'misbehaved' });
  });

  test('a message of another run is ignored', async () => {
    const value = (runNumber: number) =>
      `console.log('{"type":"value","runNumber":${runNumber},"value":"${runNumber}","files":[]}');`;
    expect(await run(value(7) + value(1))).toMatchObject({ type: 'value', value: '1' });
  });

  test('a listener that throws ends the run that it belongs to', async () => {
    const guest = says(onRun(`console.log('{"type":"output","runNumber":1,"stream":"stdout","text":"x"}')`));
    onTestFinished(() => guest.kill());
    const broken: GuestListener = {
      ...quiet,
      onOutput: () => {
        throw new Error('full');
      },
    };
    expect(await guest.run({}, 64, broken)).toMatchObject({ type: 'misbehaved', cause: { message: 'full' } });
  });

  test('a process that ends before it is ready is reported with its output', async () => {
    await expect(says(`console.error('no memory'); process.exit(3)`).ready).rejects.toThrow(/no memory/);
  });
});

describe('Python', () => {
  const python = new SandboxTrial('python');
  afterAll(() => python.sandbox.close());

  test('finds no object of JavaScript, wherever it looks', async () => {
    const { result } = await python.run(`
import gc, sys, types
JsProxy = next(type_ for type_ in object.__subclasses__() if type_.__name__ == "JsProxy")
seen, found, left = set(), [], [*gc.get_objects(), *object.__subclasses__(), sys.modules, sys._getframe(), *sys.meta_path, *sys.path_hooks]
while left:
    value = left.pop()
    if id(value) in seen: continue
    seen.add(id(value))
    if isinstance(value, JsProxy): found.append(repr(value)[:80])
    if isinstance(value, types.BuiltinFunctionType) and "pyodide" in str(getattr(value, "__module__", "")): found.append(repr(value)[:80])
    left.extend(gc.get_referents(value))
return [found, len(seen) > 10000]`);
    expect(result).toEqual({ ok: true, value: [[], true] });
  });

  test.each([
    ['left its sandbox by accessors on the prototype of every object', leavesSandbox],
    ['ended the process that reads its lines', endsServer],
  ])('that once %s meets an error, reaches nothing, and the next run is well', async (_, code) => {
    const canaries = await EscapeCanaries.start();
    onTestFinished(() => canaries.close());
    const { result, printed } = await python.run(code, { inputs: { ...canaries.inputs, path: '/api/v1/settings' } });
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: 'threw', message: expect.stringMatching(/^ModuleNotFoundError/) },
    });
    expect(printed).toEqual([]);
    expect((await python.run('return 1')).result).toEqual({ ok: true, value: 1 });
    expect(await canaries.reached()).toEqual([]);
  });

  test('cannot bring a removed module back by any way of importing', async () => {
    const { result } = await python.run(`
import sys, _imp, importlib, importlib.machinery, importlib.util
back = []
for name in ["js", "pyodide", "pyodide_js", "_pyodide_core", "_ctypes", "_testcapi", "_testinternalcapi", "_remote_debugging", "_posixsubprocess"]:
    sys.modules.pop(name, None)
    for way in (
        lambda: importlib.import_module(name),
        lambda: __import__(name),
        lambda: _imp.create_builtin(importlib.machinery.ModuleSpec(name, importlib.machinery.BuiltinImporter)),
        lambda: importlib.util.module_from_spec(importlib.machinery.BuiltinImporter.find_spec(name)),
        lambda: _imp.init_frozen(name),
    ):
        try:
            made = way()
            back += [name + "." + found for found in dir(made) if type(made) is type(sys) and not found.startswith("__")]
        except BaseException:
            pass
return back`);
    expect(result).toEqual({ ok: true, value: [] });
  });

  test('that calls asyncio.run, as in a script, gets the result of its function', async () => {
    const { result } = await python.run(
      'import asyncio\nasync def main():\n    await asyncio.sleep(0.01)\n    return 5\nreturn asyncio.run(main())',
    );
    expect(result).toEqual({ ok: true, value: 5 });
  });
});
