import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const child = join(folder, 'python-child.ts');
/** Longer than the longest run, starting included: nobody may be left to end a child whose server was killed. */
const MAX_CPU_SECONDS = 660;
/** Of the JavaScript around the interpreter, whose own memory is not counted in it. */
const MAX_HEAP_MB = 256;

export type PythonMode = 'make-snapshot' | 'serve';

/** Starts the child. It may read the interpreter's files and nothing else, write none, start nothing, and sees nothing of this process's environment. */
export function startPython(mode: PythonMode, snapshotPath = ''): ChildProcessWithoutNullStreams {
  const { file, args } = commandFor(mode, snapshotPath);
  return spawn(file, args, { env: { NODE_ENV: 'production' }, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
}

function commandFor(mode: PythonMode, snapshotPath: string): { file: string; args: string[] } {
  const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
  const readable = [`${folder}/*`, `${pyodide}/*`, ...(snapshotPath === '' ? [] : [snapshotPath])];
  const node = [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Takes away Function and eval: what Python could reach of JavaScript stays data.
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${MAX_HEAP_MB}`,
    '--no-warnings',
    ...[child, mode, snapshotPath],
  ];
  return process.platform === 'win32' ? { file: node[0] as string, args: node.slice(1) } : limited(node);
}

/** No core dumps, no files even where one could be opened, few descriptors, and an end to its time. */
function limited(command: string[]): { file: string; args: string[] } {
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n 64; ulimit -t ${MAX_CPU_SECONDS}; exec "$@"`;
  return { file: '/bin/sh', args: ['-c', limits, 'sh', ...command] };
}
