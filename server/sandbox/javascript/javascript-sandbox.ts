import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SandboxProgram, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { guestCommand } from '../guest/guest-command.ts';
import { GuestProcess } from '../guest/guest-process.ts';
import { GuestSandbox, type GuestSandboxOptions } from '../guest/guest-sandbox.ts';
import type { JavaScriptRequest } from './javascript-child.ts';

/** The process enforces the run's timeout itself. It is killed when it has not answered this long after it. */
const GRACE_MS = 250;
/** V8 heap of the process, for files and results. The interpreter's memory is WebAssembly, limited by `memoryMb`. */
const MAX_HEAP_MB = 256;
/** Deep recursion ends in an error of the interpreter before this is full. The default of systems is 8 MB a process. */
const STACK_KB = 4096;

/** QuickJS in WebAssembly: a fresh interpreter for each run, in processes that have one run after another. */
export function makeJavaScriptSandbox(options: GuestSandboxOptions = {}): GuestSandbox<JavaScriptRequest> {
  return new GuestSandbox<JavaScriptRequest>(
    {
      name: 'JavaScript',
      isReusable: true,
      graceMs: GRACE_MS,
      start: async () => new GuestProcess<JavaScriptRequest>(await javascriptCommand()),
      toRequest,
    },
    options,
  );
}

function javascriptCommand() {
  const quickjs = dirname(createRequire(import.meta.url).resolve('quickjs-wasi/package.json'));
  return guestCommand({
    entry: fileURLToPath(new URL('./javascript-child.ts', import.meta.url)),
    readable: [`${quickjs}/*`],
    maxHeapMb: MAX_HEAP_MB,
    stackKb: STACK_KB,
  });
}

function toRequest(program: SandboxProgram, { fetch, callTool }: SandboxRunOptions): JavaScriptRequest {
  const { code, inputs, timeoutMs, memoryMb, files = [], keepsFiles = false, args = [], environment = {} } = program;
  return {
    code,
    inputs: JSON.stringify(inputs),
    args,
    timeoutMs,
    memoryMb,
    keepsFiles,
    environment,
    files: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
    hasFetch: fetch !== undefined,
    hasTools: callTool !== undefined,
  };
}
