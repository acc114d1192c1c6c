import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GuestCommand, guestCommand } from '../guest/guest-command.ts';

const folder = dirname(fileURLToPath(import.meta.url));
/** Of the JavaScript around the interpreter, whose own memory is not counted in it. */
const MAX_HEAP_MB = 256;
/** A run takes a seventh less CPU, since most end before an optimized interpreter would pay off. */
const OPTIMIZE_AFTER_BYTES = 100_000_000;

export type PythonMode = 'make-snapshot' | 'serve';

/** The command that starts Python. It may read the interpreter's files, and nothing after `lockDown`. */
export function pythonCommand(mode: PythonMode): Promise<GuestCommand> {
  const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
  return guestCommand({
    entry: join(folder, 'python-child.ts'),
    args: [mode],
    readable: [`${pyodide}/*`],
    maxHeapMb: MAX_HEAP_MB,
    wasmTieringBudget: OPTIMIZE_AFTER_BYTES,
  });
}
