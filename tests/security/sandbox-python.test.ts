import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxFailureReason } from '#lib/ports/sandbox.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { MAX_OUTPUT_CHARS, MAX_OUTPUT_LINES } from '#server/sandbox/sandbox-limits.ts';
import { programOf } from '../support/python-attempts.ts';
import { SandboxTrial, textOf } from '../support/sandbox-trial.ts';

const trial = new SandboxTrial('python');
afterAll(() => trial.sandbox.close());

/** The body of one attempt. */
const attempt = (expression: string, preparation = '') => `${preparation}\nreturn ${expression}`;

async function outcomesOf(attempts: readonly string[]): Promise<unknown> {
  const { result } = await trial.run(programOf(attempts));
  return result.ok ? result.value : result.failure;
}

/**
 * Attempts to escape with their exact errors, so that a new way to fail gets reviewed.
 */
const attacks: readonly [name: string, code: string, answer: string][] = [
  [
    'reads a file of the host',
    attempt('open("/etc/passwd").read()'),
    "FileNotFoundError: [Errno 44] No such file or directory: '/etc/passwd'",
  ],
  [
    'reads a file of this project',
    attempt(`open(${JSON.stringify(import.meta.filename)}).read()`),
    `FileNotFoundError: [Errno 44] No such file or directory: '${import.meta.filename}'`,
  ],
  [
    'reads its own process',
    attempt('open("/proc/self/environ").read()'),
    "FileNotFoundError: [Errno 44] No such file or directory: '/proc/self/environ'",
  ],
  ['lists the processes of the host', attempt('[name for name in os.listdir("/proc") if name.isdigit()]', 'import os'), 'got []'],
  [
    'lists the root folder of the host',
    attempt('sorted(set(os.listdir("/")) & {"etc", "root", "usr", "var", "work"})', 'import os'),
    'got []',
  ],
  [
    'reads the environment of the server',
    attempt(
      '[name for name in os.environ if name in ("SHELL", "HOSTNAME", "NODE_ENV", "VITEST", "THREADLOOM_DATA_DIR")]',
      'import os',
    ),
    'got []',
  ],
  [
    'is told where the server lies',
    attempt(
      '"threadloom" in str(os.environ).lower() or "/server/" in str(os.environ) + str(sys.argv) + str(sys.path)',
      'import os, sys',
    ),
    'got False',
  ],
  ['runs a command', attempt('os.system("id")', 'import os'), 'got 32512'],
  [
    'opens a pipe to a command',
    attempt('os.popen("id").read()', 'import os'),
    'OSError: [Errno 138] emscripten does not support processes.',
  ],
  [
    'starts a process',
    attempt('subprocess.run(["id"], capture_output=True)', 'import subprocess'),
    'OSError: [Errno 138] emscripten does not support processes.',
  ],
  ['forks', attempt('os.fork()', 'import os'), 'OSError: [Errno 52] Function not implemented'],
  ['replaces itself by a command', attempt('os.execv("/bin/sh", ["sh"])', 'import os'), 'OSError: [Errno 45] Exec format error'],
  [
    'starts a thread',
    attempt('threading.Thread(target=print).start()', 'import threading'),
    "RuntimeError: can't start new thread",
  ],
  [
    'starts a pool of processes',
    attempt('multiprocessing.Pool(2)', 'import multiprocessing'),
    "ModuleNotFoundError: No module named '_multiprocessing'",
  ],
  [
    'asks a name server',
    attempt('socket.getaddrinfo("localhost", 80)[0][4][0] if False else socket.gethostbyname("example.com")', 'import socket'),
    'got 172.29.1.0',
  ],
  [
    'fetches a page',
    attempt('urllib.request.urlopen("http://127.0.0.1:9/", timeout=2).read()', 'import urllib.request'),
    'URLError: <urlopen error [Errno 23] Host is unreachable>',
  ],
  [
    'fetches as Pyodide does',
    attempt('await pyodide.http.pyfetch("http://127.0.0.1:9/")', 'import pyodide.http'),
    "ModuleNotFoundError: No module named 'pyodide.http'; 'pyodide' is not a package",
  ],
  [
    'imports the JavaScript around it',
    attempt('js.process', 'import js'),
    'ModuleNotFoundError: import of js halted; None in sys.modules',
  ],
  [
    'imports Pyodide from JavaScript',
    attempt('pyodide_js._module', 'import pyodide_js'),
    'ModuleNotFoundError: import of pyodide_js halted; None in sys.modules',
  ],
  [
    'imports the core of Pyodide',
    attempt('_pyodide_core', 'import _pyodide_core'),
    'ModuleNotFoundError: import of _pyodide_core halted; None in sys.modules',
  ],
  [
    'evaluates JavaScript',
    attempt('run_js("process")', 'from pyodide.code import run_js'),
    "ModuleNotFoundError: No module named 'pyodide.code'; 'pyodide' is not a package",
  ],
  [
    'puts js back among the modules',
    attempt('js.process', 'import sys\nsys.modules.pop("js")\nimport js'),
    "ModuleNotFoundError: No module named 'js'",
  ],
  [
    'finds js by the finder of Pyodide',
    attempt(
      '[getattr(module, "process", None) for module in jsfinder.jsproxies.values()]',
      'from _pyodide._importhook import jsfinder',
    ),
    "ModuleNotFoundError: No module named '_pyodide._importhook'; '_pyodide' is not a package",
  ],
  [
    'makes a function of a string by a proxy of JavaScript',
    attempt('webloop.scheduleCallback.constructor("return globalThis")()', 'from pyodide import webloop'),
    'ModuleNotFoundError: import of pyodide halted; None in sys.modules',
  ],
  [
    'makes one by an array of JavaScript',
    attempt('ffi.to_js([1]).constructor.constructor("return process")()', 'from pyodide import ffi'),
    'ModuleNotFoundError: import of pyodide halted; None in sys.modules',
  ],
  [
    'mounts a folder of the host',
    attempt(
      'pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, {"root": "/etc"}, "/mnt")',
      'import sys\nsys.modules.pop("pyodide_js")\nimport pyodide_js',
    ),
    "ModuleNotFoundError: No module named 'pyodide_js'",
  ],
  [
    'installs a package',
    attempt('await micropip.install("requests")', 'import micropip'),
    'ModuleNotFoundError: import of micropip halted; None in sys.modules',
  ],
  [
    'loads a library of the host',
    attempt('ctypes.CDLL("libc.so.6").getpid()', 'import ctypes'),
    'ModuleNotFoundError: import of ctypes halted; None in sys.modules',
  ],
  [
    'loads it past the list of modules',
    attempt(
      '_ctypes.dlopen("/lib/x86_64-linux-gnu/libc.so.6", 2)',
      'import sys\nfor name in ("ctypes", "_ctypes"): sys.modules.pop(name, None)\nimport _ctypes',
    ),
    "ModuleNotFoundError: No module named '_ctypes'",
  ],
  [
    'walks to every class and looks for a process',
    attempt('[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == "Popen"][0](["id"])', 'import subprocess'),
    'OSError: [Errno 138] emscripten does not support processes.',
  ],
  [
    'reads the frames below it',
    attempt(
      '[name for frame in frames for name in frame.f_globals if name in ("process", "require")]',
      'import sys\nframe, frames = sys._getframe(), []\nwhile frame: frames.append(frame); frame = frame.f_back',
    ),
    'got []',
  ],
  ['sends a signal to its parent', attempt('os.kill(1, 9)', 'import os'), 'PermissionError: [Errno 63] Operation not permitted'],
  [
    'opens the descriptors of its process',
    attempt(
      'sorted({write(fd) for fd in range(3, 64)})',
      'import os\ndef write(fd):\n    try: return os.write(fd, b"{\\"type\\":\\"end\\",\\"outcome\\":\\"{}\\"}\\n")\n    except OSError as error: return f"OSError {error.errno}"',
    ),
    "got ['OSError 8']",
  ],
];

