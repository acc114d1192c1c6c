import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { ExtensionDescriptor } from 'quickjs-wasi';
import { GuestEntry } from '../guest/guest-entry.ts';
import type { EncodedFile } from '../guest/guest-messages.ts';
import { lockDown } from '../guest/lock-down.ts';
import { GuestRun } from './guest-run.ts';
import { stripTypes } from './strip-types.ts';

/** One run; a process has one at a time. */
export type JavaScriptRequest = {
  readonly code: string;
  /** JSON text. */
  readonly inputs: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly files: readonly EncodedFile[];
  readonly keepsFiles: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the code has a `fetch`. */
  readonly hasFetch: boolean;
  /** Whether it has `tools`. */
  readonly hasTools: boolean;
};

const entry = new GuestEntry<JavaScriptRequest>();
// Compiled once for this process; each run gets an instance of its own.
const compile = (url: string) => new WebAssembly.Module(readFileSync(new URL(url)));
const wasm = compile(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
const extensions: ExtensionDescriptor[] = [
  { name: 'url', wasm: compile(import.meta.resolve('quickjs-wasi/url.so')) },
  { name: 'encoding', wasm: compile(import.meta.resolve('quickjs-wasi/encoding.so')) },
  { name: 'structured-clone', wasm: compile(import.meta.resolve('quickjs-wasi/structured-clone.so')) },
];
// Loads the TypeScript parser, which the locked-down process could not.
stripTypes('const loaded: boolean = true;');
lockDown();

let current: { readonly runNumber: number; readonly run: GuestRun } | undefined;

entry.listen(
  async (request, runNumber) => {
    const run = new GuestRun(request, {
      wasm,
      extensions,
      onOutput: ({ stream, text }) => entry.send({ type: 'output', runNumber, stream, text }),
      onHostRequest: (request) => entry.send({ type: 'asked', runNumber, ...request }),
    });
    current = { runNumber, run };
    const end = await run.result();
    current = undefined;
    entry.send({ ...end, runNumber });
  },
  ({ runNumber, requestNumber, head, base64 }) => {
    if (current?.runNumber === runNumber) current.run.answer(requestNumber, head, Buffer.from(base64, 'base64'));
  },
);
