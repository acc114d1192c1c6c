import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';

/**
 * Where tests share the snapshot of Python, which takes 7 s of CPU to make. Another interpreter, or another way of
 * starting it, gets a new one.
 */
const pythonCache = fileURLToPath(new URL('../../node_modules/.cache/threadloom/python', import.meta.url));

/** A sandbox of this machine. The caller closes it. */
export function makeTestSandbox(): ReturnType<typeof makeSandbox> {
  return makeSandbox({ cacheFolder: pythonCache });
}

/** The process that is started with this data folder finds the snapshot there. */
export function sharePythonCache(dataFolder: string): void {
  mkdirSync(pythonCache, { recursive: true, mode: 0o700 });
  symlinkSync(pythonCache, join(dataFolder, 'cache'));
}
