import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { putFiles, takeFiles } from './guest-files.ts';
import { guestNetwork, openDevice } from './guest-network.ts';
import { guestProgram, preloadedModules } from './guest-program.ts';
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
  /** Missing where the code has no `fetch`. */
  readonly network?: { readonly maxRequests: number; readonly maxRequestChars: number };
};

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
  | { readonly type: 'fetch'; readonly requestNumber: number; readonly request: string }
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
    const network = request.network && openNetwork(python, request.network, { lines, breakDown });
    const outcome = await guest.run(code, inputs, JSON.stringify(args), JSON.stringify(environment), network);
    send({ type: 'end', outcome: String(outcome), ...takeFiles(python.FS, request) });
  } catch (error) {
    breakDown(error);
  }
}

type Lines = { readonly lines: Interface; readonly breakDown: (error: unknown) => void };

/** The guest's way to ask. What it says goes on as it is: whoever answers looks at it. */
function openNetwork(
  python: Python,
  { maxRequests, maxRequestChars }: NonNullable<ChildRequest['network']>,
  { lines, breakDown }: Lines,
) {
  const namespace = python.toPy({ __name__: 'network' });
  let asked = 0;
  openDevice(python.FS, {
    maxLineChars: ESCAPED_CHARS * maxRequestChars,
    onLine(line) {
      asked += 1;
      const read = asked > maxRequests ? undefined : readAsked(line);
      if (read) send({ type: 'fetch', ...read });
    },
  });
  python.runPython(guestNetwork, { globals: namespace });
  const network = namespace.get('_Network')('/dev/fetch', maxRequests, maxRequestChars);
  lines.on('line', (line) => {
    try {
      const { requestNumber, head, base64 } = JSON.parse(line) as ChildAnswer;
      network.answer(requestNumber, head, base64);
    } catch (error) {
      breakDown(error);
    }
  });
  return network;
}

function readAsked(line: string): { requestNumber: number; request: string } | undefined {
  try {
    const { number, request } = JSON.parse(line) as { number: unknown; request: unknown };
    return typeof number === 'number' ? { requestNumber: number, request: JSON.stringify(request ?? null) } : undefined;
  } catch {
    // Written past the guest's `fetch`: it is nobody's request.
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
