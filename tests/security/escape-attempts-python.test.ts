import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxProgram, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { type ClosableSandbox, makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { EscapeCanaries } from '../support/escape-canaries.ts';
import { programOf } from '../support/python-attempts.ts';

const SECRET = 'S3cret-of-the-run-before';
const root = join(import.meta.dirname, '../..');
let canaries: EscapeCanaries;
let cacheFolder: string;
let sandbox: ClosableSandbox;
let snapshotHash: string;

beforeAll(async () => {
  canaries = await EscapeCanaries.start();
  cacheFolder = await mkdtemp(join(tmpdir(), 'threadloom-escape-cache-'));
  sandbox = makeSandbox({ cacheFolder });
  expect((await run('return 1')).result).toEqual({ ok: true, value: 1 });
  snapshotHash = await hashOfSnapshot();
}, 120_000);
afterAll(async () => {
  await sandbox.close();
  await canaries.close();
  await rm(cacheFolder, { recursive: true, force: true });
});

type Options = Partial<SandboxProgram> & Pick<SandboxRunOptions, 'fetch'>;

async function run(code: string, { fetch, ...program }: Options = {}) {
  const printed: string[] = [];
  const result = await sandbox.run(
    { language: 'python', code, inputs: canaries.inputs, timeoutMs: 60_000, memoryMb: 64, ...program },
    { signal: new AbortController().signal, onOutput: ({ text }) => void printed.push(text), ...(fetch && { fetch }) },
  );
  return { result, printed: printed.join('') };
}

async function hashOfSnapshot(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(cacheFolder)).sort()) hash.update(name).update(await readFile(join(cacheFolder, name)));
  return hash.digest('hex');
}

type Attempt = readonly [name: string, code: string, outcome: string | RegExp];

