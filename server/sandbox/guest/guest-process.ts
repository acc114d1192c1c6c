import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { SandboxAnswer, SandboxCallAnswer, SandboxWall } from '#lib/ports/sandbox.ts';
import { readLines } from '../read-lines.ts';
import type { GuestCommand } from './guest-command.ts';
import {
  type GuestEnd,
  type GuestMessage,
  type GuestOrder,
  guestMessageSchema,
  MAX_GUEST_LINE_CHARS,
  MAX_GUEST_MESSAGES,
} from './guest-messages.ts';
import { readWalls } from './sandbox-walls.ts';

type Output = Extract<GuestMessage, { type: 'output' }>;
type HostRequest = Extract<GuestMessage, { type: 'asked' }>;

export type GuestListener = {
  onOutput(output: Pick<Output, 'stream' | 'text'>): void;
  /** The request is untrusted. */
  onHostRequest(request: Pick<HostRequest, 'kind' | 'request'>): Promise<SandboxAnswer | SandboxCallAnswer>;
};

export type GuestRunEnd =
  | GuestEnd
  /** It was ended for its memory. */
  | { readonly type: 'too-large' }
  /** It was ended for a message that no guest process sends, or because handling one failed. */
  | { readonly type: 'misbehaved'; readonly cause: unknown }
  /** It ended under its run. */
  | { readonly type: 'gone' };

const BYTES_PER_MB = 1024 * 1024;
const PAGE_BYTES = 4096;
/** JavaScript's own memory, on top of the guest's. More than both means that the limit failed. */
const SLACK_MB = 320;
const WATCH_INTERVAL_MS = 100;
const STDERR_TAIL_CHARS = 2000;

type Run = {
  readonly number: number;
  readonly listener: GuestListener;
  readonly end: (end: GuestRunEnd) => void;
  messagesLeft: number;
};

/**
 * A process that runs user code in the sandbox, one run at a time. Both sides send lines of JSON.
 * Its output is untrusted: a line that is too long or no valid message ends the process and its run.
 */
export class GuestProcess<Request> {
  /** Its walls, once it is ready for its first run. Rejects when it ends before that. */
  readonly ready: Promise<readonly SandboxWall[]>;
  /** When the process has ended. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #readyMessage = Promise.withResolvers<void>();
  #run: Run | undefined;
  #runs = 0;
  #stderr = '';

  /** @param payload an open file that the process reads as its descriptor 3 */
  constructor({ file, args, hasProfile }: GuestCommand, payload?: number) {
    const child = spawn(file, args, {
      env: { NODE_ENV: 'production' },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe', payload ?? 'ignore'],
    });
    const { stdin, stdout, stderr } = child as ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
    this.#child = child;
    this.#stdin = stdin;
    // A process that ends while it is written to is noticed by its end.
    stdin.on('error', () => {});
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL_CHARS);
    });
    this.ready = this.#readyMessage.promise.then(async () => readWalls(await this.#guestPid(), { hasProfile }));
    // The run that uses the process awaits it; one that was started ahead may end before a run does.
    this.ready.catch(() => {});
    const gone = Promise.withResolvers<void>();
    this.gone = gone.promise;
    const end = (cause?: Error) => {
      this.#readyMessage.reject(
        new Error(`the process ended while it started: ${this.#stderr.trim() || cause?.message}`, { cause }),
      );
      this.#run?.end({ type: 'gone' });
      gone.resolve();
    };
    child.once('error', end).once('close', () => end());
    void this.#listen(stdout);
  }

  /** Its next run. The caller ends the process after a run that did not end with a value or a failure. */
  async run(request: Request, memoryMb: number, listener: GuestListener): Promise<GuestRunEnd> {
    await this.ready;
    const ended = Promise.withResolvers<GuestRunEnd>();
    const number = ++this.#runs;
    this.#run = { number, listener, end: ended.resolve, messagesLeft: MAX_GUEST_MESSAGES };
    void this.gone.then(() => ended.resolve({ type: 'gone' }));
    const maxBytes = (memoryMb + SLACK_MB) * BYTES_PER_MB;
    const watch = setInterval(async () => {
      if ((await residentBytes(await this.#guestPid())) <= maxBytes) return;
      ended.resolve({ type: 'too-large' });
      this.kill();
    }, WATCH_INTERVAL_MS);
    this.#send({ type: 'run', runNumber: number, request });
    try {
      return await ended.promise;
    } finally {
      clearInterval(watch);
      this.#run = undefined;
    }
  }

  /** At once, and whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Whether it keeps this process alive. */
  hold(isHeld: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    const streams = [stdin, stdout, stderr] as unknown as { ref(): void; unref(): void }[];
    for (const handle of [this.#child, ...streams]) isHeld ? handle.ref() : handle.unref();
  }

  async #listen(stdout: Readable): Promise<void> {
    try {
      for await (const line of readLines(stdout, { maxChars: MAX_GUEST_LINE_CHARS }))
        this.#take(guestMessageSchema.parse(JSON.parse(line)));
    } catch (cause) {
      this.#run?.end({ type: 'misbehaved', cause });
      this.#readyMessage.reject(cause);
      this.kill();
    }
  }

  #take(message: GuestMessage): void {
    if (message.type === 'ready') this.#readyMessage.resolve();
    const run = this.#run;
    // Message of an ended run.
    if (run === undefined || message.type === 'ready' || message.runNumber !== run.number) return;
    if (--run.messagesLeft < 0) throw new Error(`more than ${MAX_GUEST_MESSAGES} messages`);
    if (message.type === 'output') run.listener.onOutput(message);
    else if (message.type === 'asked') void this.#answer(message, run);
    else run.end(message);
  }

  async #answer({ requestNumber, kind, request }: HostRequest, run: Run): Promise<void> {
    try {
      const answer = await run.listener.onHostRequest({ kind, request });
      const { body, ...head } = 'body' in answer ? answer : { ...answer, body: undefined };
      const base64 = body === undefined ? '' : Buffer.from(body).toString('base64');
      this.#send({ type: 'answer', runNumber: run.number, requestNumber, head: JSON.stringify(head), base64 });
    } catch (cause) {
      run.end({ type: 'misbehaved', cause });
      this.kill();
    }
  }

  #send(order: GuestOrder<Request>): void {
    if (this.#stdin.writable) this.#stdin.write(`${JSON.stringify(order)}\n`);
  }

  /** Of the process itself, where a command that made its namespaces is its parent. */
  async #guestPid(): Promise<number> {
    const pid = this.#child.pid ?? 0;
    if (process.platform !== 'linux' || this.#child.spawnfile !== 'unshare') return pid;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
    return Number(children.trim().split(' ')[0]) || pid;
  }
}

/** 0 if the system does not report it; the limit inside the interpreter still applies. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
