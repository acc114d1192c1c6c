import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { boundScript, EndedEarly, onFreePort } from './free-port.ts';

const START_LIMIT_MS = 60_000;
const NOT_INSTALLED =
  'MariaDB is not installed, and this test needs a real server. Install it (Debian: apt-get install mariadb-server).';

export type MysqlServer = { readonly port: number; readonly user: string; readonly password: string; stop(): Promise<void> };

/** A private MariaDB on a free loopback port, with the database `shop`. It always ends with this process. */
export async function startMysql(): Promise<MysqlServer> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-mysql-'));
  const owner = unprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const user = owner?.name ?? userInfo().username;
  const data = join(folder, 'data');
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  try {
    execFileSync(
      'mariadb-install-db',
      ['--no-defaults', `--datadir=${data}`, `--user=${user}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { env, stdio: 'pipe' },
    );
  } catch (error) {
    throw (error as { code?: string }).code === 'ENOENT' ? new Error(NOT_INSTALLED) : error;
  }
  const script = boundScript('kill -TERM $server');
  const { port, child } = await onFreePort(async (port) => {
    const settings = [`--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 's')}`];
    const args = ['--no-defaults', `--user=${user}`, ...settings, '--innodb-buffer-pool-size=8M', '--performance-schema=OFF'];
    const child = spawn('/bin/sh', ['-c', script, 'mysql', 'mariadbd', ...args], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    await waitUntilAnswers(port, { child, data });
    return { port, child };
  });
  const account = { user: 'shop', password: 'pw-5d0c1fa2' };
  const root = await connect(port);
  await root.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
  await root.query(`GRANT ALL ON shop.* TO '${account.user}'@'%' IDENTIFIED BY '${account.password}'`);
  await root.end();
  return {
    port,
    ...account,
    async stop() {
      const exit = once(child, 'exit');
      child.stdin?.end();
      if (child.exitCode === null) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connect(port: number) {
  return mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
}

async function waitUntilAnswers(port: number, { child, data }: { child: ChildProcess; data: string }): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const root = await connect(port);
      const [rows] = await root.query<mysql.RowDataPacket[]>('SELECT @@datadir AS folder');
      await root.end();
      if (rows[0]?.folder === `${data}/`) return;
      throw new Error('The port belongs to the server of another test');
    } catch (error) {
      if (child.exitCode !== null) throw new EndedEarly('MariaDB did not start', { cause: error });
      if (performance.now() > until) throw error;
      await delay(100);
    }
  }
}

/** MariaDB does not run as root without being asked to. */
function unprivilegedUser(): { readonly name: string; readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }));
  return { name: 'mysql', uid: id('-u'), gid: id('-g') };
}