/** Outcomes are exact, so that a new way to fail gets reviewed. */
const attempts: readonly Attempt[] = [
  // Native code.
  [
    'loads a library of WebAssembly that it wrote itself, to call what its interpreter imports',
    `
import _imp, importlib.machinery
def name(text): return bytes([len(text)]) + text.encode()
def section(number, body): return bytes([number, len(body)]) + body
def library(symbol):
    return (b"\\0asm\\1\\0\\0\\0" + section(0, name("dylink.0") + b"\\1\\4\\0\\0\\0\\0") + section(1, b"\\1\\x60\\0\\1\\x7f")
        + section(2, b"\\1" + name("env") + name(symbol) + b"\\0\\0") + section(3, b"\\1\\0")
        + section(7, b"\\1" + name("PyInit_mine") + b"\\0\\1") + section(10, b"\\1\\4\\0\\x10\\0\\x0b"))
loaded = []
for symbol in ("PyInit__ctypes", "PyInit__pyodide_core", "PyInit__posixsubprocess"):
    path = f"/tmp/{symbol}.so"
    open(path, "wb").write(library(symbol))
    try: loaded.append(dir(_imp.create_dynamic(importlib.machinery.ModuleSpec("mine", None, origin=path))))
    except ImportError as error: loaded.append("exceeds maximum size of 16" in str(error))
return loaded`,
    'got [True, True, True]',
  ],
  [
    'opens files of the host by SQLite, and loads a library by it',
    `
import sqlite3
database, met = sqlite3.connect(":memory:"), [hasattr(sqlite3.Connection, "enable_load_extension")]
for query in ("attach '/etc/passwd' as other", "select load_extension('/tmp/PyInit__ctypes.so')", "select readfile('/etc/passwd')"):
    try: met.append(database.execute(query).fetchall())
    except sqlite3.Error as error: met.append(str(error))
return met`,
    "got [False, 'unable to open database: /etc/passwd', 'not authorized', 'no such function: readfile']",
  ],
  [
    'runs a script in the process in front, by sys.remote_exec',
    'import sys\nopen("/tmp/x.py", "w").write("")\nreturn sys.remote_exec(inputs_parent, "/tmp/x.py")',
    /^(got None|\w*Error: .*|NameError: .*)$/,
  ],
  [
    'writes a map of its code for a profiler of the host',
    'import sys\nreturn sys.activate_stack_trampoline("perf")',
    'ValueError: perf trampoline not available',
  ],
  [
    'finds the classes of ctypes among all classes',
    `
def walk(kind, seen):
    for child in type.__subclasses__(kind):
        if child not in seen: seen.add(child); walk(child, seen)
    return seen
return sorted(kind.__name__ for kind in walk(object, set()) if str(kind.__module__).split(".")[0] in ("_ctypes", "ctypes"))`,
    'got []',
  ],
  // Objects of JavaScript.
  [
    'makes an object of JavaScript from the classes of its proxies',
    `
made = []
for kind in [kind for kind in object.__subclasses__() if kind.__name__ in ("JsProxy", "Js2PyConverter", "Py2JsConverter", "JsMethodCallSingleton")]:
    for make in (lambda: kind(), lambda: kind.__new__(kind), lambda: object.__new__(kind), lambda: type("Mine", (kind,), {})()):
        try: made.append(make())
        except Exception: pass
return [thing for thing in made if hasattr(thing, "constructor") or callable(thing)]`,
    'got []',
  ],
  [
    'finds the removed modules among everything that the garbage collector tracks',
    `
import gc, sys
known = {id(module) for module in sys.modules.values()}
return sorted(vars(module)["__name__"] for module in gc.get_objects() if type(module) is type(sys) and id(module) not in known and vars(module))`,
    "got ['sys._jit', 'sys.monitoring']",
  ],
  [
    'sees objects of JavaScript in the locals and globals of every frame below it',
    `
import sys
frame, files, held = sys._getframe(), set(), []
while frame:
    files.add(frame.f_code.co_filename)
    held += [repr(value) for names in (frame.f_locals, frame.f_globals, frame.f_builtins) for value in names.values() if type(value).__name__.startswith("Js")]
    frame = frame.f_back
return [sorted(files), held]`,
    "got [['/lib/python314.zip/asyncio/base_events.py', '/lib/python314.zip/asyncio/events.py', '<exec>', 'code.py'], []]",
  ],
  [
    'traces every call of its event loop, for values from outside',
    `
import sys, asyncio
kinds = set()
def trace(frame, event, value):
    kinds.update(type(each).__module__.split(".")[0] for each in [*frame.f_locals.values(), value])
    return trace
sys.settrace(trace); sys.setprofile(trace)
await asyncio.sleep(0.01)
sys.settrace(None); sys.setprofile(None)
return sorted({"js", "pyodide", "_pyodide", "pyodide_js"} & kinds)`,
    'got []',
  ],
  [
    'watches calls of native functions by sys.monitoring',
    `
import sys, asyncio
seen, tool = [], sys.monitoring
tool.use_tool_id(1, "mine")
tool.register_callback(1, tool.events.CALL, lambda code, offset, function, first: seen.append(f"{type(function).__name__} {getattr(function, '__module__', '')}"))
tool.set_events(1, tool.events.CALL)
await asyncio.sleep(0.01)
tool.set_events(1, 0)
return [one for one in seen if "Js" in one or "pyodide" in one]`,
    'got []',
  ],
  [
    'listens to audit events for what leads out',
    `
import sys, asyncio, json
seen = []
sys.addaudithook(lambda event, values: seen.append(event) if event.startswith(("ctypes", "os.", "socket", "subprocess")) else None)
json.dumps(1)
await asyncio.sleep(0.01)
return seen`,
    'got []',
  ],
  [
    'reaches the interface of Pyodide by the globals of its event loop',
    `
import asyncio
names = type(asyncio.get_running_loop()).step.__globals__
return [name for name, value in names.items() if "pyodide" in str(getattr(value, "__module__", "")) or type(value).__name__.startswith("Js")]`,
    'got []',
  ],
  [
    'imports what was removed past finders of its own',
    `
import sys, importlib.util
class Finder:
    def find_spec(self, name, path=None, target=None): return importlib.util.find_spec("math") if name == "pyodide_js" else None
sys.modules.pop("pyodide_js", None)
sys.meta_path.insert(0, Finder())
try:
    import pyodide_js
    return hasattr(pyodide_js, "_module") or hasattr(pyodide_js, "FS")
finally: sys.meta_path.pop(0)`,
    /^(got False|ImportError: .*|ModuleNotFoundError: .*)$/,
  ],
  // Pickles, code, codecs.
  ['runs a command by a pickle', `import pickle\nreturn pickle.loads(b"cposix\\nsystem\\n(S'touch /tmp/x'\\ntR.")`, 'got 32512'],
  [
    'converts by Pyodide in a pickle',
    'import pickle\nreturn pickle.loads(b"cpyodide.ffi\\nto_js\\n(I1\\ntR.")',
    "ModuleNotFoundError: No module named 'pyodide.ffi'; 'pyodide' is not a package",
  ],
  [
    'imports js in code that was marshalled',
    `import marshal, types\nreturn types.FunctionType(marshal.loads(marshal.dumps(compile("__import__('js').process", "x", "eval"))), {})()`,
    'ModuleNotFoundError: import of js halted; None in sys.modules',
  ],
  [
    'looks for paths of the host from a codec that is searched for',
    `
import codecs, sys
def search(name):
    frame, seen = sys._getframe(), set()
    while frame: seen.add(frame.f_code.co_filename); frame = frame.f_back
    outside = [path for path in seen if path.startswith("/") and not path.startswith("/lib/python")]
    return codecs.CodecInfo(lambda text, errors="": (repr(outside).encode(), len(text)), None, name=name)
codecs.register(search)
return "x".encode("mine")`,
    "got b'[]'",
  ],
  [
    'reads beyond a text by an error handler of a codec',
    'import codecs\ncodecs.register_error("far", lambda error: ("", 10 ** 9))\nreturn "\\u00fc".encode("ascii", "far")',
    'IndexError: position 1000000000 from error handler out of bounds',
  ],
  // Network.
  [
    'sends a datagram',
    'import socket\nreturn socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", inputs_port))',
    'OSError: [Errno 23] Host is unreachable',
  ],
  [
    'opens a Unix socket by its number',
    'import socket\nmade = socket.socket(1, socket.SOCK_STREAM)\nreturn made.connect(inputs_socket)',
    /^OSError: /,
  ],
  [
    'opens a raw socket',
    'import socket\nreturn socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)',
    'OSError: [Errno 28] Invalid argument',
  ],
  [
    'opens a socket to the kernel',
    'import socket\nreturn socket.socket(16, socket.SOCK_RAW, 0)',
    'OSError: [Errno 5] Address family not supported by protocol',
  ],
  [
    'listens on a port',
    'import socket\nlistener = socket.socket()\nlistener.bind(("127.0.0.1", 0))\nreturn listener.listen()',
    'OSError: [Errno 138] Not supported',
  ],
  [
    'takes the pipes of its process for sockets',
    'import socket\nreturn [socket.socket(fileno=number).getpeername() for number in (0, 1, 2)]',
    /^OSError: /,
  ],
  [
    'connects by the streams of asyncio',
    'import asyncio\nreturn await asyncio.open_connection("127.0.0.1", inputs_port)',
    /^(RuntimeError|NotImplementedError|OSError)/,
  ],
  [
    'serves by the streams of asyncio',
    'import asyncio\nreturn await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)',
    /^(NotImplementedError|OSError|AttributeError)/,
  ],
  [
    'connects to a Unix socket by asyncio',
    'import asyncio\nreturn await asyncio.open_unix_connection(inputs_socket)',
    /^(NotImplementedError|AttributeError|RuntimeError)/,
  ],
  [
    'requests by http.client',
    'import http.client\nhttp.client.HTTPConnection("127.0.0.1", inputs_port, timeout=1).request("GET", "/")',
    'OSError: [Errno 23] Host is unreachable',
  ],
  [
    'opens a file by its URL',
    'import urllib.request\nreturn urllib.request.urlopen("file://" + inputs_file).read()',
    /^URLError: .*No such file or directory/,
  ],
  [
    'opens a page in a browser',
    'import webbrowser\nreturn webbrowser.open(f"http://127.0.0.1:{inputs_port}/")',
    'ModuleNotFoundError: import of js halted; None in sys.modules',
  ],
  // Other processes.
  [
    'signals its group, every process and the process in front',
    'import os, signal\nmet = []\nfor target in (0, -1, inputs_parent):\n    try: met.append(os.kill(target, signal.SIGTERM))\n    except OSError as error: met.append(error.errno)\nreturn met',
    'got [63, 63, 63]',
  ],
  ['signals a group of processes', 'import os\nreturn os.killpg(0, 9)', 'PermissionError: [Errno 63] Operation not permitted'],
  ['becomes another user', 'import os\nreturn [os.getuid(), os.setuid(0)]', /^PermissionError/],
  [
    'calls what Linux has for processes and mounts',
    `import os\nreturn [name for name in ("pidfd_open", "posix_spawn", "mount", "unshare", "setns", "memfd_create", "mknod", "mkfifo", "eventfd") if hasattr(os, name)]`,
    'got []',
  ],
  [
    'starts a shell by asyncio',
    'import asyncio\nreturn await asyncio.create_subprocess_shell("id")',
    /^(NotImplementedError|RuntimeError|OSError)/,
  ],
  [
    'works in a thread of an executor',
    'import asyncio\nreturn await asyncio.get_running_loop().run_in_executor(None, print)',
    "RuntimeError: can't start new thread",
  ],
  [
    'works in a pool of processes',
    'import concurrent.futures\nreturn list(concurrent.futures.ProcessPoolExecutor(1).map(str, [1]))',
    /^NotImplementedError/,
  ],
  [
    'shares memory with other processes',
    'from multiprocessing import shared_memory\nreturn shared_memory.SharedMemory("x", create=True, size=10)',
    "ModuleNotFoundError: No module named '_posixshmem'",
  ],
  [
    'ends its process from a thread that watches',
    'import faulthandler\nreturn faulthandler.dump_traceback_later(0.01, exit=True)',
    'RuntimeError: unable to start watchdog thread',
  ],
  [
    'runs code later by a timer of signals',
    'import signal\nreturn [hasattr(signal, name) for name in ("setitimer", "alarm", "pthread_kill")]',
    'got [False, False, False]',
  ],
  // Files and devices.
  [
    'reads the orders that its process is given',
    `
import os, sys
met = []
for read in (lambda: os.read(0, 10), lambda: sys.stdin.read(), lambda: open(0, closefd=False).read(), input, lambda: open("/dev/stdin").read(), lambda: open("/dev/tty").read(5)):
    try: met.append(read())
    except OSError: met.append("OSError")
return set(met)`,
    "got {'OSError'}",
  ],
  [
    'reads the snapshot by the descriptor of its process',
    'import os\nreturn [number for number in range(4, 64) if os.path.exists(f"/proc/self/fd/{number}")]',
    'got []',
  ],
  [
    'follows links out of its files',
    `
import os
os.symlink("/proc/self/fd/0", "/tmp/one"); os.symlink("/tmp/three", "/tmp/two"); os.symlink("/tmp/two", "/tmp/three")
return [path for path in ("/tmp/two", "/proc/self/cwd/etc", "/proc/1/root/etc/passwd", "/proc/self/root", "/dev/fd/3", "/../../../etc/passwd", inputs_file, inputs_folder) if os.path.exists(path)]`,
    'got []',
  ],
  [
    'steers the terminal of the host',
    `
import fcntl, termios
met = []
for call in (lambda: fcntl.ioctl(0, 0x5412, b"x"), lambda: fcntl.ioctl(1, 0x5412, b"x"), lambda: fcntl.fcntl(1, 8, 1), lambda: termios.tcsetattr(0, 0, termios.tcgetattr(0))):
    try: met.append(call())
    except (OSError, termios.error): met.append("refused")
return met`,
    "got ['refused', 'refused', 'refused', 'refused']",
  ],
  [
    'maps devices into its memory',
    `
import mmap, os
met = []
for path in ("/dev/stdout", "/dev/tty", "/dev/null"):
    try: met.append(len(mmap.mmap(os.open(path, os.O_RDWR), 4096)))
    except (OSError, ValueError): met.append("refused")
return met`,
    "got ['refused', 'refused', 'refused']",
  ],
  ['asks by the device of a grant that it was not given', 'import os\nreturn os.path.exists("/dev/ask")', 'got False'],
  [
    'is told the name, the user and the folders of the host',
    `
import os, socket, platform, sys, getpass, sysconfig
told = repr([os.uname(), socket.gethostname(), platform.node(), getpass.getuser(), os.getlogin(), sys.executable, sys.prefix, sys.orig_argv, sysconfig.get_paths(), sys.flags, os.environ])
return [told.count(word) for word in inputs_words]`,
    'got [0, 0, 0]',
  ],
  // Forging.
  [
    'changes its result by subclasses of numbers that show themselves otherwise',
    `
import json
class Whole(int): __repr__ = __str__ = lambda self: '1,"forged":2'
class Part(float): __repr__ = __str__ = lambda self: "1}"
return json.JSONEncoder(allow_nan=False).encode({"a": Whole(5), "b": Part(2.5)})`,
    'got {"a": 5, "b": 2.5}',
  ],
  [
    'yields to its loop what is no future',
    'class Odd:\n    def __await__(self): yield 5\nreturn await Odd()',
    'RuntimeError: Task got bad yield: 5',
  ],
  [
    'stops its loop',
    'import asyncio\nloop = asyncio.get_running_loop()\nloop.stop()\nawait asyncio.sleep(0.01)\ntry: loop.close()\nexcept RuntimeError as error: return error',
    'got Cannot close a running event loop',
  ],
  [
    'wakes the process in front by a descriptor for signals',
    'import signal\nreturn signal.set_wakeup_fd(1)',
    'ValueError: the fd 1 must be in non-blocking mode',
  ],
  ['takes the stack by brackets', 'compile("(" * 100_000, "x", "eval")', /^SyntaxError: too many nested parentheses/],
  ['takes the stack by groups of an expression', 'import re\nre.compile("(" * 20_000 + ")" * 20_000)', /^RecursionError/],
  [
    'takes the stack by functions around functions',
    'import functools\nfunction = int\nfor _ in range(100_000): function = functools.partial(function)\nreturn function()',
    'got 0',
  ],
];