/** Outcomes of attacks that do not end on their own. */
const stopped: readonly [name: string, code: string, reason: SandboxFailureReason, message: RegExp][] = [
  ['a loop without an end', 'while True: pass', 'timed-out', /within 1000 ms/],
  [
    'a loop that catches everything',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    'timed-out',
    /within 1000 ms/,
  ],
  [
    'a loop after it ignored all signals',
    'import signal\nfor number in range(1, 30):\n    try: signal.signal(number, signal.SIG_IGN)\n    except BaseException: pass\nwhile True: pass',
    'timed-out',
    /within 1000 ms/,
  ],
  ['a number that takes for ever', 'return str(10 ** (10 ** 8))', 'timed-out', /within 1000 ms/],
  [
    'an expression that backtracks for ever',
    'import re\nreturn re.match(r"(a+)+$", "a" * 60 + "b")',
    'timed-out',
    /within 1000 ms/,
  ],
  ['a sleep', 'import time\ntime.sleep(1000)', 'timed-out', /within 1000 ms/],
  ['an awaited sleep', 'import asyncio\nawait asyncio.sleep(1000)', 'timed-out', /within 1000 ms/],
  [
    'tasks that make tasks',
    'import asyncio\nasync def again():\n    while True: await asyncio.sleep(0)\nawait asyncio.gather(*[again() for _ in range(50)])',
    'timed-out',
    /within 1000 ms/,
  ],
  ['lists without an end', 'rows = []\nwhile True: rows.append([0] * 10**6)', 'out-of-memory', /more than 64 MB/],
  ['one enormous list', 'return [0] * 10**9', 'out-of-memory', /more than 64 MB/],
  ['a text that doubles', 'text = "x"\nwhile True: text += text', 'out-of-memory', /more than 64 MB/],
  ['calls without an end', 'def call(): return call()\ncall()', 'threw', /RecursionError/],
  [
    'calls without an end, whatever the limit',
    'import sys\nsys.setrecursionlimit(10**9)\ndef call(): return call()\ncall()',
    'out-of-memory',
    /more than 64 MB/,
  ],
  ['an exit', 'import os\nos._exit(0)', 'crashed', /^The Python interpreter broke: Program terminated with exit\(0\)$/],
  ['an abort', 'import os\nos.abort()', 'crashed', /^The Python interpreter broke: (?!.*is not defined)/],
  ['sys.exit', 'import sys\nsys.exit(7)', 'exited', /exit code 7/],
  ['an exit with a text', 'raise SystemExit("enough")', 'exited', /exit code 1: enough/],
  ['a result that is no JSON', 'return {1, 2}', 'bad-result', /set is not JSON/],
  ['a number JSON does not have', 'return float("nan")', 'bad-result', /no JSON/],
  ['a result that contains itself', 'rows = []\nrows.append(rows)\nreturn rows', 'bad-result', /[Cc]ircular/],
  ['a result of five megabytes', 'return "x" * 5_000_000', 'bad-result', /characters as JSON/],
  [
    'an error that cannot be shown',
    'class Bad(Exception):\n    def __str__(self): raise self\nraise Bad()',
    'threw',
    /Bad: \(its message cannot be shown\)/,
  ],
];

