import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureInstalled } from '../scripts/install.mjs';
import { aim, median } from './aims.ts';
import { listProcessTree, readPssMb } from './process-tree.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const root = join(import.meta.dirname, '..');
const settleMs = 10_000;
const startLimitMs = 240_000;
const pollMs = 5;

/**
 * Time of the second start, from `npm start` to a page with a list from the database; memory of the
 * processes; and disk space of a production install. `--starts 7`, `--skip-install`.
 */
export default async function start(options: BenchOptions): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-bench-'));
  try {
    const { startsMs, processes } = await measureStarts(Number(options.starts ?? 7), join(folder, 'data'));
    const treePssMb = processes.reduce((sum, { pssMb }) => sum + pssMb, 0);
    const installedMb = options['skip-install'] ? undefined : await measureInstall(join(folder, 'install'));
    return {
      name: 'start',
      aims: [
        aim('secondStartMs', median(startsMs), { atMost: 1500 }),
        aim('treePssMb', treePssMb, { atMost: 480 }),
        ...(installedMb === undefined ? [] : [aim('installedMb', installedMb, { atMost: 1200 })]),
      ],
      startsMs,
      processes,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureStarts(starts: number, dataFolder: string) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  // The first start installs, builds and creates the data folder. Later pages must show its workflow.
  const workflowId = await withServer(port, dataFolder, async (server) => {
    await untilPageShows(server, url, '');
    return makeWorkflow(url);
  });
  const startsMs: number[] = [];
  let processes: { pid: number; pssMb: number }[] = [];
  for (let number = 1; number <= starts; number++) {
    const startedAt = performance.now();
    await withServer(port, dataFolder, async (server) => {
      await untilPageShows(server, url, workflowId);
      startsMs.push(Math.round(performance.now() - startedAt));
      if (number === starts) processes = await measureMemory(server.pid ?? 0);
    });
  }
  return { startsMs, processes };
}

async function measureMemory(rootPid: number) {
  await wait(settleMs);
  return listProcessTree(rootPid).map((pid) => ({ pid, pssMb: Math.round(readPssMb(pid)) }));
}

/** Starts the product, calls `use` and always stops it. */
async function withServer<T>(port: number, dataFolder: string, use: (server: ChildProcess) => Promise<T>): Promise<T> {
  const server = launch(port, dataFolder);
  try {
    return await use(server);
  } finally {
    await stop(server);
  }
}

function launch(port: number, dataFolder: string): ChildProcess {
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', THREADLOOM_DATA_DIR: dataFolder, DATABASE_URL: '' };
  return spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function untilPageShows(child: ChildProcess, url: string, text: string): Promise<void> {
  const until = performance.now() + startLimitMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`npm start ended with exit code ${child.exitCode}`);
    const page = await fetch(url)
      .then((answer) => (answer.ok ? answer.text() : undefined))
      .catch(() => undefined);
    if (page?.includes(text)) return;
    await wait(pollMs);
  }
  throw new Error(`${url} did not show ${text || 'a page'} within ${startLimitMs} ms`);
}

async function makeWorkflow(url: string): Promise<string> {
  const document = readFileSync(join(root, 'templates', 'hello.workflow.json'), 'utf8');
  const answer = await fetch(`${url}api/v1/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: document,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The hello template was not stored: ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}

/** Installs with the function of `npm start`, in a new folder. */
async function measureInstall(folder: string): Promise<number> {
  execFileSync('mkdir', ['-p', folder]);
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
  await ensureInstalled({ root: folder, kind: 'production', stream: process.stderr });
  return Math.round(Number(execFileSync('du', ['-sk', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0]) / 1024);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
