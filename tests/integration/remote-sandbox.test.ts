import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ProgramCalls } from '#engine/code/program-calls.ts';
import { runCode } from '#engine/code/run-code.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { makeClient } from '#lib/api/client.ts';
import type { Sandbox, SandboxCallTool, SandboxOutput, SandboxProgram, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { type ClosableSandbox, makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { HEARTBEAT } from '#server/sandbox/remote/remote-messages.ts';
import { RemoteSandbox } from '#server/sandbox/remote/remote-sandbox.ts';
import { makeSandboxServer } from '#server/sandbox/remote/serve-sandbox.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { EscapeCanaries } from '../support/escape-canaries.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { endsServer, leavesSandbox } from '../support/guests/first-escapes.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { ServerProcess } from '../support/server-process.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox, sharePythonCache } from '../support/test-sandbox.ts';

const TOKEN = 'a token of sixteen letters or more'.replaceAll(' ', '-');
const local = makeTestSandbox();
let server: Server;
let remote: ClosableSandbox;

async function listen(made: Server, port = 0): Promise<string> {
  made.listen(port, '127.0.0.1');
  await once(made, 'listening');
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

async function endServer(made: Server): Promise<void> {
  made.closeAllConnections();
  await new Promise((resolve) => made.close(resolve));
}

beforeAll(async () => {
  server = makeSandboxServer({ sandbox: local, token: TOKEN });
  remote = makeSandbox({ remote: { url: await listen(server), token: TOKEN } });
});
afterAll(async () => {
  await remote.close();
  await endServer(server);
  await local.close();
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const program = (code: string, more: Partial<SandboxProgram> = {}): SandboxProgram => ({
  language: 'javascript',
  code,
  inputs: {},
  timeoutMs: 20_000,
  memoryMb: 64,
  ...more,
});

/** The result with all output. */
async function run(sandbox: Sandbox, wanted: SandboxProgram, options: Partial<SandboxRunOptions> = {}) {
  const printed: SandboxOutput[] = [];
  const signal = new AbortController().signal;
  const result = await sandbox.run(wanted, { signal, onOutput: (output) => void printed.push(output), ...options });
  const textOf = (stream: SandboxOutput['stream']) =>
    printed
      .filter((output) => output.stream === stream)
      .map(({ text }) => text)
      .join('');
  const files = result.ok && result.files?.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')]);
  return {
    result: result.ok ? { ok: true, value: result.value } : result,
    files,
    stdout: textOf('stdout'),
    stderr: textOf('stderr'),
  };
}

const given = { files: [{ name: 'a.txt', bytes: Buffer.from('Grüße') }], keepsFiles: true } as const;

describe('a sandbox on another machine', () => {
  test.each<[string, SandboxProgram]>([
    [
      'a value',
      program('return { sum: inputs.a + 1, args, name: env.NAME }', {
        inputs: { a: 1 },
        args: ['x'],
        environment: { NAME: 'n' },
      }),
    ],
    ['nothing', program('')],
    ['what is printed', program('console.log("漢字", 1); console.error("oh"); return 1')],
    ['files', program('files.write("b/c.txt", files.read("a.txt") + "!"); return files.list()', given)],
    ['an error and its line', program('const a = 1;\nthrow new TypeError("no")')],
    ['code that cannot be read', program('return (')],
    ['too much time', program('for (;;);', { timeoutMs: 300 })],
    ['too much memory', program('const all = []; for (;;) all.push(new Array(1e6).fill(1))', { memoryMb: 16 })],
    ['much to return', program('return "x".repeat(3_900_000)')],
    [
      'large files',
      program('for (const name of ["a", "b"]) files.write(name, new Uint8Array(9_000_000)); return files.list()', given),
    ],
    ['too much to return', program('return "x".repeat(4_100_000)')],
    [
      'a value of Python',
      program('print("a")\nreturn {"b": inputs["a"], "c": __import__("sys").argv[1:]}', {
        language: 'python',
        inputs: { a: [1] },
        args: ['x'],
      }),
    ],
    [
      'files of Python',
      program('open("/files/out/b.txt", "w").write(open("/files/in/a.txt").read())', { language: 'python', ...given }),
    ],
    ['an end of Python', program('import sys\nsys.exit(3)', { language: 'python' })],
  ])('returns %s like a local one', async (_, wanted) => {
    expect(await run(remote, wanted)).toEqual(await run(local, wanted));
  });

  test('forwards host requests of the code, and this machine answers them', async () => {
    const { host, origin, hits } = await startLoopbackServer((_, response) => response.end('{"text":"Grüße"}'));
    const fetch = makeSafeFetch({ allowedPrivateHosts: [host] });
    onTestFinished(() => fetch.close());
    const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox: remote });
    const callTool: SandboxCallTool = async (call) => ({ ok: true, value: { call } });
    const context = { tools, signal: new AbortController().signal, waits: () => () => {} };
    const running = { context, onOutput: () => {}, network: { hosts: [host], fetch }, callTool };
    const javascript = `const { text } = await (await fetch('${origin}/a')).json();
const refused = await fetch('http://10.0.0.1/').catch(({ message }) => message);
return [text, refused, await tools.look({ text })]`;
    const python = `text = (await fetch("${origin}/a")).json()["text"]
try: refused = await fetch("http://10.0.0.1/")
except ConnectionError as error: refused = str(error)
return [text, refused, await tools.look(text=text)]`;
    for (const wanted of [program(javascript), program(python, { language: 'python' })])
      expect(await runCode(wanted, running)).toEqual({
        ok: true,
        value: [
          'Grüße',
          expect.stringContaining('is not allowed: this code may reach'),
          { call: { name: 'look', args: { text: 'Grüße' } } },
        ],
      });
    expect(hits).toHaveLength(2);
  });

  test('stops code there as soon as it is stopped here', async () => {
    for (let number = 0; number < 6; number++) {
      const stop = new AbortController();
      const onOutput = () => stop.abort(new Error('stopped'));
      await expect(
        run(remote, program('console.log(1); for (;;);', { timeoutMs: 600_000 }), { signal: stop.signal, onOutput }),
      ).rejects.toThrow('stopped');
    }
    // Several times as many as permits. None keeps running.
    expect(await run(remote, program('return 1'))).toMatchObject({ result: { value: 1 } });
  });

  test('does nothing for a caller with another token', async () => {
    const token = 'another-token-of-16';
    const stranger = new RemoteSandbox({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token });
    await expect(run(stranger, program('return 1'))).rejects.toMatchObject({
      code: 'sandbox-failed',
      isRetryable: false,
      message: expect.stringContaining('it does not take the token (sandbox.remote.token)'),
    });
  });

  test('answers a health request without a token, with its walls, and accepts its token in any case of the scheme', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toEqual({ status: 'ok', walls: null });
    expect((await fetch(`http://127.0.0.1:${port}/run`, { method: 'POST', body: '{}' })).status).toBe(401);
    const authorization = `bearer ${TOKEN}`;
    expect((await fetch(`http://127.0.0.1:${port}/else`, { headers: { authorization } })).status).toBe(404);
    const answer = await fetch(`http://127.0.0.1:${port}/run`, {
      method: 'POST',
      body: '{"code": 1}\n',
      headers: { authorization },
    });
    // It ends once the caller has closed the connection.
    const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await lines?.read())?.value).toContain('"type":"refused","code":"sandbox-failed"');
    await lines?.cancel();
  });

  test('that cannot be reached is named in a retryable error, and a short outage is waited for', async () => {
    const gone = createServer();
    const url = await listen(gone);
    await endServer(gone);
    const sandbox = new RemoteSandbox({ url, token: TOKEN });
    await expect(run(sandbox, program('return 1'))).rejects.toMatchObject({
      code: 'sandbox-failed',
      isRetryable: true,
      message: expect.stringContaining(`The sandbox at ${url} could not run the code: connect ECONNREFUSED`),
      hint: expect.stringContaining('npm run sandbox'),
    });
    const running = run(sandbox, program('return 1'));
    const back = makeSandboxServer({ sandbox: local, token: TOKEN });
    onTestFinished(() => endServer(back));
    await listen(back, Number(new URL(url).port));
    expect(await running).toMatchObject({ result: { value: 1 } });
  });
});