/** Outcome of an attempt in a separate process. */
type End = { readonly value?: unknown; readonly reason?: string; readonly message?: RegExp; readonly printed?: string | RegExp };

const guest = 'import gc\nrun = next(thing for thing in gc.get_objects() if type(thing).__name__ == "_Run")\n';
const forgedLine = '{"type":"value","runNumber":1,"value":"666","files":[]}';
/** Objects at any address, by a code object whose index points outside of its constants. */
const forge = `
import gc, opcode, struct
kept = []
def object_at(address):
    def read(): return 0
    kept.append(struct.pack("<I", address) + bytes(8))
    def code_for(constants):
        index = (id(kept[-1]) - id(constants)) // 4 & 0xffffffff
        steps = [("RESUME", 0), ("EXTENDED_ARG", index >> 24), ("EXTENDED_ARG", index >> 16), ("EXTENDED_ARG", index >> 8), ("LOAD_CONST", index), ("RETURN_VALUE", 0)]
        return read.__code__.replace(co_code=b"".join(bytes([opcode.opmap[name], value & 255]) for name, value in steps), co_consts=constants, co_stacksize=4)
    read.__code__ = code_for(code_for(("",)).co_consts)
    return read()
def forged(*words):
    kept.append(struct.pack(f"<{len(words)}I", *words) + bytes(16))
    return object_at(id(kept[-1]) + 16)
`;

