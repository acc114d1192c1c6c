import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Sandbox, SandboxProgram, SandboxResult, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { answerAsked } from '../answer-asked.ts';
import { Places } from '../places.ts';
import type { WorkerAnswer, WorkerMessage, WorkerRequest } from './javascript-worker.ts';

/** A worker keeps its own time; one that does not answer so long after it should have is ended from here. */
const GRACE_MS = 250;
/** Without work for so long, workers are let go. */
const IDLE_MS = 60_000;
const MAX_WORKERS = 4;

/** QuickJS in WebAssembly, in worker threads: a fresh interpreter for each run. Workers start when they are first needed. */
export class JavaScriptSandbox implements Sandbox {
  readonly #places: Places;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Set<Worker>();
  #runs = 0;

  constructor({ maxWorkers = Math.min(MAX_WORKERS, availableParallelism()) }: { maxWorkers?: number } = {}) {
    this.#places = new Places(maxWorkers);
  }

  run(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    return this.#places.within(options.signal, () => this.#runIn(this.#take(), program, options));
  }

  /** Ends all workers, whatever they do. */
  async close(): Promise<void> {
    const workers = [...this.#idle.keys(), ...this.#busy];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #runIn(worker: Worker, program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    const { signal, onOutput, fetch, callTool } = options;
    const runNumber = ++this.#runs;
    return new Promise<SandboxResult>((resolve, reject) => {
      const finish = (settle: () => void, { isUsable }: { isUsable: boolean }) => {
        clearTimeout(hardLimit);
        signal.removeEventListener('abort', stop);
        worker.off('message', hear).off('error', breakDown).off('exit', end);
        this.#giveBack(worker, { isUsable });
        settle();
      };
      const stop = () => finish(() => reject(signal.reason), { isUsable: false });
      const breakDown = (cause: Error) => finish(() => reject(broken(cause)), { isUsable: false });
      const end = () => breakDown(new Error('its thread ended'));
      const give = (result: SandboxResult, isUsable: boolean) => finish(() => resolve(result), { isUsable });
      const answer = async (asked: Extract<WorkerMessage, { type: 'asked' }>) => {
        const { requestNumber } = asked;
        const given: WorkerAnswer = { type: 'answer', runNumber, requestNumber, answer: await answerAsked(options, asked) };
        worker.postMessage(given);
      };
      const hear = (message: WorkerMessage) => {
        if (message.runNumber !== runNumber) return;
        if (message.type === 'output') onOutput(message.output);
        else if (message.type === 'asked') void answer(message);
        else give(message.result, message.result.ok || message.result.failure.reason !== 'crashed');
      };
      const hardLimit = setTimeout(() => give(timedOut(program), false), program.timeoutMs + GRACE_MS);
      signal.addEventListener('abort', stop, { once: true });
      worker.on('message', hear).on('error', breakDown).on('exit', end);
      worker.postMessage(requestFor(program, { runNumber, hasFetch: fetch !== undefined, hasTools: callTool !== undefined }));
    });
  }

  #take(): Worker {
    const [known] = this.#idle;
    const worker = known?.[0] ?? this.#start();
    clearTimeout(known?.[1]);
    this.#idle.delete(worker);
    this.#busy.add(worker);
    worker.ref();
    return worker;
  }

  #start(): Worker {
    const worker = startWorker();
    // One that breaks while nobody uses it would take the process with it.
    worker.on('error', () => this.#idle.delete(worker)).on('exit', () => this.#idle.delete(worker));
    return worker;
  }

  #giveBack(worker: Worker, { isUsable }: { isUsable: boolean }): void {
    this.#busy.delete(worker);
    const end = () => {
      this.#idle.delete(worker);
      void worker.terminate();
    };
    if (!isUsable) {
      end();
      return;
    }
    worker.unref();
    this.#idle.set(worker, setTimeout(end, IDLE_MS).unref());
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./javascript-worker.ts', import.meta.url), {
    env: {},
    argv: [],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  });
}

function requestFor(program: SandboxProgram, run: Pick<WorkerRequest, 'runNumber' | 'hasFetch' | 'hasTools'>): WorkerRequest {
  const { code, inputs, timeoutMs, memoryMb, files = [], keepsFiles = false, args = [], environment = {} } = program;
  return { type: 'run', ...run, code, inputs: JSON.stringify(inputs), args, timeoutMs, memoryMb, files, keepsFiles, environment };
}

function timedOut({ timeoutMs }: SandboxProgram): SandboxResult {
  return { ok: false, failure: { reason: 'timed-out', message: `The code did not finish within ${timeoutMs} ms` } };
}

function broken(cause: Error): NodeFailure {
  return new NodeFailure('sandbox-failed', `The sandbox broke while the code ran: ${cause.message}`, {
    isRetryable: true,
    cause,
  });
}
