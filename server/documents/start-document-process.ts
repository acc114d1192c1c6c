import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const CODE = fileURLToPath(new URL('../../', import.meta.url));
/** What a child loads. Not the folder of the program as a whole: the default data folder is in it, with its key. */
const READABLE = ['lib/*', 'server/documents/*', 'node_modules/*', 'package.json', 'server/package.json'];
/** As flags of Node: a child reads its own modules and nothing else of this machine. */
export const documentPermissions = ['--permission', ...READABLE.map((path) => `--allow-fs-read=${CODE}${path}`)];

export type DocumentProcess = ChildProcessByStdio<Writable, Readable, null>;

/**
 * A module in a process of its own that has no network, may write nothing and read only its modules:
 * a document that exploits or exhausts a library ends that process and no other.
 */
export function startDocumentProcess(module: URL, heapMb: number): DocumentProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, ...documentPermissions, fileURLToPath(module)], {
    // Nothing of our environment, which has secrets.
    env: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: CODE,
  });
  yieldToServer(child);
  return child;
}

/** Documents take what requests leave of the processor. */
function yieldToServer({ pid }: DocumentProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or this machine forbids it.
  }
}

/** @returns what it wrote; undefined when it ended without success, or wrote more than `maxBytes` */
export function collectOutput(child: DocumentProcess, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : undefined));
  });
}
