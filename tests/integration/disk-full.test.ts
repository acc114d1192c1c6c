import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GateServer } from '../support/gate-server.ts';
import { callApi } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Twice the size of a new database. */
const SIZE_MB = 160;
const REASON = /disk is full/;

let disk: SmallDisk;
let server: ServerProcess | undefined;
let gates: GateServer;
beforeEach(async () => {
  disk = new SmallDisk({ sizeMb: SIZE_MB });
  gates = await GateServer.start();
});
afterEach(async () => {
  await server?.end();
  await gates.stop();
  disk.remove();
});

const echo = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { o: 'x' } }] }, ['start -> end']);

async function start() {
  const config = `http:\n  allowed_private_hosts: ['${gates.host}']\n`;
  server = await ServerProcess.start({ dataFolder: `${disk.folder}/data`, config, startedBy: disk.startedBy });
  const { url, pid } = server;
  const ask = (path: string, body?: unknown) => callApi(`${url}/api/v1${path}`, { body });
  const readiness = async () => (await callApi(`${url}/ready`)).status;
  const fill = async () => {
    disk.fill(pid);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(503);
  };
  const makeRoom = async () => {
    disk.makeRoom(pid);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
  };
  return { ask, fill, makeRoom };
}

test('a full disk is reported at once, reads continue, and writes work again once there is space', async () => {
  const { ask, fill, makeRoom } = await start();
  const ended = await ask('/runs', { document: echo, inputs: {} });
  expect(ended.status).toBe(200);
  await fill();
  expect(await ask('/ready')).toMatchObject({ json: { error: { code: 'unavailable', message: expect.stringMatching(REASON) } } });

  const refused = { status: 507, json: { error: { code: 'disk-full', message: expect.stringMatching(REASON) } } };
  const sinceMs = performance.now();
  expect(await ask('/workflows', echo)).toMatchObject(refused);
  expect(await ask('/runs', { document: echo, inputs: {} })).toMatchObject(refused);
  expect(await ask('/runs', { document: echo, inputs: {}, mode: 'async' })).toMatchObject(refused);
  expect(await ask('/runs', { document: { ...echo, name: 'unknown' }, inputs: {} })).toMatchObject(refused);
  expect(await ask('/backups', {})).toMatchObject(refused);
  expect(performance.now() - sinceMs).toBeLessThan(15_000);
  expect((await ask(`/runs/${ended.json.runId}`)).json).toMatchObject({ status: 'succeeded', outputs: { o: 'x' } });
  expect((await ask('/health')).status).toBe(200);

  await makeRoom();
  expect((await ask('/workflows', echo)).status).toBe(201);
  expect((await ask('/runs', { document: echo, inputs: {} })).json).toMatchObject({ status: 'succeeded' });
});

test('a run that could not be stored is resumed once there is space, and its waiting caller is answered before', async () => {
  const { ask, fill, makeRoom } = await start();
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['http', { url: gates.urlOf('held') }],
      end: ['end', { outputs: { o: '{{call.body}}' } }],
    },
    ['start -> call', 'call -> end'],
  );
  const waiting = ask('/runs', { document, inputs: {} });
  const { json } = await ask('/runs', { document, inputs: {}, mode: 'async' });
  await gates.reached('held', 2);
  await fill();
  gates.open('held');
  expect(await waiting).toMatchObject({ status: 507, json: { error: { code: 'disk-full' } } });
  await makeRoom();
  const readRun = async () => (await ask(`/runs/${json.runId}`)).json;
  await expect.poll(readRun, { timeout: 20_000 }).toMatchObject({ status: 'succeeded', outputs: { o: { ok: true } } });
});

test('a start on a full disk reports how much space it needs', async () => {
  disk = new SmallDisk({ sizeMb: 20 });
  await expect(start()).rejects.toThrow(/The disk of \S+ is full: \d+ MB are free, and \d+ MB are needed\. Make room/);
});

test('a database that panics ends with its reason instead of looping, and its folder is free', async () => {
  const script = `
    import { openDatabase } from '#server/db/database/open-database.ts';
    const dataFolder = process.argv[1];
    const onLost = (error) => { console.log(JSON.stringify({ lost: error.message })); process.exit(0); };
    const database = await openDatabase({ dataFolder, log: (line) => console.log(JSON.stringify({ line })), onLost });
    console.log(JSON.stringify({ childPid: database.childPid }));
    await new Promise((resolve) => process.stdin.once('data', resolve));
    for (;;) await database.pool.query("SELECT pg_logical_emit_message(false, 'x', repeat('x', 4000000))").catch(() => {});`;
  const [command = '', ...args] = disk.startedBy;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const child = spawn(command, [...args, ...node, `${disk.folder}/data`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trim().split('\n')));
  const ended = once(child, 'exit');
  await expect.poll(() => lines.at(-1) ?? '', { timeout: 30_000 }).toContain('childPid');
  const { childPid } = JSON.parse(lines.at(-1) ?? '');
  disk.fill(child.pid as number);
  child.stdin.end('go\n');
  await ended;
  expect(lines.join('\n')).toMatch(/could not write to file .*No space left on device/);
  expect(lines.join('\n')).toContain('ended unexpectedly (exit code 4)');
  expect(() => readFileSync(`/proc/${childPid}/stat`)).toThrow('ENOENT');
});
