import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { GateServer } from '../support/gate-server.ts';
import { NotificationClient } from '../support/notification-client.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const asking = workflowOf({ start, ask: ['approval', { title: 'Go on?' }], say: ['template', { template: 'yes' }] }, [
  'start -> ask',
  'ask.approved -> say',
]);

let gates: GateServer;
let place: Awaited<ReturnType<typeof makeDatabaseLocation>>;
let one: ServerProcess;
let other: ServerProcess;
beforeAll(async () => {
  [gates, place] = await Promise.all([GateServer.start(), makeDatabaseLocation('Postgres')]);
  const config = `http:\n  allowed_private_hosts: ['${gates.host}']\n`;
  const where = { ...place, config, env: { THREADLOOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } };
  one = await ServerProcess.start(where);
  other = await ServerProcess.start(where);
});
afterAll(async () => {
  await Promise.all([one?.end(), other?.end()]);
  await Promise.all([place?.remove(), gates?.stop()]);
});

const apiOf = ({ url }: ServerProcess) => makeClient({ baseUrl: url, fetch });
const waitingAt = (gate: string) =>
  workflowOf({ start, wait: ['http', { method: 'GET', url: gates.urlOf(gate) }] }, ['start -> wait']);
const statusOf = async (api: Client, runId: string) => (await api.getRun({ params: { id: runId } })).status;
async function begin(document: typeof asking): Promise<string> {
  const accepted = await apiOf(one).runDocument({ body: { document, inputs: {}, mode: 'async' } });
  return accepted.runId;
}

test('a run is streamed, to its end, by a process that does not hold it', async () => {
  const runId = await begin(waitingAt('watched'));
  await gates.reached('watched');
  const types: string[] = [];
  const watching = (async () => {
    for await (const { type } of apiOf(other).streamEvents(runId)) types.push(type);
  })();
  await expect.poll(() => types, POLL).toContain('node_started');
  gates.open('watched');
  await watching;
  expect(types.at(-1)).toBe('done');
  expect(await statusOf(apiOf(one), runId)).toBe('succeeded');
});

test('a stop reaches the process that holds the run', async () => {
  const runId = await begin(waitingAt('stopped'));
  await gates.reached('stopped');
  await apiOf(other).stopRun({ params: { id: runId } });
  await expect.poll(() => statusOf(apiOf(other), runId), POLL).toBe('cancelled');
  gates.open('stopped');
});

test('after a decision at one process a run that began at the other resumes', async () => {
  const runId = await begin(asking);
  const api = apiOf(other);
  await expect.poll(() => statusOf(api, runId), POLL).toBe('waiting');
  const { items } = await api.listApprovals({ query: { runId } });
  await api.decideApproval({ params: { id: runId, actionId: items[0]?.actionId ?? '' }, body: { confirmed: true } });
  await expect.poll(() => statusOf(api, runId), POLL).toBe('succeeded');
});

test('a process notifies of approvals of runs that the other executes', async () => {
  const client = await NotificationClient.open(other.url);
  const runId = await begin(asking);
  await expect.poll(() => client.notifications, POLL).toMatchObject([{ kind: 'approval-requested', runId }]);
  client.close();
});

test('the runs of a killed process resume on the other', async () => {
  const runId = await begin(waitingAt('left'));
  await gates.reached('left');
  await one.end('SIGKILL');
  await gates.reached('left', 2);
  gates.open('left');
  await expect.poll(() => statusOf(apiOf(other), runId), POLL).toBe('succeeded');
});
