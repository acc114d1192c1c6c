import { readFileSync } from 'node:fs';
import type { HostRequestKind } from '../answer-host-request.ts';
import { GuestEntry } from '../guest/guest-entry.ts';
import type { EncodedFile, GuestMessage } from '../guest/guest-messages.ts';
import { lockDown } from '../guest/lock-down.ts';
import { MAX_MESSAGE_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';
import { DEVICE, guestChannel, openDevice } from './guest-channel.ts';
import { guestFetch } from './guest-fetch.ts';
import { putFiles, takeFiles } from './guest-files.ts';
import { guestLoop } from './guest-loop.ts';
import { guestProgram, preloadedModules, removedModules } from './guest-program.ts';
import { guestTools } from './guest-tools.ts';
import { limitMemory } from './limit-memory.ts';
import { prepareNode } from './prepare-node.ts';
import { removeBuiltinModules } from './remove-builtin-modules.ts';

/** The one run of a process. */
export type PythonRequest = {
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
  /** Granted host requests: its `fetch`, its `tools`. */
  readonly asks: { readonly [Kind in HostRequestKind]?: AskLimit };
};

type AskLimit = { readonly maxCount: number; readonly maxChars: number };

const BYTES_PER_MB = 1024 * 1024;
/** As JSON a character may take so many, and the rest of a request takes some. */
const ESCAPED_CHARS = 7;
/** The descriptor that the interpreter's snapshot is read from. */
const SNAPSHOT_DESCRIPTOR = 3;
/** A number of Emscripten. */
const ENOTSUP = 138;

prepareNode();
const entry = new GuestEntry<PythonRequest>();
const { setTimeout, clearTimeout } = globalThis;
const onUncaught = process.on.bind(process, 'uncaughtException');
const { stdout, stderr } = process;
const [, , mode] = process.argv;
const { loadPyodide } = await import('pyodide');
/** All of JavaScript that Pyodide hands to Python. Python is cut off from it before it runs anything of a user. */
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

if (mode === 'make-snapshot') await makeSnapshot();
else await serve().catch(reportAndExit);

/** The interpreter after its imports, on standard output. */
async function makeSnapshot(): Promise<void> {
  const python = await loadPyodide({ jsglobals, env: environment, _makeSnapshot: true });
  python.runPython(preloadedModules);
  const snapshot = python.makeMemorySnapshot();
  stdout.write(snapshot, () => entry.exit(0));
}

async function serve(): Promise<void> {
  const python = await loadPyodide({ jsglobals, env: environment, _loadSnapshot: readFileSync(SNAPSHOT_DESCRIPTOR) });
  refuseListening(python);
  const guest = prepareGuest(python);
  lockDown();
  const state: { run?: PythonRun } = {};
  entry.listen(
    (request, runNumber) => {
      state.run = new PythonRun(python, guest, { request, runNumber });
      state.run.start();
    },
    ({ requestNumber, head, base64 }) => state.run?.answer(requestNumber, head, base64),
  );
}

/** Emscripten's `listen` requires the package `ws`; the interpreter breaks if it is missing. */
function refuseListening(python: Python): void {
  const { FS, SOCKFS } = (python as unknown as { _module: EmscriptenSockets })._module;
  SOCKFS.websocket_sock_ops.listen = () => {
    throw new FS.ErrnoError(ENOTSUP);
  };
}

/** Without it Node would print the line of the interpreter that threw, which is a third of a megabyte. */
function reportAndExit(error: unknown): void {
  stderr.write(String((error as Error)?.message ?? error).slice(-MAX_MESSAGE_CHARS), () => entry.exit(1));
}

type EmscriptenSockets = {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly SOCKFS: { readonly websocket_sock_ops: { listen: () => void } };
};

type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** Python's functions. Arguments and results are numbers and strings: Python gets no JavaScript object. */
type Guest = {
  start(code: string, inputs: string, args: string, environment: string): void;
  /** Runs what is due. @returns milliseconds to the next timer; negative when nothing waits for one */
  step(): number;
  /** The result as a letter for its kind and JSON text; undefined until it is known. */
  outcome(): string | undefined;
  openChannel(device: string): void;
  grantFetch(maxCount: number, maxChars: number): void;
  grantTools(maxCount: number, maxChars: number): void;
  answer(requestNumber: number, head: string, base64: string): void;
};

function prepareGuest(python: Python): Guest {
  const namespace = python.toPy({ __name__: 'guest' });
  const programs = [guestLoop, guestChannel, guestFetch, guestTools, guestProgram];
  python.runPython(programs.join('\n'), { globals: namespace });
  const guest = namespace.get('_Run')();
  const names = ['start', 'step', 'outcome', 'openChannel', 'grantFetch', 'grantTools', 'answer'];
  const functions = Object.fromEntries(names.map((name) => [name, guest[name]])) as Guest;
  const builtins = new Set<string>(JSON.parse(python.runPython('import json, sys; json.dumps(sys.builtin_module_names)')));
  guest.cut_off();
  removeBuiltinModules(heapOf(python), { names: builtins, removed: new Set(removedModules) });
  return functions;
}

class PythonRun {
  readonly #python: Python;
  readonly #guest: Guest;
  readonly #request: PythonRequest;
  readonly #runNumber: number;
  readonly #memory: { wasRefused(): boolean };
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(python: Python, guest: Guest, { request, runNumber }: { request: PythonRequest; runNumber: number }) {
    this.#python = python;
    this.#guest = guest;
    this.#request = request;
    this.#runNumber = runNumber;
    this.#memory = limitMemory(request.memoryMb * BYTES_PER_MB, heapOf(python).byteLength);
    // The only report of an interpreter that fails in a callback.
    onUncaught((error) => {
      this.#breakDown(error);
      entry.exit(1);
    });
  }

  start(): void {
    const { code, inputs, args, environment, maxOutputBytes } = this.#request;
    this.#attempt(() => {
      this.#listenTo('stdout', maxOutputBytes);
      this.#listenTo('stderr', maxOutputBytes);
      this.#python.setStdin({ error: true });
      putFiles(this.#python.FS, this.#request);
      this.#openChannel();
      this.#guest.start(code, inputs, JSON.stringify(args), JSON.stringify(environment));
    });
  }

  answer(requestNumber: number, head: string, base64: string): void {
    this.#attempt(() => this.#guest.answer(requestNumber, head, base64));
  }

  /** Runs Python until it waits for a timer or an answer, or is done. */
  #attempt(work: () => void): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    try {
      work();
      const waitMs = this.#guest.step();
      const outcome = this.#guest.outcome();
      if (outcome !== undefined) this.#end(outcome);
      else if (waitMs >= 0) this.#timer = setTimeout(() => this.#attempt(() => {}), waitMs);
    } catch (error) {
      this.#breakDown(error);
    }
  }

  #end(outcome: string): void {
    this.#isOver = true;
    const { filesProblem, files } = takeFiles(this.#python.FS, this.#request);
    this.#send(endOf(outcome, { runNumber: this.#runNumber, files, filesProblem }));
  }

  #breakDown(error: unknown): void {
    this.#isOver = true;
    const message = String((error as Error)?.message ?? error).slice(-MAX_MESSAGE_CHARS);
    this.#send({ type: 'broken', runNumber: this.#runNumber, message, isOutOfMemory: this.#memory.wasRefused() });
  }

  /** Enables the granted host requests. They are forwarded as they are; the host validates them. */
  #openChannel(): void {
    const { fetch, call } = this.#request.asks;
    const limits = [fetch, call].filter((limit) => limit !== undefined);
    if (limits.length === 0) return;
    let left = limits.reduce((sum, { maxCount }) => sum + maxCount, 0);
    openDevice(this.#python.FS, {
      maxLineChars: ESCAPED_CHARS * Math.max(...limits.map(({ maxChars }) => maxChars)),
      onLine: (line) => {
        const request = left-- > 0 ? readHostRequest(line) : undefined;
        if (request) this.#send({ type: 'asked', runNumber: this.#runNumber, ...request });
      },
    });
    this.#guest.openChannel(DEVICE);
    if (fetch) this.#guest.grantFetch(fetch.maxCount, fetch.maxChars);
    if (call) this.#guest.grantTools(call.maxCount, call.maxChars);
  }

  #listenTo(stream: 'stdout' | 'stderr', maxBytes: number): void {
    const decoder = new TextDecoder();
    let left = maxBytes;
    const write = (bytes: Uint8Array) => {
      if (left > 0) this.#output(stream, decoder.decode(bytes.slice(0, left), { stream: true }));
      left -= bytes.length;
      return bytes.length;
    };
    if (stream === 'stdout') this.#python.setStdout({ write });
    else this.#python.setStderr({ write });
  }

  #output(stream: 'stdout' | 'stderr', text: string): void {
    this.#send({ type: 'output', runNumber: this.#runNumber, stream, text });
  }

  #send(message: GuestMessage): void {
    entry.send(message);
  }
}

