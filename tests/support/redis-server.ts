import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { boundScript, EndedEarly, onFreePort } from './free-port.ts';

const START_LIMIT_MS = 30_000;
const NOT_INSTALLED =
  'Redis is not installed, and this test needs a real one. Install it (Debian: apt-get install redis-server).';

export type RedisServer = {
  readonly url: string;
  /** Pauses with open connections, like a swapping server or a network partition. */
  freeze(): void;
  thaw(): void;
  /** Deletes everything, like a restart without persisted data. */
  forget(): Promise<void>;
  stop(): Promise<void>;
};

/** A separate Redis on a free loopback port, without persistence. It always ends with this process. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-redis-'));
  return onFreePort((port) => startOn(port, folder));
}

async function startOn(port: number, folder: string): Promise<RedisServer> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const script = boundScript('kill -CONT $server; kill -TERM $server');
  const child = spawn('/bin/sh', ['-c', script, 'redis', 'redis-server', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  const pid = Number.parseInt(line.toString(), 10);
  const url = `redis://127.0.0.1:${port}`;
  await waitUntilAnswers(url, { child, folder });
  return {
    url,
    freeze: () => void process.kill(pid, 'SIGSTOP'),
    thaw: () => void process.kill(pid, 'SIGCONT'),
    forget: async () => {
      const client = new Redis(url);
      await client.flushall().finally(() => client.disconnect());
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.stdin.end();
      if (child.exitCode === null) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilAnswers(url: string, { child, folder }: { child: ChildProcess; folder: string }): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  const gone = once(child, 'exit').then(() => Promise.reject(new EndedEarly(NOT_INSTALLED)));
  const late = AbortSignal.timeout(START_LIMIT_MS);
  const isLate = once(late, 'abort').then(() => Promise.reject(new Error('The Redis of the tests did not start.')));
  // It may be the server of another test, which took the port; then this one ends.
  const answered = client
    .config('GET', 'dir')
    .then((settings) => (settings as string[])[1])
    .then((dir) => (dir === folder ? undefined : gone));
  await Promise.race([answered, gone, isLate]).finally(() => client.disconnect());
  gone.catch(() => {});
  isLate.catch(() => {});
}
