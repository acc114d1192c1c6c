import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { boundScript, EndedEarly, onFreePort } from './free-port.ts';

const START_LIMIT_MS = 60_000;
const NOT_INSTALLED =
  'PostgreSQL is not installed, and the integration tests need a real one. Install it (Debian: apt-get install postgresql), or name ' +
  'a server where databases may be made in DATABASE_URL_TEST.';

export type Cluster = {
  readonly url: string;
  stop(): Promise<void>;
  /** Stops the server and keeps its data; closes open connections. */
  halt(): Promise<void>;
  /** Starts it again, under the same address. */
  resume(): Promise<void>;
};

/** Names a folder that `initializeCluster` filled: copying it takes a tenth of the CPU that initdb does. */
export const CLUSTER_TEMPLATE_VARIABLE = 'TEST_POSTGRES_TEMPLATE';

/**
 * A private cluster on a free loopback port, with fsync on as in production.
 * @param options `bin`: the folder of the programs of PostgreSQL
 */
export async function startCluster({ bin = findBinaries() }: { bin?: string } = {}): Promise<Cluster> {
  const user = unprivilegedUser();
  const folder = makeClusterFolder();
  try {
    const data = join(folder, 'data');
    const template = process.env[CLUSTER_TEMPLATE_VARIABLE];
    if (template) execFileSync('cp', ['-a', template, data]);
    else initializeCluster(data);
    const start = async (port: number) => {
      const child = startServer({ bin, data, folder, port, user });
      const url = `postgresql://threadloom@127.0.0.1:${port}/postgres`;
      await waitUntilAnswers(url, { child, data });
      return { child, url, port };
    };
    let { child, url, port } = await onFreePort(start);
    return {
      url,
      halt: () => haltServer(child),
      resume: async () => {
        ({ child } = await start(port));
      },
      stop: async () => {
        await haltServer(child);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new temporary folder that the server's user may write. */
export function makeClusterFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Runs initdb, without waiting for the disk: the cluster's server does that itself. */
export function initializeCluster(data: string): void {
  const args = ['-D', data, '-U', 'threadloom', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(findBinaries(), 'initdb'), args, { ...unprivilegedUser(), cwd: dirname(data), stdio: 'pipe' });
}

type User = { uid: number; gid: number } | undefined;
type StartServer = { bin: string; data: string; folder: string; port: number; user: User };

/** The server always ends with this process. */
function startServer({ bin, data, folder, port, user }: StartServer): ChildProcess {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  return spawn('/bin/sh', ['-c', boundScript('kill -INT $server'), 'postgres', join(bin, 'postgres'), ...args], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function haltServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
}

async function waitUntilAnswers(url: string, { child, data }: { child: ChildProcess; data: string }): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      await client.end();
      if (rows[0]?.data_directory === data) return;
      throw new Error('The port belongs to the server of another test');
    } catch (cause) {
      await client.end().catch(() => {});
      const problem = 'The PostgreSQL server of the tests did not start.';
      if (child.exitCode !== null) throw new EndedEarly(problem, { cause });
      if (Date.now() > deadline) throw new Error(problem, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function findBinaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  if (found) return found;
  throw new Error(NOT_INSTALLED);
}

/** initdb refuses to run as root. Its package makes the user postgres. */
function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
