import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ExtensionDescriptor } from 'quickjs-wasi';
import type { SandboxAnswer, SandboxCallAnswer, SandboxFile, SandboxOutput, SandboxResult } from '#lib/ports/sandbox.ts';
import { type Asked, GuestRun } from './guest-run.ts';

/** One run; a worker has one at a time. */
export type WorkerRequest = {
  readonly type: 'run';
  readonly runNumber: number;
  readonly code: string;
  /** JSON text. */
  readonly inputs: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly files: readonly SandboxFile[];
  readonly keepsFiles: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the code has a `fetch`. */
  readonly hasFetch: boolean;
  /** Whether it has `tools`. */
  readonly hasTools: boolean;
};

export type WorkerAnswer = {
  readonly type: 'answer';
  readonly runNumber: number;
  readonly requestNumber: number;
  readonly answer: SandboxAnswer | SandboxCallAnswer;
};

/** To the worker. */
export type WorkerOrder = WorkerRequest | WorkerAnswer;

export type WorkerMessage =
  | { readonly type: 'output'; readonly runNumber: number; readonly output: SandboxOutput }
  | ({ readonly type: 'asked'; readonly runNumber: number } & Asked)
  | { readonly type: 'end'; readonly runNumber: number; readonly result: SandboxResult };

// Compiled once for this worker; each run gets an instance of its own.
const compile = (url: string) => new WebAssembly.Module(readFileSync(new URL(url)));
const wasm = compile(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
const extensions: ExtensionDescriptor[] = [
  { name: 'url', wasm: compile(import.meta.resolve('quickjs-wasi/url.so')) },
  { name: 'encoding', wasm: compile(import.meta.resolve('quickjs-wasi/encoding.so')) },
  { name: 'structured-clone', wasm: compile(import.meta.resolve('quickjs-wasi/structured-clone.so')) },
];

const send = (message: WorkerMessage) => parentPort?.postMessage(message);

let current: { readonly runNumber: number; readonly run: GuestRun } | undefined;

parentPort?.on('message', async (order: WorkerOrder) => {
  const { runNumber } = order;
  if (order.type === 'answer') {
    if (current?.runNumber === runNumber) current.run.answer(order.requestNumber, order.answer);
    return;
  }
  const run = new GuestRun(order, {
    ...{ wasm, extensions },
    onOutput: (output) => send({ type: 'output', runNumber, output }),
    onAsked: (asked) => send({ type: 'asked', runNumber, ...asked }),
  });
  current = { runNumber, run };
  const result = await run.result();
  current = undefined;
  send({ type: 'end', runNumber, result });
});
