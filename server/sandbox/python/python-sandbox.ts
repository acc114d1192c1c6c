import { open } from 'node:fs/promises';
import {
  SANDBOX_CALLS,
  SANDBOX_FILES,
  SANDBOX_NETWORK,
  type SandboxProgram,
  type SandboxRunOptions,
} from '#lib/ports/sandbox.ts';
import { GuestProcess } from '../guest/guest-process.ts';
import { GuestSandbox, type GuestSandboxOptions } from '../guest/guest-sandbox.ts';
import { MAX_OUTPUT_CHARS } from '../sandbox-limits.ts';
import type { PythonRequest } from './python-child.ts';
import { pythonCommand } from './python-command.ts';
import { openSnapshot, type PythonSnapshot } from './python-snapshot.ts';

/** A UTF-16 code unit has at most three bytes in UTF-8. */
const MAX_OUTPUT_BYTES = 3 * MAX_OUTPUT_CHARS;

export type PythonSandboxOptions = GuestSandboxOptions & {
  /** Where the interpreter's snapshot is kept between starts. Only this user may write there. */
  readonly cacheFolder?: string | undefined;
};

/** Pyodide, each run in a process of its own that is ended with it. One more waits started for the next run. */
export function makePythonSandbox({ cacheFolder, ...options }: PythonSandboxOptions = {}): GuestSandbox<PythonRequest> {
  let snapshot: Promise<PythonSnapshot> | undefined;
  let opened: PythonSnapshot | undefined;
  return new GuestSandbox<PythonRequest>(
    {
      name: 'Python',
      isReusable: false,
      graceMs: 0,
      toRequest,
      async start() {
        snapshot ??= openSnapshot(cacheFolder);
        opened = await snapshot.catch((error) => {
          snapshot = undefined;
          throw error;
        });
        const file = await open(opened.path);
        try {
          return new GuestProcess<PythonRequest>(await pythonCommand('serve'), file.fd);
        } finally {
          await file.close();
        }
      },
      close: () => opened?.remove(),
    },
    options,
  );
}

function toRequest(program: SandboxProgram, { fetch, callTool }: SandboxRunOptions): PythonRequest {
  const { code, inputs, args = [], memoryMb, files = [], keepsFiles = false, environment = {} } = program;
  return {
    code,
    inputs: JSON.stringify(inputs),
    args,
    memoryMb,
    environment,
    keepsFiles,
    files: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
    maxOutputBytes: MAX_OUTPUT_BYTES,
    maxFiles: SANDBOX_FILES.maxCount,
    maxFileBytes: SANDBOX_FILES.maxBytes,
    maxTotalFileBytes: SANDBOX_FILES.maxTotalBytes,
    asks: {
      ...(fetch && { fetch: { maxCount: SANDBOX_NETWORK.maxRequests, maxChars: SANDBOX_NETWORK.maxRequestChars } }),
      ...(callTool && { call: { maxCount: SANDBOX_CALLS.maxCalls, maxChars: SANDBOX_CALLS.maxCallChars } }),
    },
  };
}