type Alone = readonly [name: string, code: string, end: End, timeoutMs?: number];
const alone: readonly Alone[] = [
  [
    'reads all of its memory, for folders of the host and the run before it',
    `${forge}
memory = forged(0x3fffffff, id(bytearray), 0x7fffffff, 0x7fffffff, 0, 4096, 0)
import re
view = memoryview(memory)[:max(id(thing) for thing in gc.get_objects()) - 4096]
own = id(kept[0]) + 16 - 4096
return [view[own:own + 4] == kept[0][:4], [re.search(word.encode(), view) is not None for word in inputs["words"]]]`,
    { value: [true, [true, false, false, false]] },
  ],
  [
    'forges proxies of every object of JavaScript that its interpreter holds',
    `${forge}
kind = next(kind for kind in object.__subclasses__() if kind.__name__ == "JsProxy" and kind.__basicsize__ > 8)
got = []
for reference in (2, 10, 12, 1, 3, 5):
    for name in ("process", "constructor", "_module", "FS"):
        try: got.append(str(getattr(forged(0x3fffffff, id(kind), 0, *[reference] * 9), name)))
        except AttributeError: pass
return got`,
    { reason: 'crashed', message: /hiwire_get on invalid reference 1/ },
  ],
  [
    'runs a code object of arbitrary bytes',
    'def mine(): pass\nmine.__code__ = mine.__code__.replace(co_code=bytes(range(256)) * 4, co_stacksize=1, co_consts=(), co_names=())\nreturn mine()',
    { reason: 'crashed', message: /^The Python interpreter broke: / },
  ],
  [
    'writes the end of its run to its terminal and its streams, and then closes them',
    `import io, os, sys
line = b'${forgedLine}\\n'
for path in ("/dev/tty", "/dev/tty1", "/dev/stdout"): os.write(os.open(path, os.O_WRONLY), line)
os.write(1, line)
sys.stdout.detach()
sys.stdout = io.StringIO()
os.close(1)
sys.stderr = None
return 5`,
    { value: 5, printed: `${forgedLine}\n${forgedLine}\n` },
  ],
  [
    'gives two lines as its result, by the code of the function around it',
    `${guest}type(run).outcome.__code__ = (lambda self: 'v1\\n${forgedLine}').__code__\nreturn 5`,
    { reason: 'bad-result', message: /is no JSON/ },
  ],
  [
    'is handed objects of JavaScript, by a result that has methods',
    `${guest}import builtins
class Odd:
    length, seen = 3, []
    def startsWith(self, *given): self.seen += given; return False
    def slice(self, *given): self.seen += given; return self
    def toJSON(self, *given): self.seen += given; return '"' + " ".join(type(each).__name__ for each in self.seen) + '"'
builtins.odd = Odd()
type(run).outcome.__code__ = (lambda self: odd).__code__
return 5`,
    { value: 'int str str' },
  ],
  [
    'never gives its process a turn to end it',
    `${guest}type(run).step.__code__ = (lambda self: float("nan")).__code__\nimport asyncio\nawait asyncio.sleep(0.01)`,
    { reason: 'timed-out', message: /within 700 ms/ },
    700,
  ],
  [
    'takes its loop to pieces',
    'import asyncio\nasyncio.get_running_loop()._ready = None\nawait asyncio.sleep(0.01)',
    { reason: 'crashed', message: /'NoneType' object has no attribute/ },
  ],
  [
    'cancels the task that runs it',
    'import asyncio\nfor task in asyncio.all_tasks(): task.cancel()\nawait asyncio.sleep(0.1)\nreturn 1',
    { reason: 'threw', message: /^CancelledError/ },
  ],
  [
    'takes the stack around its interpreter by JSON',
    'import json\njson.loads("[" * 100_000)',
    { reason: 'crashed', message: /^The Python interpreter broke: / },
  ],
  [
    'fills the memory of JavaScript by a file',
    'with open("/tmp/big", "wb") as file:\n    while True: file.write(b"x" * 10_000_000)',
    { reason: 'out-of-memory', message: /more than 64 MB/ },
  ],
  [
    'fills the memory of JavaScript by a pipe',
    'import os\n_, end = os.pipe()\nwhile True: os.write(end, b"x" * 1_000_000)',
    { reason: 'out-of-memory', message: /more than 64 MB/ },
  ],
  [
    'loops in compiled code',
    'import collections, itertools\ncollections.deque(itertools.repeat(0), maxlen=0)',
    { reason: 'timed-out', message: /within 700 ms/ },
    700,
  ],
  [
    'prints after its end, by tasks, destructors and exit handlers',
    'import asyncio, atexit, sys\nclass Late:\n    def __del__(self): print("late", flush=True)\nsys.kept = Late()\natexit.register(print, "late", flush=True)\nasync def later():\n    await asyncio.sleep(0)\n    print("late", flush=True)\nasyncio.ensure_future(later())\nreturn 5',
    // Output of a task between the result and the end of the run belongs to the run.
    { value: 5, printed: /^(late\n)?$/ },
  ],
  ['ends with a code that no process has', 'import sys\nsys.exit(10 ** 400)', { reason: 'exited', message: /exit code -1$/ }],
];

