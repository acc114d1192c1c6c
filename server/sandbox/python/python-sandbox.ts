import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import {
  SANDBOX_CALLS,
  SANDBOX_FILES,
  SANDBOX_NETWORK,
  type Sandbox,
  type SandboxFailure,
  type SandboxProgram,
  type SandboxResult,
  type SandboxRunOptions,
} from '#lib/ports/sandbox.ts';
import { answerAsked } from '../answer-asked.ts';
import { OutputCap } from '../output-cap.ts';
import { Places } from '../places.ts';
import { MAX_MESSAGE_CHARS, MAX_OUTPUT_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';
import { withWritten } from '../written-files.ts';
import type { ChildRequest } from './python-child.ts';
import { PythonProcess } from './python-process.ts';
import { openSnapshot, type PythonSnapshot } from './python-snapshot.ts';

type ChildAnswer = Awaited<ReturnType<PythonProcess['run']>>;

/** Without work for so long, the process that waits for the next run is ended. */
const IDLE_MS = 60_000;
const MAX_PROCESSES = 4;
/** UTF-8 takes up to three bytes a UTF-16 unit. */
const MAX_OUTPUT_BYTES = 3 * MAX_OUTPUT_CHARS;

const outcomeSchema = z.union([
  z.object({ value: z.unknown() }),
  z.object({
    reason: z.enum(['syntax', 'threw', 'exited', 'out-of-memory', 'bad-result']),
    message: z.string(),
    line: z.int().nullable(),
    exit: z.union([z.int(), z.string()]).nullable(),
  }),
]);

export type PythonSandboxOptions = {
  /** Where the interpreter's snapshot is kept between starts. Only this user may write there. */
  readonly cacheFolder?: string;
  readonly maxProcesses?: number;
};

/** Pyodide, each run in a hardened process of its own that is ended with it. One more waits started for the next run. */
export class PythonSandbox implements Sandbox {
  readonly #places: Places;
  readonly #cacheFolder: string | undefined;
  readonly #processes = new Set<PythonProcess>();
  #snapshot: Promise<PythonSnapshot> | undefined;
  #warm: { readonly process: PythonProcess; readonly timer: NodeJS.Timeout } | undefined;
  #isClosed = false;
  #made: PythonSnapshot | undefined;
  // A process that does not read its input would outlive this one, up to its limit of CPU time.
  readonly #endAll = () => {
    for (const process of this.#processes) process.kill();
    this.#made?.remove();
  };

  constructor({ cacheFolder, maxProcesses = Math.min(MAX_PROCESSES, availableParallelism()) }: PythonSandboxOptions = {}) {
    this.#cacheFolder = cacheFolder;
    this.#places = new Places(maxProcesses);
  }

  run(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    return this.#places.within(options.signal, async () => {
      const { path } = await unlessAborted(this.#openSnapshot(), options.signal);
      return this.#runIn(this.#take(path), { path, program, options });
    });
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    process.off('exit', this.#endAll);
    clearTimeout(this.#warm?.timer);
    this.#warm = undefined;
    await this.#snapshot?.catch(() => {});
    this.#endAll();
    await Promise.all([...this.#processes].map(({ gone }) => gone));
  }

  async #runIn(
    child: PythonProcess,
    { path, program, options }: { path: string; program: SandboxProgram; options: SandboxRunOptions },
  ): Promise<SandboxResult> {
    const { signal, onOutput } = options;
    const output = new OutputCap(onOutput);
    const { timeoutMs } = program;
    const request = requestFor(program, options);
    let limit: NodeJS.Timeout | undefined;
    try {
      await unlessAborted(child.ready, signal).catch((error) => {
        signal.throwIfAborted();
        throw broken(error);
      });
      this.#keepWarm(path);
      const running = child.run(request, {
        onOutput: ({ stream, text }) => output.write(stream, text),
        onAsked: (asked) => answerAsked(options, asked),
      });
      const timedOut = new Promise<'timed-out'>((resolve) => {
        limit = setTimeout(() => resolve('timed-out'), timeoutMs);
      });
      const answer = await unlessAborted(Promise.race([running, timedOut]), signal);
      return answer === 'timed-out' ? timeLimit(timeoutMs) : readAnswer(answer, program);
    } finally {
      clearTimeout(limit);
      child.kill();
    }
  }

  #openSnapshot(): Promise<PythonSnapshot> {
    this.#snapshot ??= this.#makeSnapshot();
    return this.#snapshot;
  }

  async #makeSnapshot(): Promise<PythonSnapshot> {
    process.on('exit', this.#endAll);
    try {
      this.#made = await openSnapshot(this.#cacheFolder);
      return this.#made;
    } catch (error) {
      this.#snapshot = undefined;
      throw broken(error);
    }
  }

  #take(snapshotPath: string): PythonProcess {
    const warm = this.#warm;
    this.#warm = undefined;
    clearTimeout(warm?.timer);
    const child = warm?.process ?? this.#start(snapshotPath);
    child.hold(true);
    return child;
  }

  #start(snapshotPath: string): PythonProcess {
    if (this.#isClosed) throw broken(new Error('the server is stopping'));
    const child = new PythonProcess(snapshotPath);
    this.#processes.add(child);
    void child.gone.then(() => {
      this.#processes.delete(child);
      if (this.#warm?.process !== child) return;
      clearTimeout(this.#warm.timer);
      this.#warm = undefined;
    });
    return child;
  }

  #keepWarm(snapshotPath: string): void {
    if (this.#warm || this.#isClosed) return;
    const child = this.#start(snapshotPath);
    child.hold(false);
    this.#warm = { process: child, timer: setTimeout(() => child.kill(), IDLE_MS).unref() };
  }
}

function readAnswer(answer: ChildAnswer, { memoryMb, keepsFiles = false }: SandboxProgram): SandboxResult {
  if (answer === undefined) return failed({ reason: 'crashed', message: 'The Python interpreter broke and ended' });
  if (answer.type === 'too-large') return outOfMemory(memoryMb);
  if (answer.type === 'broken')
    return answer.isOutOfMemory
      ? outOfMemory(memoryMb)
      : failed({ reason: 'crashed', message: `The Python interpreter broke: ${lastLine(answer.message)}` });
  const { outcome } = answer;
  if (outcome.length > MAX_RESULT_CHARS)
    return failed({
      reason: 'bad-result',
      message: `What the code returns has ${outcome.length} characters as JSON, more than ${MAX_RESULT_CHARS}`,
    });
  const read = readOutcome(outcome);
  if (!read) return failed({ reason: 'bad-result', message: 'What the code returns is no JSON' });
  if ('reason' in read) return failureOf(read, memoryMb);
  const value = read.value ?? null;
  return keepsFiles ? withFiles(value, answer) : { ok: true, value };
}

function requestFor(program: SandboxProgram, { fetch, callTool }: SandboxRunOptions): ChildRequest {
  const { code, inputs, args = [], memoryMb, files = [], keepsFiles = false, environment = {} } = program;
  return {
    environment,
    asks: {
      ...(fetch && { fetch: { maxCount: SANDBOX_NETWORK.maxRequests, maxChars: SANDBOX_NETWORK.maxRequestChars } }),
      ...(callTool && { call: { maxCount: SANDBOX_CALLS.maxCalls, maxChars: SANDBOX_CALLS.maxCallChars } }),
    },
    ...{ code, inputs: JSON.stringify(inputs), args, memoryMb, keepsFiles, maxOutputBytes: MAX_OUTPUT_BYTES },
    files: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
    maxFiles: SANDBOX_FILES.maxCount,
    maxFileBytes: SANDBOX_FILES.maxBytes,
    maxTotalFileBytes: SANDBOX_FILES.maxTotalBytes,
  };
}

const filesSchema = z.array(z.object({ name: z.string(), base64: z.base64() }));

function withFiles(value: unknown, { files, filesProblem }: Extract<ChildAnswer, { type: 'end' }>): SandboxResult {
  if (filesProblem !== undefined)
    return failed({ reason: 'bad-files', message: String(filesProblem).slice(0, MAX_MESSAGE_CHARS) });
  const read = filesSchema.safeParse(files);
  if (!read.success) return failed({ reason: 'bad-files', message: 'The files that the code wrote cannot be read' });
  return withWritten(
    value,
    read.data.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })),
  );
}