describe('a sandbox on a machine that an attacker controls', () => {
  const answering = async (answer: (response: ServerResponse) => void, { silenceMs = 10_000 } = {}) => {
    const hostile = createServer((request, response) => {
      request.resume();
      response.writeHead(200).flushHeaders();
      answer(response);
    });
    onTestFinished(() => endServer(hostile));
    return new RemoteSandbox({ url: await listen(hostile), token: TOKEN }, { silenceMs });
  };
  const line = (message: object) => `${JSON.stringify(message)}\n`;
  const files = (name: string) => [{ name, base64: 'YQ==' }];

  test.each<[string, (response: ServerResponse) => void]>([
    ['is silent', () => {}],
    ['falls silent', (response) => void response.write(line({ type: HEARTBEAT }))],
    [
      'asks without an end',
      (response) => void response.write(line({ type: 'asked', number: 1, kind: 'call', request: '{}' }).repeat(1000)),
    ],
    [
      'gives words without an end',
      (response) => void response.write(line({ type: 'refused', code: 'sandbox-failed', message: 'x'.repeat(20_000_000) })),
    ],
    ['says nothing that is JSON', (response) => void response.write('{{\n')],
    ['says what nobody knows', (response) => void response.write(line({ type: 'eval', code: '1' }))],
    [
      'says of a failure what there is not',
      (response) => void response.write(line({ type: 'failure', failure: { reason: 'x' } })),
    ],
    [
      'says a line that never ends',
      (response) => {
        for (let part = 0; part < 20; part++) response.write('x'.repeat(5_000_000));
      },
    ],
    ['goes away', (response) => void response.destroy()],
    ['ends without an end', (response) => void response.end(line({ type: HEARTBEAT }))],
  ])('and %s costs one attempt', async (_, answer) => {
    await expect(run(await answering(answer, { silenceMs: 500 }), program('return 1'))).rejects.toMatchObject({
      code: 'sandbox-failed',
      isRetryable: true,
      message: expect.stringMatching(/^.{1,5000}$/),
    });
  });

  test.each([1000, 10_000, 100_000, 1_000_000])('cannot end this process with %d nested lists in a request', async (depth) => {
    const request = `{"name":"look","args":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const heard: string[] = [];
    const sandbox = await answering((response) => {
      response.write(line({ type: 'asked', number: 7, kind: 'call', request }));
      response.req.on('data', (part: Buffer) => {
        heard.push(part.toString());
        if (heard.join('').includes('"number":7')) response.write(line({ type: 'value', value: 1 }));
      });
    });
    const { context } = makeExecutorContext({ tools: makeToolKit({ payloads: makeMemoryPayloads() }) });
    const { call: callTool } = new ProgramCalls({ ...context, toolCallId: 'c', idempotencyKey: 'k', offered: undefined }, []);
    expect(await run(sandbox, program('return 1'), { callTool })).toMatchObject({ result: { ok: true, value: 1 } });
    expect(heard.join('')).toContain('"number":7,"head":"{\\"ok\\":false,');
  });

  test('cannot put files where it likes', async () => {
    for (const name of ['../../etc/passwd', '/etc/passwd', 'a/../../b', 'a\u0000b', 'CON']) {
      const sandbox = await answering((response) => response.end(line({ type: 'value', value: 1, files: files(name) })));
      expect(await run(sandbox, program('return 1', { keepsFiles: true }))).toMatchObject({
        result: { ok: false, failure: { reason: 'bad-files' } },
      });
    }
    const unasked = await answering((response) => response.end(line({ type: 'value', value: 1, files: files('a') })));
    expect(await run(unasked, program('return 1'))).toMatchObject({ result: { ok: true, value: 1 }, files: undefined });
  });

  test('cannot make requests that the code was not granted, nor exceed the output limit', async () => {
    const heard: string[] = [];
    const sandbox = await answering((response) => {
      response.write(line({ type: 'asked', number: 1, kind: 'fetch', request: '{"url":"http://127.0.0.1/"}' }));
      response.write(line({ type: 'asked', number: 2, kind: 'call', request: '{"name":"post","args":{}}' }));
      for (let count = 0; count < 2000; count++) response.write(line({ type: 'output', stream: 'stdout', text: 'x\n' }));
      response.req.on('data', (part: Buffer) => {
        heard.push(part.toString());
        if (heard.join('').includes('"number":2')) response.end(line({ type: 'value', value: 1 }));
      });
    });
    const { stdout, stderr } = await run(sandbox, program('return 1'));
    expect(heard.join('')).toContain('There is no network here');
    expect(heard.join('')).toContain('There are no tools here');
    expect(stdout.split('\n')).toHaveLength(1001);
    expect(stderr).toContain('the rest is omitted');
  });

  test('cannot return more than code may', async () => {
    const sandbox = await answering((response) => response.write(line({ type: 'value', value: 'x'.repeat(4_100_000) })));
    expect(await run(sandbox, program('return 1'))).toMatchObject({ result: { failure: { reason: 'bad-result' } } });
  });
});

describe('npm run sandbox', () => {
  const start = async (env: Record<string, string> = {}, entry: 'sandbox.ts' | 'scripts/sandbox.mjs' = 'sandbox.ts') => {
    const dataFolder = scratch();
    sharePythonCache(dataFolder);
    const started = await ServerProcess.start({
      dataFolder,
      entry,
      env: { THREADLOOM_SANDBOX_PORT: '0', THREADLOOM_SANDBOX_TOKEN: TOKEN, ...env },
    });
    onTestFinished(() => started.end('SIGKILL').then(() => {}));
    return started;
  };

  test('does not start without a token: pages in a browser reach this machine, too', async () => {
    await expect(start({ THREADLOOM_SANDBOX_TOKEN: '' })).rejects.toThrow(
      'Set THREADLOOM_SANDBOX_TOKEN: callers have to send it to run code here',
    );
  });

  test('runs the code of a server that names it, which fails with a clear error once that sandbox has ended', async () => {
    const there = await start({}, 'scripts/sandbox.mjs');
    const config = `sandbox:\n  remote:\n    url: ${there.url}\n    token: \${MY_TOKEN}\n`;
    const location = await makeDatabaseLocation();
    onTestFinished(location.remove);
    const web = await ServerProcess.start({ ...location, config, env: { MY_TOKEN: TOKEN } });
    onTestFinished(() => web.end().then(() => {}));
    const api = makeClient({ baseUrl: web.url });
    const document = workflowOf(
      {
        start: ['start', { inputs: [] }],
        code: ['code', { language: 'python', code: 'import os, sys\nreturn [sys.platform, 1 + 1]' }],
        end: ['end', { outputs: { value: '{{code}}' } }],
      },
      ['start -> code', 'code -> end'],
    );
    const started = () => api.runDocument({ body: { document, mode: 'sync' } });
    expect(await started()).toMatchObject({ status: 'succeeded', outputs: { value: ['emscripten', 2] } });
    await there.end('SIGKILL');
    expect(await started()).toMatchObject({
      status: 'failed',
      error: { code: 'sandbox-failed', nodeId: 'code', message: expect.stringContaining(there.url) },
    });
  });

  test('that dies under a run costs its node one attempt', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox: new RemoteSandbox({ url: first.url, token: TOKEN }) });
    const options = { retry: { attempts: 10, delayMs: 500, factor: 1, on: 'all' } };
    const code = 'console.log("begun"); await new Promise((resolve) => setTimeout(resolve, 1500)); return 1';
    const flow = workflowOf({ code: ['code', { code, timeoutMs: 20_000 }, options] }, []);
    const engine = new TestEngine({ tools });
    const { runId, outcome } = await engine.start(flow);
    await expect
      .poll(async () => (await engine.events(runId)).filter(({ type }) => type === 'code_output').length, { timeout: 20_000 })
      .toBe(1);
    await first.end('SIGKILL');
    await start({ THREADLOOM_SANDBOX_PORT: port });
    expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { code: 1 } });
  });

  test('has the walls that this machine has around code, for both languages', async () => {
    const there = await start();
    const canaries = await EscapeCanaries.start();
    onTestFinished(() => canaries.close());
    const here = makeTestSandbox();
    onTestFinished(() => here.close());
    const { walls } = (await (await fetch(`${there.url}/health`)).json()) as { walls: string[] };
    expect(walls).toEqual(await here.walls());
    const sandbox = new RemoteSandbox({ url: there.url, token: TOKEN });
    const inputs = { ...canaries.inputs, path: '/', parent: there.pid };
    const attempt = async (language: SandboxProgram['language'], code: string) =>
      (await run(sandbox, program(code, { language, inputs }))).result;
    const javascript = `const met = []; for (const name of ['node:fs', 'node:net', inputs.file]) try { met.push(typeof (await import(name))) } catch { met.push('refused') }
return [...met, typeof (() => {}).constructor('return this')().process, typeof fetch]`;
    expect(await attempt('javascript', javascript)).toEqual({
      ok: true,
      value: ['refused', 'refused', 'refused', 'undefined', 'undefined'],
    });
    const python = `import os, signal, socket
met = []
for call in (lambda: open(inputs["file"]).read(), lambda: os.kill(inputs["parent"], signal.SIGKILL), lambda: socket.create_connection(("127.0.0.1", inputs["port"]), 2), lambda: os.fork()):
    try: met.append(str(call()))
    except OSError as error: met.append(type(error).__name__)
return met`;
    expect(await attempt('python', python)).toEqual({
      ok: true,
      value: ['FileNotFoundError', 'PermissionError', 'OSError', 'OSError'],
    });
    for (const code of [leavesSandbox, endsServer])
      expect(await attempt('python', code)).toMatchObject({
        failure: { reason: 'threw', message: expect.stringMatching(/^ModuleNotFoundError/) },
      });
    expect(await attempt('javascript', 'const one: number = 1; return one')).toEqual({ ok: true, value: 1 });
    expect(await attempt('python', 'return 1')).toEqual({ ok: true, value: 1 });
    expect(await canaries.reached()).toEqual([]);
  });

  test('survives a connection error without a listener, and exits in order after any other error', async () => {
    const fault = join(scratch(), 'fault.mjs');
    writeFileSync(
      fault,
      `let codes = ['ECONNRESET']; process.on('SIGUSR2', () => { throw Object.assign(new Error('lost'), { code: codes.pop() }) });`,
    );
    const there = await start({ NODE_OPTIONS: `--import=${fault}` });
    const sandbox = new RemoteSandbox({ url: there.url, token: TOKEN });
    process.kill(there.pid, 'SIGUSR2');
    await expect.poll(() => there.output).toContain('a connection broke where nothing waited for it');
    expect(await run(sandbox, program('return 1'))).toMatchObject({ result: { value: 1 } });
    const begun = Promise.withResolvers<void>();
    const code = 'console.log(1); await new Promise((resolve) => setTimeout(resolve, 1000)); return "all of it"';
    const running = run(sandbox, program(code), { onOutput: () => begun.resolve() });
    await begun.promise;
    const ended = there.exited;
    process.kill(there.pid, 'SIGUSR2');
    expect(await running).toMatchObject({ result: { value: 'all of it' } });
    expect(await ended).toBe(1);
    expect(there.output).toContain('an error was not caught: the process stops');
  });

  test('that receives SIGTERM lets running code finish', async () => {
    const there = await start();
    const sandbox = new RemoteSandbox({ url: there.url, token: TOKEN });
    const begun = Promise.withResolvers<void>();
    const code = 'console.log(1); await new Promise((resolve) => setTimeout(resolve, 1000)); return "all of it"';
    const running = run(sandbox, program(code), { onOutput: () => begun.resolve() });
    await begun.promise;
    const ended = there.end('SIGTERM');
    expect(await running).toMatchObject({ result: { value: 'all of it' } });
    expect(await ended).toBe(0);
  });
});
