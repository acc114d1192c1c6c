import { Buffer } from 'node:buffer';
import { type ExtensionDescriptor, JSException, JSValueHandle, QuickJS } from 'quickjs-wasi';
import {
  SANDBOX_CALLS,
  SANDBOX_NETWORK,
  type SandboxFailure,
  type SandboxFailureReason,
  type SandboxFile,
  type SandboxOutput,
} from '#lib/ports/sandbox.ts';
import type { HostRequestKind } from '../answer-host-request.ts';
import type { EncodedFile, GuestEnd } from '../guest/guest-messages.ts';
import { OutputCap } from '../output-cap.ts';
import { MAX_MESSAGE_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';
import { WrittenFiles } from '../written-files.ts';
import { guestPrelude } from './guest-prelude.ts';
import type { JavaScriptRequest } from './javascript-child.ts';
import { stripTypes } from './strip-types.ts';

const BYTES_PER_MB = 1024 * 1024;
/** Of the interpreter's own stack: deep recursion is a RangeError long before the worker's stack ends. */
const MAX_STACK_BYTES = 384 * 1024;
const MAX_LIVE_TIMERS = 1000;
/** Less than this below its limit, an error that could not even be described is that there was no memory left. */
const NEARLY_FULL = 0.9;
const UNPRINTABLE = 'The code threw something that cannot be shown';
const MAX_NAME_CHARS = 200;
const FILE = 'code.js';
// On the first line, so that the user's line numbers stay what they are.
const HEAD = '(async (inputs) => {"use strict"; ';
const TAIL = '\n})';

type Guest = {
  readonly wasm: WebAssembly.Module;
  readonly extensions: ExtensionDescriptor[];
  readonly onOutput: (output: SandboxOutput) => void;
  /** Answered with `GuestRun.answer` and the same number. */
  readonly onHostRequest: (request: HostRequest) => void;
};

/** `request` is JSON text from the guest. */
export type HostRequest = { readonly kind: HostRequestKind; readonly requestNumber: number; readonly request: string };

/** What a guest process forwards. The host enforces limits of its own. */
const askLimits: Readonly<
  Record<HostRequestKind, { readonly maxCount: number; readonly maxChars: number; readonly what: string }>
> = {
  fetch: { maxCount: SANDBOX_NETWORK.maxRequests, maxChars: 2 * SANDBOX_NETWORK.maxRequestChars, what: 'request' },
  call: { maxCount: SANDBOX_CALLS.maxCalls, maxChars: SANDBOX_CALLS.maxCallChars, what: 'tool call' },
};

/** How a run ended, for the process that started it. */
type RunEnd = WithoutRun<Extract<GuestEnd, { type: 'value' | 'failure' }>>;
type WithoutRun<End> = End extends unknown ? Omit<End, 'runNumber'> : never;

/** One run in one fresh interpreter: what it leaves behind goes with it. */
export class GuestRun {
  readonly #request: JavaScriptRequest;
  readonly #guest: Guest;
  readonly #output: OutputCap;
  readonly #written = new WrittenFiles();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #end = Promise.withResolvers<RunEnd>();
  readonly #requests = new Set<number>();
  #take: (requestNumber: number, head: string, body: Uint8Array) => void = () => {};
  readonly #files: readonly SandboxFile[];
  #isOver = false;
  #deadline = 0;

  constructor(request: JavaScriptRequest, guest: Guest) {
    this.#request = request;
    this.#guest = guest;
    this.#output = new OutputCap(guest.onOutput);
    this.#files = request.files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }));
  }

  async result(): Promise<RunEnd> {
    const { memoryMb, timeoutMs } = this.#request;
    const vm = await QuickJS.create({
      wasm: this.#guest.wasm,
      extensions: this.#guest.extensions,
      memoryLimit: memoryMb * BYTES_PER_MB,
      maxStackSize: MAX_STACK_BYTES,
      timezoneOffset: 0,
      interruptHandler: () => this.#deadline > 0 && performance.now() > this.#deadline,
    });
    this.#deadline = performance.now() + timeoutMs;
    this.#after(timeoutMs, () => this.#fail('timed-out', timedOut(timeoutMs)));
    try {
      this.#step(vm, () => this.#start(vm));
      return await this.#end.promise;
    } finally {
      for (const timer of this.#timers) clearTimeout(timer);
      dispose(vm);
    }
  }

  /** Answers a host request. @param head JSON text of everything but the body */
  answer(requestNumber: number, head: string, body: Uint8Array): void {
    if (this.#requests.delete(requestNumber) && !this.#isOver) this.#take(requestNumber, head, body);
  }

  #start(vm: QuickJS): void {
    this.#offer(vm, '__print', (stream, text) => {
      this.#output.write(
        stream?.toString() === 'stderr' ? 'stderr' : 'stdout',
        this.#output.isFull ? '' : String(text?.toString()),
      );
    });
    this.#offer(vm, '__end', (kind, text) => this.#finish(vm, String(kind?.toString()), String(text?.toString())));
    this.#offerFiles(vm);
    if (this.#request.hasFetch) this.#offerToAsk(vm, '__fetch', 'fetch');
    if (this.#request.hasTools) this.#offerToAsk(vm, '__call', 'call');
    let fire: JSValueHandle | undefined;
    this.#offer(vm, '__wait', (timer, ms) => {
      if (this.#timers.size > MAX_LIVE_TIMERS) throw new Error(`more than ${MAX_LIVE_TIMERS} timers at once`);
      const number = timer?.toNumber() ?? 0;
      this.#after(ms?.toNumber() ?? 0, () =>
        this.#step(vm, () => void (fire && vm.callFunction(fire, vm.undefined, vm.newNumber(number)))),
      );
    });
    const { inputs, args, environment } = this.#request;
    const prelude = vm.evalCode(guestPrelude, 'prelude.js');
    const run = prelude.getProp('run');
    fire = prelude.getProp('fire');
    const answered = prelude.getProp('answered');
    this.#take = (number, head, body) =>
      this.#step(vm, () => {
        const given = [vm.newNumber(number), vm.newString(head), vm.newUint8Array(body)];
        vm.callFunction(answered, vm.undefined, ...given);
      });
    const main = this.#read(vm);
    const given = [inputs, JSON.stringify(args), JSON.stringify(environment)].map((text) => vm.newString(text));
    if (main) vm.callFunction(run, vm.undefined, main, ...given);
  }

  /** What is no JavaScript may be TypeScript. Only then, since a few words mean different things in the two. */
  #read(vm: QuickJS): JSValueHandle | undefined {
    const source = HEAD + this.#request.code + TAIL;
    try {
      return vm.evalCode(source, FILE);
    } catch (error) {
      if (!(error instanceof JSException) || error.name !== 'SyntaxError') throw error;
      const stripped = stripTypes(source);
      if (stripped.ok && stripped.code !== source) return vm.evalCode(stripped.code, FILE);
      if (!stripped.ok && stripped.isBroken) {
        this.#fail('crashed', 'The parser of TypeScript broke: the code is nested too deep, or too large');
        return undefined;
      }
      const hint = stripped.ok ? undefined : stripped.unsupported;
      this.#failWith({ reason: 'syntax', message: hint ?? `SyntaxError: ${error.message}`, ...this.#lineIn(error.stack) });
      return undefined;
    }
  }

  /** Runs guest code. An error ends the run, and so does a state in which nothing is pending. */
  #step(vm: QuickJS, work: () => void): void {
    if (this.#isOver) return;
    try {
      work();
      vm.executePendingJobs();
    } catch (error) {
      this.#failWith(this.#failureOf(error, vm));
    }
    // The timer of the time limit is always there.
    if (!this.#isOver && this.#timers.size <= 1 && this.#requests.size === 0)
      this.#fail('threw', 'The code waits for something that never comes: a promise that nothing resolves');
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        work();
      },
      Math.min(ms, this.#request.timeoutMs),
    );
    this.#timers.add(timer);
  }

  /** Buffers are copied, never shared. Errors from these functions are thrown in the guest. */
  #offerFiles(vm: QuickJS): void {
    const files = this.#files;
    const { keepsFiles } = this.#request;
    this.#offer(vm, '__fileNames', () => vm.newString(JSON.stringify(files.map(({ name }) => name))));
    this.#offer(vm, '__readFile', (name) => {
      const wanted = String(name?.toString());
      const file = files.find((each) => each.name === wanted);
      if (!file) throw new Error(`There is no file ${JSON.stringify(wanted.slice(0, MAX_NAME_CHARS))}`);
      return vm.newUint8Array(file.bytes);
    });
    this.#offer(vm, '__writeFile', (name, bytes) => {
      if (!keepsFiles) throw new Error('Files that are written here are not kept: switch on "Keep files" first');
      if (bytes) this.#written.write(String(name?.toString()), bytes.toUint8Array());
    });
  }

  #offerToAsk(vm: QuickJS, name: string, kind: HostRequestKind): void {
    const { maxCount, maxChars, what } = askLimits[kind];
    let count = 0;
    this.#offer(vm, name, (number, request) => {
      const text = String(request?.toString());
      if (++count > maxCount) throw new Error(`more than ${maxCount} ${what}s`);
      if (text.length > maxChars) throw new Error(`the ${what} is too large`);
      const requestNumber = number?.toNumber() ?? 0;
      this.#requests.add(requestNumber);
      this.#guest.onHostRequest({ kind, requestNumber, request: text });
    });
  }

  #offer(vm: QuickJS, name: string, call: (...values: (JSValueHandle | undefined)[]) => unknown): void {
    const offered = vm.newFunction(name, (...values) => {
      const given = call(...values);
      return given instanceof JSValueHandle ? given : vm.undefined;
    });
    vm.setProp(vm.global, name, offered);
  }

  #finish(vm: QuickJS, kind: string, text: string): void {
    if (this.#isOver) return;
    if (kind === 'error') this.#failWith(this.#thrownFailure(text, vm));
    else if (kind !== 'value') this.#fail('bad-result', `What the code returns is no JSON: ${text.slice(0, MAX_MESSAGE_CHARS)}`);
    else if (text.length > MAX_RESULT_CHARS)
      this.#fail('bad-result', `What the code returns has ${text.length} characters as JSON, more than ${MAX_RESULT_CHARS}`);
    else this.#over({ type: 'value', value: text, files: this.#request.keepsFiles ? encodeFiles(this.#written.files) : [] });
  }

  /** As the guest described what was thrown; it said nothing when it could not. */
  #thrownFailure(described: string, vm: QuickJS): SandboxFailure {
    if (described === '') return this.#unprintable(vm);
    const { name, message, stack } = JSON.parse(described) as { name: string; message: string; stack: string };
    return this.#named({ name, message, stack });
  }

  #failureOf(error: unknown, vm: QuickJS): SandboxFailure {
    if (performance.now() > this.#deadline) return { reason: 'timed-out', message: timedOut(this.#request.timeoutMs) };
    // Node's stack overflowed before the interpreter's own limit. Do not reuse the interpreter.
    if (error instanceof RangeError) return { reason: 'crashed', message: 'Its calls or its values are nested too deep' };
    if (!(error instanceof JSException)) return { reason: 'crashed', message: `The interpreter broke: ${String(error)}` };
    try {
      return this.#named({ name: error.name, message: error.message, stack: error.stack ?? '' });
    } catch {
      return this.#unprintable(vm);
    }
  }

  #named({ name, message, stack }: { name: string; message: string; stack: string }): SandboxFailure {
    if (performance.now() > this.#deadline) return { reason: 'timed-out', message: timedOut(this.#request.timeoutMs) };
    const line = this.#lineIn(stack);
    if (name === 'InternalError' && message === 'out of memory')
      return { reason: 'out-of-memory', message: outOfMemory(this.#request.memoryMb), ...line };
    const text = [name, message].filter((part) => part !== '').join(': ') || UNPRINTABLE;
    return { reason: 'threw', message: text.slice(0, MAX_MESSAGE_CHARS), ...line };
  }

  #unprintable(vm: QuickJS): SandboxFailure {
    const { mallocSize, mallocLimit } = vm.getMemoryUsage();
    const isFull = mallocSize > NEARLY_FULL * mallocLimit;
    return isFull
      ? { reason: 'out-of-memory', message: outOfMemory(this.#request.memoryMb) }
      : { reason: 'threw', message: UNPRINTABLE };
  }

  #lineIn(stack: string | undefined): { line?: number } {
    const line = Number(/\bcode\.js:(\d+)/.exec(stack ?? '')?.[1]);
    return line >= 1 && line <= this.#request.code.split('\n').length ? { line } : {};
  }

  #fail(reason: SandboxFailureReason, message: string): void {
    this.#failWith({ reason, message });
  }

  #failWith(failure: SandboxFailure): void {
    this.#over({ type: 'failure', failure });
  }

  #over(end: RunEnd): void {
    this.#isOver = true;
    this.#end.resolve(end);
  }
}

function encodeFiles(files: readonly SandboxFile[]): EncodedFile[] {
  return files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
}

function timedOut(timeoutMs: number): string {
  return `The code did not finish within ${timeoutMs} ms`;
}

function outOfMemory(memoryMb: number): string {
  return `The code needs more than ${memoryMb} MB of memory`;
}

/** An interpreter that broke cannot always be taken down; its memory goes with its instance. */
function dispose(vm: QuickJS): void {
  try {
    vm.dispose();
  } catch {
    // Nothing refers to it any more.
  }
}
