import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);

const silence = () => {};

/** Adapts Node's globals and modules to Pyodide. Call it before Pyodide is imported. */
export function prepareNode(): void {
  const refuse = () => {
    throw new Error('There is no such module here');
  };
  // Python's os.system calls it. The permission model would throw and end the interpreter; this
  // fails only the command.
  Object.assign(require('node:child_process'), { spawnSync: () => ({ status: 127 }) });
  syncBuiltinESMExports();
  // Pyodide writes to them what Python writes to `/dev/tty` and `/dev/tty1`, unframed.
  // That could forge messages to the server.
  Object.assign(console, { log: silence, error: silence, warn: silence, info: silence, debug: silence });
  // `sys.executable`, which would otherwise name the folder of the server.
  process.argv[1] = 'python';
  const constants = { fs: require('node:fs').constants };
  // Pyodide reads the flags of files from here, and the permission model forbids the real one.
  Object.defineProperty(process, 'binding', {
    configurable: true,
    value: (name: string) => (name === 'constants' ? constants : refuse()),
  });
}
