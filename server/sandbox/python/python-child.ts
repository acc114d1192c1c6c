import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { AskedKind } from '../answer-asked.ts';
import { DEVICE, guestChannel, openDevice } from './guest-channel.ts';
import { guestFetch } from './guest-fetch.ts';
import { putFiles, takeFiles } from './guest-files.ts';
import { guestProgram, preloadedModules } from './guest-program.ts';
import { guestTools } from './guest-tools.ts';
import { capMemory, closeGlobals, hardenProcess } from './harden-process.ts';

/** To the child, as its first line of JSON: its one run. */
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
  readonly environment: Readonly<Record<string, string>>;
  /** What it may ask for: its `fetch`, its `tools`. */
  readonly asks: { readonly [Kind in AskedKind]?: AskLimit };
};

type AskLimit = { readonly maxCount: number; readonly maxChars: number };

/** To the child, one line of JSON each after that. */
export type ChildAnswer = {
  readonly requestNumber: number;
  /** JSON text: all but the body. */
  readonly head: string;
  readonly base64: string;
};

export type EncodedFile = { readonly name: string; readonly base64: string };

/** From the child, one line of JSON each. `outcome` is the text that the guest made, and nothing in it, or of its files, is to be believed. */
export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** `request` is JSON text as the guest made it. */
  | { readonly type: 'asked'; readonly requestNumber: number; readonly kind: unknown; readonly request: string }
  | { readonly type: 'end'; readonly outcome: string; readonly files: readonly EncodedFile[]; readonly filesProblem?: string }
  | { readonly type: 'broken'; readonly message: string; readonly isOutOfMemory: boolean };

const BYTES_PER_MB = 1024 * 1024;
const MAX_MESSAGE_CHARS = 4000;
/** As JSON a character may take so many, and the rest of a request takes some. */
const ESCAPED_CHARS = 7;

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
  lines.once('line', (line) => void runOnce(python, JSON.parse(line) as ChildRequest, lines));
  closeGlobals();
  send({ type: 'ready' });
}

type Python = Awaited<ReturnType<typeof loadPyodide>>;

async function runOnce(python: Python, request: ChildRequest, lines: Interface): Promise<void> {
  const { code, inputs, args, memoryMb, maxOutputBytes, environment } = request;
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
    const granted = openChannel(python, request.asks, { lines, breakDown });
    const outcome = await guest.run(code, inputs, JSON.stringify(args), JSON.stringify(environment), granted);
    send({ type: 'end', outcome: String(outcome), ...takeFiles(python.FS, request) });
  } catch (error) {
    breakDown(error);
  }
}

type Lines = { readonly lines: Interface; readonly breakDown: (error: unknown) => void };

/** The guest's ways to ask, by the names that it finds them under. What it says goes on as it is: whoever answers looks at it. */
function openChannel(python: Python, { fetch, call }: ChildRequest['asks'], { lines, breakDown }: Lines) {
  const namespace = python.toPy({ __name__: 'channel' });
  const granted = python.toPy({});
  const limits = [fetch, call].filter((limit) => limit !== undefined);
  if (limits.length === 0) return granted;
  let left = limits.reduce((sum, { maxCount }) => sum + maxCount, 0);
  openDevice(python.FS, {
    maxLineChars: ESCAPED_CHARS * Math.max(...limits.map(({ maxChars }) => maxChars)),
    onLine(line) {
      const read = left-- > 0 ? readAsked(line) : undefined;
      if (read) send({ type: 'asked', ...read });
    },
  });
  for (const program of [guestChannel, guestFetch, guestTools]) python.runPython(program, { globals: namespace });
  const channel = namespace.get('_Channel')(DEVICE);
  if (fetch) granted.set('fetch', namespace.get('_Network')(channel, fetch.maxCount, fetch.maxChars).fetch);
  if (call) {
    granted.set('tools', namespace.get('_Tools')(channel, call.maxCount, call.maxChars));
    granted.set('ToolError', namespace.get('ToolError'));
  }
  lines.on('line', (line) => {
    try {
      const { requestNumber, head, base64 } = JSON.parse(line) as ChildAnswer;
      channel.answer(requestNumber, head, base64);
    } catch (error) {
      breakDown(error);
    }
  });
  return granted;
}

function readAsked(line: string): { requestNumber: number; kind: unknown; request: string } | undefined {
  try {
    const { number, kind, request } = JSON.parse(line) as { number: unknown; kind: unknown; request: unknown };
    return typeof number === 'number' ? { requestNumber: number, kind, request: JSON.stringify(request ?? null) } : undefined;
  } catch {
    // Written past what the guest was given: it asks for nothing.
    return undefined;
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