type Ending = { runNumber: number; files: EncodedFile[]; filesProblem: string | undefined };

/** @param outcome `v` and a value, or `f` and a failure, as JSON text */
function endOf(outcome: string, { runNumber, files, filesProblem }: Ending): GuestMessage {
  const failed = (failure: Extract<GuestMessage, { type: 'failure' }>['failure']): GuestMessage => ({
    type: 'failure',
    runNumber,
    failure,
  });
  const text = outcome.slice(1);
  if (outcome.startsWith('f')) {
    const { reason, message, line, exitCode } = JSON.parse(text);
    return failed({ reason, message, line: line ?? undefined, exitCode: exitCode ?? undefined });
  }
  if (text.length > MAX_RESULT_CHARS) {
    const message = `What the code returns has ${text.length} characters as JSON, more than ${MAX_RESULT_CHARS}`;
    return failed({ reason: 'bad-result', message });
  }
  if (filesProblem !== undefined) return failed({ reason: 'bad-files', message: filesProblem.slice(0, MAX_MESSAGE_CHARS) });
  return { type: 'value', runNumber, value: text, files };
}

function readHostRequest(line: string): { requestNumber: number; kind: HostRequestKind; request: string } | undefined {
  try {
    const { number, kind, request } = JSON.parse(line) as { number: unknown; kind: unknown; request: unknown };
    if (!Number.isSafeInteger(number)) return undefined;
    return {
      requestNumber: number as number,
      kind: kind === 'call' ? 'call' : 'fetch',
      request: JSON.stringify(request ?? null),
    };
  } catch {
    // User code wrote to the device itself.
    return undefined;
  }
}

/** The interpreter's memory. */
function heapOf(python: Python): Uint8Array {
  return (python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8;
}