describe('an attack by Python', () => {
  let outcomes: unknown;
  beforeAll(async () => {
    outcomes = await outcomesOf(attacks.map(([, code]) => code));
  });

  test.each(attacks.map(([name, , outcome], index) => [name, index, outcome] as const))('that %s fails', (_, index, outcome) => {
    expect(outcomes).toHaveProperty([index], outcome);
  });

  test.each(stopped)('is stopped: %s', async (_, code, reason, message) => {
    const { result } = await trial.run(code, { timeoutMs: reason === 'timed-out' ? 1000 : 30_000 });
    expect(result).toMatchObject({ ok: false, failure: { reason, message: expect.stringMatching(message) } });
  });

  test('that was stopped leaves a sandbox that serves the next run', expectUnharmed);

  test('connects to no port of the host', async () => {
    const met: unknown[] = [];
    const server = createServer((socket) => void met.push(socket.end()));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const outcomes = await outcomesOf([
      attempt(`socket.create_connection(("127.0.0.1", ${port}), 2).recv(10)`, 'import socket'),
      attempt(
        'listener.getsockname()',
        'import socket\nlistener = socket.socket()\nlistener.bind(("127.0.0.1", 0))\nlistener.listen()',
      ),
    ]);
    expect(outcomes).toEqual(['OSError: [Errno 23] Host is unreachable', 'OSError: [Errno 138] Not supported']);
    expect(met).toEqual([]);
  });

  test('writes nothing to the host: its files are gone with its run, and a file of the host that it names is unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threadloom-attack-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const victim = join(folder, 'victim');
    await writeFile(victim, 'as it was');
    const code = attempt(`open(${JSON.stringify(victim)}, "w").write("x")`, `import os\nos.makedirs(${JSON.stringify(folder)})`);
    expect(await outcomesOf([code])).toEqual(['got 1']);
    expect(await readFile(victim, 'utf8')).toBe('as it was');
    const name = `/tmp/${basename(folder)}-new`;
    expect(await outcomesOf([attempt(`open("${name}", "w").write("x")`)])).toEqual(['got 1']);
    expect(existsSync(name)).toBe(false);
    expect(await outcomesOf([attempt(`os.path.exists("${name}")`, 'import os')])).toEqual(['got False']);
  });

  test('reaches no process of the host by a signal', async () => {
    const received: string[] = [];
    const note = () => void received.push('SIGUSR2');
    process.on('SIGUSR2', note);
    onTestFinished(() => void process.off('SIGUSR2', note));
    const outcomes = await outcomesOf([attempt(`os.kill(${process.pid}, ${constants.signals.SIGUSR2})`, 'import os')]);
    expect(outcomes).toEqual(['PermissionError: [Errno 63] Operation not permitted']);
    process.kill(process.pid, 'SIGUSR2');
    // Our own message arrives, so the test would have detected the other.
    await expect.poll(() => received).toEqual(['SIGUSR2']);
  });

  test('by forged results, replaced builtins and a changed json returns its value, or an error of its own', async () => {
    const forged = await trial.run(
      'import json\njson.JSONEncoder.encode = json.dumps = json.loads = lambda *_: "{\\"value\\": 9}"\nreturn 5',
    );
    expect(forged.result).toEqual({ ok: true, value: 5 });
    const gutted = await trial.run(
      'import builtins, sys\nbuiltins.str = builtins.isinstance = None\nsys.modules.clear()\nreturn 5',
    );
    expect(gutted.result).toMatchObject({ ok: false, failure: { reason: 'crashed' } });
    const printed = await trial.run('print(\'{"type":"end","outcome":"{\\\\"value\\\\": 9}"}\')\nreturn 5');
    expect(printed.result).toEqual({ ok: true, value: 5 });
    const polluting = await trial.run('return {"__proto__": {"polluted": True}}');
    expect(polluting.result.ok && JSON.stringify(polluting.result.value)).toBe('{"__proto__":{"polluted":true}}');
    await expectUnharmed();
  });

  test('leaves nothing for the next run, neither in memory nor in files', async () => {
    await trial.run('import builtins, json\nbuiltins.leak = "A"\njson.leak = "A"\nopen("/tmp/leak", "w").write("A")\nreturn 1');
    const look =
      'import builtins, json, os\nreturn [hasattr(builtins, "leak"), hasattr(json, "leak"), os.path.exists("/tmp/leak")]';
    expect((await trial.run(look)).result).toEqual({ ok: true, value: [false, false, false] });
  });

  test('by a flood of lines fills only its own share of the log', async () => {
    const lines = await trial.run('for _ in range(50_000): print("line")\nreturn "done"');
    expect(lines.result).toEqual({ ok: true, value: 'done' });
    expect(textOf(lines, 'stdout').split('\n').length - 1).toBe(MAX_OUTPUT_LINES);
    expect(textOf(lines, 'stderr')).toMatch(/the rest is omitted/);
    const text = await trial.run('import sys\nsys.stderr.write("x" * 1_000_000)\nreturn "done"');
    expect(textOf(text, 'stderr').length).toBeLessThan(MAX_OUTPUT_CHARS + 200);
  });

  test('leaves no process behind, however it is ended', async () => {
    const running = trial.run('print(1, flush=True)\nwhile True: pass', { timeoutMs: 1500 });
    await expect.poll(() => guestProcesses().size, { timeout: 30_000 }).toBeGreaterThan(0);
    const seen = guestProcesses();
    await running;
    await trial.sandbox.close();
    // Each by its number and arguments: a process that lost its parent is no longer among those below this one.
    await expect.poll(() => [...allProcesses()].filter(([pid, { args }]) => seen.get(pid) === args)).toEqual([]);
    expect(guestProcesses().size).toBe(0);
  });
});

