import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { Fleet } from '../support/fleet.ts';
import { GateServer } from '../support/gate-server.ts';
import { makeNewerBuild } from '../support/newer-build.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const plain = workflowOf({ start, say: ['template', { template: 'plain' }] }, ['start -> say']);
/** A workflow with a node type of the newer build, and an approval in the middle. */
const newer = workflowOf(
  {
    start,
    show: ['hologram', { template: 'a hologram' }],
    ask: ['approval', { title: 'Seen?' }],
    again: ['hologram', { template: 'again' }],
  },
  ['start -> show', 'show -> ask', 'ask.approved -> again'],
);

type Web = Awaited<ReturnType<Fleet['startWeb']>>;

let build: Awaited<ReturnType<typeof makeNewerBuild>>;
beforeAll(async () => {
  build = await makeNewerBuild();
  return () => build.remove();
});

const begin = async (api: Client, document = plain) =>
  (await api.runDocument({ body: { document, inputs: {}, mode: 'async' } })).runId;
const statusOf = async (api: Client, runId: string) => (await api.getRun({ params: { id: runId } })).status;
async function decide(api: Client, runId: string): Promise<void> {
  const { items } = await api.listApprovals({ query: { runId } });
  await api.decideApproval({ params: { id: runId, actionId: items[0]?.actionId ?? '' }, body: { confirmed: true } });
}

describe('with Redis, next to a new web process that has migrated', () => {
  let fleet: Fleet;
  let oldWeb: Web;
  let newWeb: Web;
  let oldWorker: ServerProcess;
  let newWorker: ServerProcess;
  beforeAll(async () => {
    fleet = await Fleet.start();
    [oldWeb, oldWorker] = [await fleet.startWeb(), await fleet.startWorker()];
    newWeb = await fleet.startWeb({ folder: build.folder });
  });
  afterAll(() => fleet?.stop());

  test('an old worker executes the ordinary runs of the new one, which the old web process shows', async () => {
    const runId = await begin(newWeb.api);
    await expect.poll(() => statusOf(oldWeb.api, runId), POLL).toBe('succeeded');
  });

  test('an old worker leaves runs of its new node types, and a new one has them when it comes', async () => {
    const runId = await begin(newWeb.api, newer);
    const plainId = await begin(newWeb.api);
    await expect.poll(() => statusOf(newWeb.api, plainId), POLL).toBe('succeeded');
    expect(await statusOf(newWeb.api, runId)).toBe('queued');
    newWorker = await fleet.startWorker({ folder: build.folder });
    await expect.poll(() => statusOf(newWeb.api, runId), POLL).toBe('waiting');
    await decide(newWeb.api, runId);
    await expect.poll(() => statusOf(newWeb.api, runId), POLL).toBe('succeeded');
  });

  test('an old web process shows the runs of a new worker, decides about them and stops them without doing anything to them itself', async () => {
    await fleet.end(oldWorker, 'SIGKILL');
    const [decided, stopped] = [await begin(newWeb.api, newer), await begin(newWeb.api, newer)];
    for (const runId of [decided, stopped]) await expect.poll(() => statusOf(oldWeb.api, runId), POLL).toBe('waiting');
    await decide(oldWeb.api, decided);
    await expect.poll(() => statusOf(oldWeb.api, decided), POLL).toBe('succeeded');
    // No process has the lease of the other run. The old process reports that it is being stopped, and
    // a new one stops it.
    expect(await oldWeb.api.stopRun({ params: { id: stopped } })).toMatchObject({ status: expect.stringMatching(/^stopp/) });
    await expect.poll(() => statusOf(oldWeb.api, stopped), POLL).toBe('cancelled');
    const types: string[] = [];
    for await (const { type } of oldWeb.api.streamEvents(stopped)) types.push(type);
    expect(types.at(-1)).toBe('done');
  });

  test('old processes start again after a crash, and execute runs', async () => {
    await Promise.all([fleet.end(oldWeb.process, 'SIGKILL'), fleet.end(newWorker)]);
    const [again] = await Promise.all([fleet.startWeb(), fleet.startWorker()]);
    const runId = await begin(again.api);
    await expect.poll(() => statusOf(again.api, runId), POLL).toBe('succeeded');
  });
});

test('without Redis an old web process does not claim lost runs of a new one, which resume on a new process', async () => {
  const place = await makeDatabaseLocation('Postgres');
  const gates = await GateServer.start();
  const config = `http:\n  allowed_private_hosts: ['${gates.host}']\n`;
  const where = { ...place, config, env: { THREADLOOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } };
  const old = await ServerProcess.start(where);
  const newWeb = await ServerProcess.start({ ...where, folder: build.folder });
  const api = makeClient({ baseUrl: newWeb.url, fetch });
  const held = workflowOf(
    { start, show: ['hologram', { template: 'a hologram' }], wait: ['http', { method: 'GET', url: gates.urlOf('held') }] },
    ['start -> show', 'show -> wait'],
  );
  const runId = await begin(api, held);
  await gates.reached('held');
  await newWeb.end('SIGKILL');
  const oldApi = makeClient({ baseUrl: old.url, fetch });
  await expect.poll(() => statusOf(oldApi, runId), POLL).toBe('queued');
  expect(gates.hits.get('held')).toBe(1);
  const next = await ServerProcess.start({ ...where, folder: build.folder });
  await gates.reached('held', 2);
  gates.open('held');
  await expect.poll(() => statusOf(oldApi, runId), POLL).toBe('succeeded');
  await Promise.all([old.end(), next.end()]);
  await Promise.all([place.remove(), gates.stop()]);
});
