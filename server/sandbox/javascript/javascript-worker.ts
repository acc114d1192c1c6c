import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ExtensionDescriptor } from 'quickjs-wasi';
import type { SandboxFile, SandboxOutput, SandboxResult } from '#lib/ports/sandbox.ts';
import { GuestRun } from './guest-run.ts';

/** To the worker: one run at a time. */
export type WorkerRequest = {
  readonly runNumber: number;
  readonly code: string;
  /** JSON text. */
  readonly inputs: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly files: readonly SandboxFile[];
  readonly keepsFiles: boolean;
};

export type WorkerMessage =
  | { readonly type: 'output'; readonly runNumber: number; readonly output: SandboxOutput }
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

parentPort?.on('message', async (request: WorkerRequest) => {
  const { runNumber } = request;
  const run = new GuestRun(request, { wasm, extensions, onOutput: (output) => send({ type: 'output', runNumber, output }) });
  const result = await run.result();
  send({ type: 'end', runNumber, result });
});
