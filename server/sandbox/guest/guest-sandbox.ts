import { availableParallelism } from 'node:os';
import type { Semaphore } from '#lib/async/semaphore.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Sandbox, SandboxProgram, SandboxResult, SandboxRunOptions, SandboxWall } from '#lib/ports/sandbox.ts';
import { answerHostRequest } from '../answer-host-request.ts';
import { OutputCap } from '../output-cap.ts';
import { createSandboxSemaphore } from '../sandbox-semaphore.ts';
import type { GuestProcess, GuestRunEnd } from './guest-process.ts';
import { readGuestEnd } from './read-guest-end.ts';

/** Without a run for so long, processes that wait for one are ended. */
const IDLE_MS = 60_000;
const MAX_PROCESSES = 4;

/** What is particular to a language. */
export type GuestLanguage<Request> = {
  /** Its name in messages. */
  readonly name: string;
  /** @throws when it cannot be started; another attempt may help */
  readonly start: () => Promise<GuestProcess<Request>>;
  readonly toRequest: (program: SandboxProgram, options: SandboxRunOptions) => Request;
  /** Whether a process may serve several runs. If not, the next process starts during the run. */
  readonly isReusable: boolean;
  /** Grace period for a process that enforces the time limit itself, in milliseconds. */
  readonly graceMs: number;
  /** When everything has ended. */
  readonly close?: () => void;
};

export type GuestSandboxOptions = {
  readonly maxProcesses?: number | undefined;
  /** Walls without which nothing is run. @defaultValue Node's permission model, which is always there */
  readonly requiredWalls?: readonly SandboxWall[] | undefined;
};

/** Runs code of one language in sandboxed processes, with a concurrency limit. */
export class GuestSandbox<Request> implements Sandbox {
  readonly #language: GuestLanguage<Request>;
  readonly #semaphore: Semaphore;
  readonly #requiredWalls: readonly SandboxWall[];
  readonly #processes = new Set<GuestProcess<Request>>();
  readonly #idle = new Map<GuestProcess<Request>, NodeJS.Timeout>();
  #isClosed = false;
  // A process that does not read its input would outlive this one, up to its limit of CPU time.
  readonly #endAll = () => {
    for (const process of this.#processes) process.kill();
    this.#language.close?.();
  };

  constructor(language: GuestLanguage<Request>, { maxProcesses, requiredWalls = [] }: GuestSandboxOptions = {}) {
    this.#language = language;
    this.#semaphore = createSandboxSemaphore(maxProcesses ?? Math.min(MAX_PROCESSES, availableParallelism()));
    this.#requiredWalls = requiredWalls;
    process.on('exit', this.#endAll);
  }

  run(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    return this.#semaphore.run(() => this.#runInProcess(program, options), { signal: options.signal });
  }

  /** The walls that this machine offers, measured on a process that is started for it. */
  async walls(): Promise<readonly SandboxWall[]> {
    const child = await this.#take();
    try {
      return await child.ready;
    } finally {
      child.kill();
    }
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    process.off('exit', this.#endAll);
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    for (const child of this.#processes) child.hold(true);
    this.#endAll();
    await Promise.all([...this.#processes].map(({ gone }) => gone));
  }

  async #runInProcess(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    const taking = this.#take();
    const child = await unlessAborted(taking, options.signal).catch((error) => {
      // A process that is ready after its run was stopped serves the next one.
      taking.then(
        (late) => this.#keep(late),
        () => {},
      );
      throw error;
    });
    const end = await this.#runIn(child, program, options).catch((error) => {
      child.kill();
      throw error;
    });
    if (this.#language.isReusable && isIntact(end)) this.#keep(child);
    else child.kill();
    return end === 'timed-out' ? timedOut(program) : readGuestEnd(end, program, this.#language.name);
  }

  async #runIn(
    child: GuestProcess<Request>,
    program: SandboxProgram,
    options: SandboxRunOptions,
  ): Promise<GuestRunEnd | 'timed-out'> {
    const { signal, onOutput } = options;
    const output = new OutputCap(onOutput);
    this.#assertWalls(await unlessAborted(this.#readyOf(child), signal));
    if (!this.#language.isReusable) void this.#startAhead();
    options.onStart?.();
    const limit = Promise.withResolvers<'timed-out'>();
    const timer = setTimeout(() => limit.resolve('timed-out'), program.timeoutMs + this.#language.graceMs);
    try {
      const running = child.run(this.#language.toRequest(program, options), program.memoryMb, {
        onOutput: ({ stream, text }) => output.write(stream, text),
        onHostRequest: (request) => answerHostRequest(options, request),
      });
      return await unlessAborted(Promise.race([running, limit.promise]), signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #readyOf(child: GuestProcess<Request>): Promise<readonly SandboxWall[]> {
    return child.ready.catch((error) => {
      throw this.#broken(error);
    });
  }

  #assertWalls(walls: readonly SandboxWall[]): void {
    const missing = this.#requiredWalls.filter((wall) => !walls.includes(wall));
    if (missing.length === 0) return;
    throw new NodeFailure('sandbox-failed', `Code is not run on this machine: it lacks ${missing.join(', ')}`, {
      hint: 'sandbox.required_walls in the config names what code needs; /api/v1/health tells what this machine has',
    });
  }

  async #take(): Promise<GuestProcess<Request>> {
    const [idle] = this.#idle;
    if (idle === undefined) return this.#start();
    const [child, timer] = idle;
    clearTimeout(timer);
    this.#idle.delete(child);
    child.hold(true);
    return child;
  }

  async #start(): Promise<GuestProcess<Request>> {
    if (this.#isClosed) throw this.#broken(new Error('the server is stopping'));
    const child = await this.#language.start().catch((error) => {
      throw this.#broken(error);
    });
    this.#processes.add(child);
    void child.gone.then(() => {
      this.#processes.delete(child);
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
    });
    if (this.#isClosed) child.kill();
    return child;
  }

  async #startAhead(): Promise<void> {
    if (this.#idle.size > 0 || this.#isClosed) return;
    // The run that needs the process tries again, and reports the failure.
    const child = await this.#start().catch(() => {});
    if (child) this.#keep(child);
  }

  #keep(child: GuestProcess<Request>): void {
    if (this.#isClosed) {
      child.kill();
      return;
    }
    child.hold(false);
    this.#idle.set(child, setTimeout(() => child.kill(), IDLE_MS).unref());
  }

  #broken(error: unknown): NodeFailure {
    const message = error instanceof Error ? error.message : String(error);
    return new NodeFailure('sandbox-failed', `${this.#language.name} could not be started: ${message}`, {
      isRetryable: true,
      cause: error,
    });
  }
}

/** Whether the process may run more code. A crash may have broken more than one interpreter. */
function isIntact(end: GuestRunEnd | 'timed-out'): boolean {
  if (end === 'timed-out') return false;
  return end.type === 'value' || (end.type === 'failure' && end.failure.reason !== 'crashed');
}

function timedOut({ timeoutMs }: SandboxProgram): SandboxResult {
  return { ok: false, failure: { reason: 'timed-out', message: `The code did not finish within ${timeoutMs} ms` } };
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