test('a run that leaves everything it can for the next one ends as any other', async () => {
  const code = `import builtins, os, sys
builtins.leak = json = "${SECRET}"
kept = [env["TOKEN"] * 1000 for _ in range(1000)]
for path in ("/lib/python314.zip", "/lib/python3.14/site-packages/sitecustomize.py", "/home/pyodide/json.py", "/tmp/left"):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").write("leak = 1")
os.environ["LEAK"] = sys.path[0] = "/tmp"
return 1`;
  expect((await run(code, { environment: { TOKEN: SECRET } })).result).toEqual({ ok: true, value: 1 });
}, 120_000);

describe('Python that', () => {
  const outcomes: string[] = [];
  beforeAll(async () => {
    const words = [root, cacheFolder, process.env.HOME ?? '/root'];
    const names = `inputs_port, inputs_socket, inputs_file, inputs_folder, inputs_parent, inputs_words = (inputs[name] for name in ("port", "socket", "file", "folder", "parent", "words"))\n`;
    const { result } = await run(names + programOf(attempts.map(([, code]) => code)), { inputs: { ...canaries.inputs, words } });
    expect(result).toMatchObject({ ok: true });
    if (result.ok) outcomes.push(...(result.value as string[]));
  }, 120_000);

  test.each(attempts.map(([name, , outcome], index) => [name, index, outcome] as const))(
    '%s, does not get out',
    (_, index, outcome) => {
      if (typeof outcome === 'string') expect(outcomes[index]).toBe(outcome);
      else expect(outcomes[index]).toMatch(outcome);
    },
  );

  test.each(alone.map(([name, ...attempt]) => [name, attempt] as const))(
    '%s, is alone with what comes of it',
    async (_, [code, { value, reason, message, printed }, timeoutMs = 60_000]) => {
      // Expressions that do not match themselves. The first is in memory: it proves the search works.
      const words = ['asyncio.base_events', root, cacheFolder, SECRET].map((word) => `[${word.at(0)}]${word.slice(1)}`);
      const came = await run(code, { timeoutMs, inputs: { ...canaries.inputs, words } });
      if (reason === undefined) expect(came.result).toEqual({ ok: true, value });
      else expect(came.result).toMatchObject({ ok: false, failure: { reason, message: expect.stringMatching(message ?? /./) } });
      if (typeof printed === 'string') expect(came.printed).toBe(printed);
      else if (printed) expect(came.printed).toMatch(printed);
    },
    120_000,
  );

  test('was granted a host reaches that host only, whatever it writes to the device', async () => {
    const asked: unknown[] = [];
    const fetch = async (request: unknown) => {
      asked.push(request);
      return { ok: false as const, message: 'refused' };
    };
    const code = `import asyncio, json, mmap, os, select
met = []
def line(**asked): return json.dumps(asked).encode() + b"\\n"
device = os.open("/dev/ask", os.O_WRONLY)
for data in (b"\\xff\\xfe\\n", b"\\0" * 1000 + b"\\n", b"[" * 100_000 + b"\\n", b"null\\n", b"\\n" * 50, line(number=2 ** 60, request=1), line(number=10 ** 400, request=1),
             line(number="1", request=1), line(number=1.5, request=1), line(number=True, request=1)): os.write(device, data)
for call in (lambda: open("/dev/ask", "rb").read(1), lambda: mmap.mmap(os.open("/dev/ask", os.O_RDWR), 4096), lambda: os.ftruncate(device, 10 ** 6), lambda: os.pread(device, 1, 0)):
    try: met.append(call())
    except (OSError, ValueError): pass
try: await fetch("http://127.0.0.1/")
except ConnectionError as error: met.append(str(error))
os.write(device, b"".join(line(number=900 + n, kind="call", request={"name": "x"}) for n in range(300)))
await asyncio.sleep(0.3)
return met`;
    const { result } = await run(code, { fetch });
    expect(result).toEqual({ ok: true, value: ['refused'] });
    expect(asked).toEqual([{ url: 'http://127.0.0.1/', method: 'GET', headers: [] }]);
  }, 120_000);

  test('made all of these attempts reached nothing, and changed no snapshot that later runs start from', async () => {
    const { result } = await run(
      `import builtins, difflib, json, os, sys
return [inputs["text"], hasattr(builtins, "leak"), [path for path in ("/tmp/left", "/home/pyodide/json.py", "/lib/python3.14/site-packages/sitecustomize.py") if os.path.exists(path)],
        "LEAK" in os.environ, "/tmp" in sys.path, env, json.dumps(difflib.get_close_matches("a", ["a"]))]`,
      { inputs: { text: 'a\u2028b' } },
    );
    expect(result).toEqual({ ok: true, value: ['a\u2028b', false, [], false, false, {}, '["a"]'] });
    expect(await canaries.reached()).toEqual([]);
    expect(await hashOfSnapshot()).toBe(snapshotHash);
  }, 120_000);
});
