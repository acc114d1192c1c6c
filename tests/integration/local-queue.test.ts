import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { GateServer } from '../support/gate-server.ts';
import { bearer, callApi, publish, readFrames } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [{ name: 'key', type: 'text', required: true }] }] as [string, Record<string, unknown>];

let gates: GateServer;
beforeAll(async () => {
  gates = await GateServer.start();
});
afterAll(() => gates?.stop());

/** Ends once its gate is open. */
const guarded = () =>
  workflowOf({ start, wait: ['http', { method: 'GET', url: `http://${gates.host}/{{start.key}}` }] }, ['start -> wait']);

// The embedded database, which no server with Redis has.
describe('a server without Redis', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  let api: Client;
  /** Ids of its runs by the key of their gate. */
  const runs = new Map<string, string>();

  beforeAll(async () => {
    place = await makeDatabaseLocation('PGlite');
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await place?.remove();
  });

  async function serve(limits: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    await server?.end(signal);
    const config = `${limits}\nhttp:\n  allowed_private_hosts: ['${gates.host}']\n`;
    server = await ServerProcess.start({ ...place, config });
    api = makeClient({ baseUrl: server.url, fetch });
  }
  const hitsOf = (name: string) => gates.hits.get(name) ?? 0;
  async function begin(...names: string[]) {
    for (const name of names) {
      const { runId } = await api.runDocument({ body: { document: guarded(), inputs: { key: name }, mode: 'async' } });
      runs.set(name, runId);
    }
  }
  const reached = (...names: string[]) => Promise.all(names.map((name) => gates.reached(name)));
  const open = (...names: string[]) => names.map((name) => gates.open(name));
  const idOf = (name: string) => runs.get(name) ?? expect.unreachable(`${name} was not begun`);
  /** Status of runs from the list and from each run, which must be the same. */
  async function standing(...names: string[]) {
    const { items } = await api.listRuns({ query: { runIds: names.map(idOf).join(','), limit: 100 } });
    return Promise.all(
      names.map(async (name) => {
        const { status, queuePosition } = await api.getRun({ params: { id: idOf(name) } });
        const listed = items.find(({ runId }) => runId === idOf(name));
        expect(listed).toMatchObject({ status, queuePosition });
        return queuePosition === null ? status : `${status} ${queuePosition}`;
      }),
    );
  }
  async function follow(name: string): Promise<PublicEvent[]> {
    const events: PublicEvent[] = [];
    for await (const event of api.streamEvents(idOf(name))) events.push(event);
    return events;
  }

  test('runs beyond the concurrency limit are queued, their positions move up, and the queue is FIFO', async () => {
    await serve('max_active_sessions: 2');
    await begin('a', 'b');
    await reached('a', 'b');
    await begin('c', 'd', 'e');
    expect(await standing('a', 'b', 'c', 'd', 'e')).toEqual(['running', 'running', 'queued 1', 'queued 2', 'queued 3']);
    expect(hitsOf('c')).toBe(0);
    open('a');
    await reached('c');
    expect(await standing('c', 'd', 'e')).toEqual(['running', 'queued 1', 'queued 2']);
    expect([hitsOf('d'), hitsOf('e')]).toEqual([0, 0]);
    open('b', 'c', 'd', 'e');
    const events = await follow('e');
    expect(events.slice(0, 2)).toMatchObject([{ type: 'run_started' }, { type: 'queued', position: 3 }]);
    expect(events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
    expect(events.some(({ type }) => type === 'run_resumed')).toBe(false);
  });

  test('runs that are queued at the same instant have distinct positions', async () => {
    await begin('full-1', 'full-2');
    await reached('full-1', 'full-2');
    const names = ['same-1', 'same-2', 'same-3', 'same-4'];
    await Promise.all(names.map((name) => begin(name)));
    expect((await standing(...names)).toSorted()).toEqual(['queued 1', 'queued 2', 'queued 3', 'queued 4']);
    open('full-1', 'full-2', ...names);
    const logs = await Promise.all(names.map(follow));
    const told = logs.flatMap((log) => log.flatMap((event) => (event.type === 'queued' ? [event.position] : [])));
    expect(told.toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('a caller that streams or waits for a queued run receives its position, and then all events', async () => {
    const endpoint = await publish(server.url, guarded(), { events: 'full' });
    await begin('busy-1', 'busy-2');
    await reached('busy-1', 'busy-2');
    const call = (key: string, mode: string) => ({ headers: bearer(endpoint.key), body: { inputs: { key: key }, mode } });
    const url = `${server.url}/api/v1/run/${endpoint.slug}`;
    const streamed = readFrames(url, { method: 'POST', ...call('streamed', 'stream') });
    const waited = callApi(url, call('waited', 'sync'));
    await expect.poll(async () => (await api.listRuns({ query: { status: 'queued' } })).items.length, POLL).toBe(2);
    open('busy-1', 'busy-2', 'streamed', 'waited');
    const { frames } = await streamed;
    expect(frames.slice(0, 2).map(({ event }) => event)).toEqual(['run_started', 'queued']);
    expect(frames.at(-1)).toMatchObject({ event: 'done', data: { status: 'succeeded' } });
    expect(await waited).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  });

  test('a waiting run releases its permit, and acquires one again once it was decided', async () => {
    const asking = workflowOf(
      {
        start,
        ask: ['approval', { title: 'Send it?', value: '{{start.key}}' }],
        wait: ['http', { method: 'GET', url: `http://${gates.host}/{{start.key}}` }],
      },
      ['start -> ask', 'ask.approved -> wait'],
    );
    const asked = await api.runDocument({ body: { document: asking, inputs: { key: 'asked' }, mode: 'sync' } });
    if (!('approvals' in asked)) throw new Error('The run does not wait');
    runs.set('asked', asked.runId);
    await begin('there-1', 'there-2');
    await reached('there-1', 'there-2');
    const actionId = asked.approvals[0]?.actionId ?? '';
    await api.decideApproval({ params: { id: asked.runId, actionId }, body: { confirmed: true } });
    expect([await standing('asked'), hitsOf('asked')]).toEqual([['waiting'], 0]);
    open('there-1');
    await reached('asked');
    open('there-2', 'asked');
    expect((await follow('asked')).at(-1)).toMatchObject({ status: 'succeeded' });
  });

  test('a queued run can be stopped, and those behind it move up', async () => {
    await begin('held-1', 'held-2');
    await reached('held-1', 'held-2');
    await begin('stopped', 'behind');
    expect(await api.stopRun({ params: { id: idOf('stopped') } })).toEqual({ status: 'stopped' });
    expect(await standing('stopped', 'behind')).toEqual(['cancelled', 'queued 1']);
    open('held-1', 'held-2', 'behind');
    await follow('behind');
    expect(hitsOf('stopped')).toBe(0);
  });

  test('runs of one session run one after the other, first in, first out, and do not delay others', async () => {
    const endpoint = await publish(server.url, guarded());
    const call = async (name: string, sessionId?: string) => {
      const body = { inputs: { key: name }, mode: 'async', ...(sessionId && { sessionId }) };
      const { json } = await callApi(`${server.url}/api/v1/run/${endpoint.slug}`, { headers: bearer(endpoint.key), body });
      runs.set(name, String(json.runId));
    };
    await call('turn-1', 'chat');
    await reached('turn-1');
    await call('turn-2', 'chat');
    await call('turn-3', 'chat');
    await call('other', 'other');
    await reached('other');
    expect(await standing('turn-1', 'turn-2', 'turn-3')).toEqual(['running', 'queued 1', 'queued 2']);
    open('other', 'turn-1');
    await reached('turn-2');
    expect([await standing('turn-3'), hitsOf('turn-3')]).toEqual([['queued 1'], 0]);
    open('turn-2', 'turn-3');
    expect((await follow('turn-3')).at(-1)).toMatchObject({ status: 'succeeded' });
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('queued and running runs survive a server that ends with %s', async (signal) => {
    const names = ['1', '2', '3', '4'].map((number) => `${signal}-${number}`);
    const [first, second, third, fourth] = names as [string, string, string, string];
    await begin(first, second);
    await reached(first, second);
    await begin(third, fourth);
    await serve('max_active_sessions: 2', signal);
    await Promise.all([gates.reached(first, 2), gates.reached(second, 2)]);
    expect(await standing(...names)).toEqual(['running', 'running', 'queued 1', 'queued 2']);
    expect([hitsOf(third), hitsOf(fourth)]).toEqual([0, 0]);
    open(...names);
    for (const name of names) expect((await follow(name)).at(-1)).toMatchObject({ status: 'succeeded' });
    const resumed = await Promise.all(names.map(async (name) => (await follow(name)).some(({ type }) => type === 'run_resumed')));
    expect(resumed).toEqual([true, true, false, false]);
  });

  test('a workspace has no more runs at once than it may, though there is room for more', async () => {
    await serve('max_active_sessions: 8\nmax_active_sessions_per_workspace: 1');
    await begin('only', 'next', 'last');
    await reached('only');
    expect(await standing('only', 'next', 'last')).toEqual(['running', 'queued 1', 'queued 2']);
    open('only');
    await reached('next');
    expect([await standing('last'), hitsOf('last')]).toEqual([['queued 1'], 0]);
    open('next', 'last');
    expect((await follow('last')).at(-1)).toMatchObject({ status: 'succeeded' });
  });
});
