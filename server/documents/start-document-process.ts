import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A child reads the modules of the program and nothing else of this machine. */
const CODE = fileURLToPath(new URL('../../', import.meta.url));

export type DocumentProcess = ChildProcessByStdio<Writable, Readable, null>;

/**
 * A module in a process of its own that has no network, may write nothing and read only the program:
 * a document that exploits or exhausts a library ends that process and no other.
 */
export function startDocumentProcess(module: URL, heapMb: number): DocumentProcess {
  const permissions = ['--permission', `--allow-fs-read=${CODE}`];
  return spawn(process.execPath, [`--max-old-space-size=${heapMb}`, ...permissions, fileURLToPath(module)], {
    // Nothing of our environment, which has secrets.
    env: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: CODE,
  });
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
