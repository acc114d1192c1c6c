import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pythonCommand } from './python-command.ts';

export type PythonSnapshot = {
  readonly path: string;
  /** Deletes it where it was made for this process alone: at once, since a process that ends waits for nothing. */
  remove(): void;
};

const KEY_CHARS = 16;

/**
 * Snapshot of the interpreter after its imports: a start from it takes 0.35 s instead of 2.4 s. Made
 * once per build and kept in the folder; without one it is a temporary file until `remove`.
 */
export async function openSnapshot(cacheFolder: string | undefined): Promise<PythonSnapshot> {
  if (cacheFolder === undefined) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'threadloom-python-')));
    const path = join(folder, 'python.snapshot');
    await make(path);
    return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const path = join(await realpath(cacheFolder), `python-${await keyOfBuild()}.snapshot`);
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) await make(path);
  return { path, remove: () => {} };
}

/** Another interpreter, or another way of starting it, needs another snapshot. */
async function keyOfBuild(): Promise<string> {
  const { version } = createRequire(import.meta.url)('pyodide/package.json') as { version: string };
  const hash = createHash('sha256').update(version);
  const modules = (await readdir(import.meta.dirname)).sort();
  for (const file of modules) hash.update(await readFile(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, KEY_CHARS);
}

/** Written to a temporary file and renamed, so that no process reads an incomplete snapshot. */
async function make(path: string): Promise<void> {
  const { file, args } = await pythonCommand('make-snapshot');
  const child = spawn(file, args, { env: { NODE_ENV: 'production' }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const [snapshot, said, code] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject)),
  ]);
  if (code !== 0 || snapshot.length === 0)
    throw new Error(`the snapshot of Python could not be made (exit code ${code}): ${said.toString().slice(-1000)}`);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, snapshot, { mode: 0o600 });
  await rename(draft, path);
}