function failureOf(told: Extract<z.output<typeof outcomeSchema>, { reason: string }>, memoryMb: number): SandboxResult {
  const line = told.line === null ? {} : { line: told.line };
  const message = told.message.slice(0, MAX_MESSAGE_CHARS);
  switch (told.reason) {
    case 'out-of-memory':
      return outOfMemory(memoryMb, line);
    case 'exited':
      return failed({ reason: 'exited', ...exitOf(told.exit), ...line });
    case 'bad-result':
      return failed({ reason: 'bad-result', message: `What the code returns is no JSON: ${message}` });
    default:
      return failed({ reason: told.reason, message, ...line });
  }
}

/** As Python has it: nothing is 0, a text is printed and is 1. */
function exitOf(exit: number | string | null): { message: string; exitCode: number } {
  const exitCode = exit === null ? 0 : typeof exit === 'string' ? 1 : exit;
  const said = typeof exit === 'string' ? `: ${exit.slice(0, MAX_MESSAGE_CHARS)}` : '';
  return { message: `The code ended itself with exit code ${exitCode}${said}`, exitCode };
}

function readOutcome(text: string): z.output<typeof outcomeSchema> | undefined {
  try {
    return outcomeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function outOfMemory(memoryMb: number, line: { line?: number } = {}): SandboxResult {
  return failed({ reason: 'out-of-memory', message: `The code needs more than ${memoryMb} MB of memory`, ...line });
}

function timeLimit(timeoutMs: number): SandboxResult {
  return failed({ reason: 'timed-out', message: `The code did not finish within ${timeoutMs} ms` });
}

function failed(failure: SandboxFailure): SandboxResult {
  return { ok: false, failure };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, MAX_MESSAGE_CHARS) ?? '';
}

function broken(error: unknown): NodeFailure {
  const message = error instanceof Error ? error.message : String(error);
  return new NodeFailure('sandbox-failed', `Python could not be started: ${message}`, { isRetryable: true, cause: error });
}

/** @throws the signal's reason as soon as it aborts */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
