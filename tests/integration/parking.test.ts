import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, databaseKinds, makeDatabaseLocation } from '../support/databases.ts';
import { GateServer } from '../support/gate-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];

/** A server that executes its own runs, and is killed whenever the poison run starts. */
describe.each(databaseKinds)('a run that ends its server each time, on %s', (kind) => {
  let place: DatabaseLocation;
  let gates: GateServer;
  let server: ServerProcess;
  let api: Client;

  beforeEach(async () => {
    place = await makeDatabaseLocation(kind);
    gates = await GateServer.start();
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    await place?.remove();
    await gates?.stop();
  });

  async function startServer(): Promise<void> {
    const config = `http:\n  allowed_private_hosts: ['${gates.host}']\n`;
    server = await ServerProcess.start({ ...place, config });
    api = makeClient({ baseUrl: server.url, fetch });
  }
  async function replaceServer(): Promise<void> {
    await server.end('SIGKILL');
    await startServer();
  }
  async function begin(key: string): Promise<string> {
    const asked = workflowOf({ start, wait: ['http', { method: 'GET', url: gates.urlOf(key) }] }, ['start -> wait']);
    return (await api.runDocument({ body: { document: asked, inputs: {}, mode: 'async' } })).runId;
  }
  const hits = (key: string) => gates.hits.get(key) ?? 0;
  const getRun = (runId = '') => api.getRun({ params: { id: runId } });

  test.each([
    ['before', ['poison', 'slow']],
    ['after', ['slow', 'poison']],
  ])(
    'is ended after the third crash, and an innocent run on the same server continues: the poison run started %s it',
    async (_, keys) => {
      await startServer();
      const runIds = new Map<string, string>();
      for (const key of keys) runIds.set(key, await begin(key));
      for (const times of [1, 2]) {
        await Promise.all(keys.map((key) => gates.reached(key, times)));
        await replaceServer();
      }
      // From now on one run at a time, usually the one that started first.
      await expect.poll(() => keys.some((key) => hits(key) === 3), POLL).toBe(true);
      const [held, left] = hits('slow') === 3 ? ['slow', 'poison'] : ['poison', 'slow'];
      expect(hits(left)).toBe(2);
      expect(await getRun(runIds.get(left))).toMatchObject({ status: 'queued' });
      if (held === 'slow') {
        gates.open('slow');
        await gates.reached('poison', 3);
      }
      await replaceServer();
      await expect
        .poll(() => getRun(runIds.get('poison')), POLL)
        .toMatchObject({
          status: 'failed',
          reason: 'worker_lost',
          error: { code: 'worker-lost', nodeId: 'wait' },
        });
      expect(hits('poison')).toBe(3);
      gates.open('slow');
      await expect.poll(() => getRun(runIds.get('slow')), POLL).toMatchObject({ status: 'succeeded' });
      expect(hits('slow')).toBe(3);
    },
  );

  test('is not blamed when something else ends the server at its start: such a run waits until a server survives', async () => {
    await startServer();
    const runId = await begin('slow');
    for (const times of [1, 2]) {
      await gates.reached('slow', times);
      await replaceServer();
    }
    for (let death = 0; death < 3; death++) await replaceServer();
    expect(hits('slow')).toBe(2);
    gates.open('slow');
    await expect.poll(() => getRun(runId), POLL).toMatchObject({ status: 'succeeded' });
  });
});
