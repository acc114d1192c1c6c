import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { putFiles, takeFiles } from './guest-files.ts';
import { guestProgram, preloadedModules } from './guest-program.ts';
import { capMemory, closeGlobals, hardenProcess } from './harden-process.ts';

/** To the child, as one line of JSON: its one run. */
export type ChildRequest = {
  readonly code: string;
  /** JSON text. */
  readonly inputs: string;
  readonly args: readonly string[];
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
  readonly files: readonly EncodedFile[];
  readonly keepsFiles: boolean;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxTotalFileBytes: number;
};

export type EncodedFile = { readonly name: string; readonly base64: string };

/** From the child, one line of JSON each. `outcome` is the text that the guest made, and nothing in it, or of its files, is to be believed. */
export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'end'; readonly outcome: string; readonly files: readonly EncodedFile[]; readonly filesProblem?: string }
  | { readonly type: 'broken'; readonly message: string; readonly isOutOfMemory: boolean };

const BYTES_PER_MB = 1024 * 1024;
const MAX_MESSAGE_CHARS = 4000;

hardenProcess();
const { exit, stdin, stdout, argv } = process;
const onUncaught = process.on.bind(process, 'uncaughtException');
const { loadPyodide } = await import('pyodide');
/** All of JavaScript that Python may see, had it a way to look. */
const jsglobals = Object.assign(Object.create(null), {
  Object,
  Array,
  Map,
  Set,
  Promise,
  Error,
  Uint8Array,
  setTimeout,
  clearTimeout,
  Date,
});
const environment = { HOME: '/home/pyodide', TZ: 'UTC', LANG: 'en_US.UTF-8', PYTHONHASHSEED: '0', _: 'python' };

const [, , mode, snapshotPath = ''] = argv;
if (mode === 'make-snapshot') await makeSnapshot();
else await serveOnce();

/** The interpreter as it stands after its imports, on standard output. */
async function makeSnapshot(): Promise<void> {
  const python = await loadPyodide({ jsglobals, env: environment, _makeSnapshot: true });
  python.runPython(preloadedModules);
  const snapshot = python.makeMemorySnapshot();
  stdout.write(snapshot, () => exit(0));
}

async function serveOnce(): Promise<void> {
  const python = await loadPyodide({ jsglobals, env: environment, _loadSnapshot: readFileSync(snapshotPath) });
  const lines = createInterface({ input: stdin });
  // Who started us is gone, or done with us.
  lines.once('close', () => exit(0));
  lines.once('line', (line) => void runOnce(python, JSON.parse(line) as ChildRequest));
  closeGlobals();
  send({ type: 'ready' });
}

type Python = Awaited<ReturnType<typeof loadPyodide>>;

async function runOnce(python: Python, request: ChildRequest): Promise<void> {
  const { code, inputs, args, memoryMb, maxOutputBytes } = request;
  listenTo(python, 'stdout', maxOutputBytes);
  listenTo(python, 'stderr', maxOutputBytes);
  python.setStdin({ error: true });
  const memory = capMemory(memoryMb * BYTES_PER_MB, heapBytesOf(python));
  const breakDown = (error: unknown) => {
    const message = String((error as Error)?.message ?? error).slice(-MAX_MESSAGE_CHARS);
    send({ type: 'broken', message, isOutOfMemory: memory.wasRefused() });
  };
  // An interpreter that broke under a callback says so to nobody else.
  onUncaught((error) => {
    breakDown(error);
    exit(1);
  });
  try {
    const namespace = python.toPy({ __name__: 'guest' });
    python.runPython(guestProgram, { globals: namespace });
    const guest = namespace.get('_Run')();
    guest.prepare();
    putFiles(python.FS, request);
    const outcome = await guest.run(code, inputs, JSON.stringify(args));
    send({ type: 'end', outcome: String(outcome), ...takeFiles(python.FS, request) });
  } catch (error) {
    breakDown(error);
  }
}

function heapBytesOf(python: Python): number {
  return (python as unknown as { _module: { HEAP8: Int8Array } })._module.HEAP8.byteLength;
}

function listenTo(python: Python, stream: 'stdout' | 'stderr', maxBytes: number): void {
  const decoder = new TextDecoder();
  let left = maxBytes;
  const write = (bytes: Uint8Array) => {
    if (left > 0) send({ type: 'output', stream, text: decoder.decode(bytes.slice(0, left), { stream: true }) });
    left -= bytes.length;
    return bytes.length;
  };
  if (stream === 'stdout') python.setStdout({ write });
  else python.setStderr({ write });
}

function send(message: ChildMessage): void {
  stdout.write(`${JSON.stringify(message)}\n`);
}