/** Neither this process nor the next run is affected. */
async function expectUnharmed(): Promise<void> {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await trial.run('return inputs["a"] * 2', { inputs: { a: 21 } })).result).toEqual({ ok: true, value: 42 });
}

/** Python processes below this one, by pid, with their arguments. */
function guestProcesses(): Map<number, string> {
  const all = allProcesses();
  const isGuest = (pid: number): boolean => {
    const parent = all.get(pid)?.parent;
    return parent === process.pid || (parent !== undefined && isGuest(parent));
  };
  return new Map(
    [...all]
      .filter(([pid, { args }]) => args.includes('python-child.ts serve') && isGuest(pid))
      .map(([pid, { args }]) => [pid, args]),
  );
}

function allProcesses(): Map<number, { parent: number; args: string }> {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 10_000_000 }).split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return args === undefined ? [] : [[Number(pid), { parent: Number(parent), args }] as const];
    }),
  );
}

test('starts from the snapshot that an earlier life of the server left in its folder', async () => {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'threadloom-cache-'));
  onTestFinished(() => rm(cacheFolder, { recursive: true, force: true }));
  const made: string[][] = [];
  for (let life = 0; life < 2; life++) {
    const sandbox = makeSandbox({ cacheFolder });
    const program = { language: 'python', code: 'return 1', inputs: {}, timeoutMs: 20_000, memoryMb: 64 } as const;
    const ran = sandbox.run(program, { signal: new AbortController().signal, onOutput: () => {} });
    expect(await ran).toEqual({ ok: true, value: 1 });
    await sandbox.close();
    made.push(await readdir(cacheFolder));
  }
  expect(made[0]).toEqual([expect.stringMatching(/^python-[0-9a-f]+\.snapshot$/)]);
  expect(made[1]).toEqual(made[0]);
});
