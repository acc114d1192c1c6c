import { expect, onTestFinished, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type DatabaseKind, type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { GateServer } from '../support/gate-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];

/** A server that executes its own runs, and is killed whenever the poison run starts. */
class DoomedServer {
  readonly #place: DatabaseLocation;
  readonly gates: GateServer;
  #server: ServerProcess | undefined;
  api!: Client;

  private constructor(place: DatabaseLocation, gates: GateServer) {
    this.#place = place;
    this.gates = gates;
  }

  static async start(kind: DatabaseKind): Promise<DoomedServer> {
    const doomed = new DoomedServer(await makeDatabaseLocation(kind), await GateServer.start());
    onTestFinished(() => doomed.#stop());
    await doomed.replace();
    return doomed;
  }

  /** Kills the process, and starts the next one on the same data. */
  async replace(): Promise<void> {
    await this.#server?.end('SIGKILL');
    const config = `http:\n  allowed_private_hosts: ['${this.gates.host}']\n`;
    this.#server = await ServerProcess.start({ ...this.#place, config });
    this.api = makeClient({ baseUrl: this.#server.url, fetch });
  }

  async begin(key: string): Promise<string> {
    const asked = workflowOf({ start, wait: ['http', { method: 'GET', url: this.gates.urlOf(key) }] }, ['start -> wait']);
    return (await this.api.runDocument({ body: { document: asked, inputs: {}, mode: 'async' } })).runId;
  }

  hits(key: string): number {
    return this.gates.hits.get(key) ?? 0;
  }

  async #stop(): Promise<void> {
    await this.#server?.end('SIGKILL');
    await this.#place.remove();
    await this.gates.stop();
  }
}

/** Which run is older makes no difference to the database, so each order is tried on one kind. */
test.each([
  ['before', 'Postgres', 2, ['poison', 'slow']],
  ['after', 'PGlite', 0, ['slow', 'poison']],
] as const)(
  'a run that ends its server is ended after the third crash, and an innocent run on the same server continues: the poison run started %s it, on %s, and something else ended %d servers at their start',
  async (_, kind, deathsAtStart, keys) => {
    const server = await DoomedServer.start(kind);
    const { gates } = server;
    const getRun = (runId = '') => server.api.getRun({ params: { id: runId } });
    const runIds = new Map<string, string>();
    for (const key of keys) runIds.set(key, await server.begin(key));
    for (const times of [1, 2]) {
      await Promise.all(keys.map((key) => gates.reached(key, times)));
      await server.replace();
    }
    // No run is blamed for these: all wait until a server survives.
    for (let death = 0; death < deathsAtStart; death++) {
      await server.replace();
      expect(keys.map((key) => server.hits(key))).toEqual([2, 2]);
    }
    // From now on one run at a time, usually the one that started first.
    await expect.poll(() => keys.some((key) => server.hits(key) === 3), POLL).toBe(true);
    const [held, left] = server.hits('slow') === 3 ? ['slow', 'poison'] : ['poison', 'slow'];
    expect(server.hits(left)).toBe(2);
    expect(await getRun(runIds.get(left))).toMatchObject({ status: 'queued' });
    if (held === 'slow') {
      gates.open('slow');
      await gates.reached('poison', 3);
    }
    await server.replace();
    await expect
      .poll(() => getRun(runIds.get('poison')), POLL)
      .toMatchObject({
        status: 'failed',
        reason: 'worker_lost',
        error: { code: 'worker-lost', nodeId: 'wait' },
      });
    expect(server.hits('poison')).toBe(3);
    gates.open('slow');
    await expect.poll(() => getRun(runIds.get('slow')), POLL).toMatchObject({ status: 'succeeded' });
    expect(server.hits('slow')).toBe(3);
  },
);
