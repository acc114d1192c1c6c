import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/database/open-database.ts';
import { findFreePort, StartProcess } from './start-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let dataFolder: string;
let port: number;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-pages.mjs'], { cwd: root });
});

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  dataFolder = join(folder, 'data');
  port = await findFreePort();
});

/** Only the API, which starts faster: no page is requested here. */
function start({ command, env = {} }: { command?: readonly string[]; env?: Record<string, string> } = {}): StartProcess {
  return new StartProcess({
    root,
    ...(command && { command }),
    env: { PORT: String(port), THREADLOOM_DATA_DIR: dataFolder, THREADLOOM_HEADLESS: '1', ...env },
  });
}

async function expectHealthy(url: string): Promise<void> {
  expect(await (await fetch(`${url}/api/v1/health`)).json()).toMatchObject({ status: 'ok', database: 'embedded' });
}

async function expectRefusal(refused: StartProcess, pattern: RegExp): Promise<void> {
  expect(await refused.exited).toBe(1);
  expect(refused.errorLines).toEqual([expect.stringMatching(pattern)]);
  expect(refused.output).not.toContain('ready');
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops a start under npm clean, and the next start works', async (signal) => {
  for (const _ of ['first', 'next']) {
    const running = start({ command: ['npm', 'start'] });
    const url = await running.untilReady();
    await expectHealthy(url);
    // Ctrl-C reaches the server twice: from the terminal and from npm. A supervisor signals npm only.
    if (signal === 'SIGINT') running.pressCtrlC();
    else process.kill(running.pid, signal);
    expect(await running.exited).toBe(0);
    expect(running.errorLines).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  }
});

test('npm start takes the port and the host as options, which win over variables', async () => {
  const other = await findFreePort();
  const command = ['npm', 'start', '--', '--port', String(other), '--host', '127.0.0.1'];
  const running = start({ command, env: { HOST: '0.0.0.0' } });
  expect(await running.untilReady()).toBe(`http://127.0.0.1:${other}`);
  await expectHealthy(`http://127.0.0.1:${other}`);
});

test('a port that is taken is named', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await expectRefusal(start(), new RegExp(`^threadloom: .*${port}`));
});

test('a data folder that cannot be written to is named', async () => {
  mkdirSync(dataFolder);
  chmodSync(dataFolder, 0o555);
  // For root no folder is read-only, unless it lacks that capability.
  const withoutRight = ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'];
  const command = [...(process.getuid?.() === 0 ? withoutRight : []), process.execPath, 'scripts/start.mjs'];
  await expectRefusal(start({ command }), new RegExp(`^threadloom: .*${dataFolder}`));
});

test('a second start on the same folder is refused and the first continues', async () => {
  const first = start();
  const url = await first.untilReady();
  await expectRefusal(start({ env: { PORT: String(await findFreePort()) } }), new RegExp(`^threadloom: .*${dataFolder}`));
  await expectHealthy(url);
  first.pressCtrlC();
  expect(await first.exited).toBe(0);
});

test('a data folder of a newer version is not changed', async () => {
  const older = start();
  await expectHealthy(await older.untilReady());
  older.pressCtrlC();
  expect(await older.exited).toBe(0);
  const database = await openDatabase({ dataFolder });
  const insert = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, 'x', '99990101000000_of_tomorrow', now(), 1)`;
  await database.pool.query(insert, [randomUUID()]);
  await database.close();
  await expectRefusal(start(), /^threadloom: .*newer version.*99990101000000_of_tomorrow/);
  expect(existsSync(dataFolder)).toBe(true);
});
