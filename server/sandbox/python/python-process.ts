import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { SandboxAnswer, SandboxCallAnswer } from '#lib/ports/sandbox.ts';
import type { ChildAnswer, ChildMessage, ChildRequest } from './python-child.ts';
import { startPython } from './python-command.ts';

export type ChildEnd = Extract<ChildMessage, { type: 'end' | 'broken' }>;

type Asked = Extract<ChildMessage, { type: 'asked' }>;
type ChildListener = {
  onOutput(output: Extract<ChildMessage, { type: 'output' }>): void;
  /** Answers what it asks for, which is whatever the child wrote. */
  onAsked(asked: Pick<Asked, 'kind' | 'request'>): Promise<SandboxAnswer | SandboxCallAnswer>;
};

const BYTES_PER_MB = 1024 * 1024;
const PAGE_BYTES = 4096;
/** JavaScript's own share beside the guest's memory: what is above that was allocated around the cap. */
const SLACK_MB = 320;
const WATCH_INTERVAL_MS = 100;
const STDERR_TAIL_CHARACTERS = 2000;

/** One interpreter in a process of its own, for one run. It is ended after it, whatever it did. */
export class PythonProcess {
  readonly ready: Promise<void>;
  /** When the process has gone. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcessWithoutNullStreams;
  #onMessage: (message: ChildMessage) => void = () => {};
  #onGone: () => void = () => {};
  #stderr = '';

  constructor(snapshotPath: string) {
    const child = startPython('serve', snapshotPath);
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.gone = gone.promise;
    // Whoever takes the process asks; one that nobody takes may end unasked.
    this.ready.catch(() => {});
    // A child that ends while it is written to is told by its end.
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL_CHARACTERS);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = readMessage(line);
      if (message?.type === 'ready') ready.resolve();
      else if (message) this.#onMessage(message);
    });
    const end = (cause?: Error) => {
      ready.reject(new Error(`the Python process ended while it started: ${this.#stderr.trim() || cause?.message}`, { cause }));
      this.#onGone();
      gone.resolve();
    };
    child.once('error', end).once('close', () => end());
  }

  /**
   * Its one run.
   * @returns undefined when the process ended under it; `isTooLarge` when it was ended for its memory
   */
  async run(
    request: ChildRequest,
    { onOutput, onAsked }: ChildListener,
  ): Promise<ChildEnd | { readonly type: 'too-large' } | undefined> {
    await this.ready;
    const end = Promise.withResolvers<ChildEnd | { readonly type: 'too-large' } | undefined>();
    this.#onMessage = (message) => {
      if (message.type === 'output') onOutput(message);
      else if (message.type === 'asked') void this.#answer(message, onAsked);
      else if (message.type !== 'ready') end.resolve(message);
    };
    this.#onGone = () => end.resolve(undefined);
    const watch = setInterval(async () => {
      if ((await residentBytes(this.#child.pid)) > (request.memoryMb + SLACK_MB) * BYTES_PER_MB) {
        end.resolve({ type: 'too-large' });
        this.kill();
      }
    }, WATCH_INTERVAL_MS);
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    try {
      return await end.promise;
    } finally {
      clearInterval(watch);
    }
  }

  async #answer({ requestNumber, kind, request }: Asked, onAsked: ChildListener['onAsked']): Promise<void> {
    const answer = await onAsked({ kind, request: String(request) });
    const { body, ...head } = 'body' in answer ? answer : { ...answer, body: undefined };
    const base64 = body === undefined ? '' : Buffer.from(body).toString('base64');
    const line: ChildAnswer = { requestNumber: Number(requestNumber), head: JSON.stringify(head), base64 };
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** At once, and whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Whether it keeps this process alive. */
  hold(isHeld: boolean): void {
    const streams = [this.#child.stdin, this.#child.stdout, this.#child.stderr] as unknown as { ref(): void; unref(): void }[];
    for (const handle of [this.#child, ...streams]) isHeld ? handle.ref() : handle.unref();
  }
}

function readMessage(line: string): ChildMessage | undefined {
  try {
    return JSON.parse(line) as ChildMessage;
  } catch {
    // Something printed past the guest's streams: it is nobody's message.
    return undefined;
  }
}

/** 0 where the system does not tell; the cap inside the interpreter holds there all the same. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
