import { Queue } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { Fleet } from '../support/fleet.ts';
import { GateServer } from '../support/gate-server.ts';
import { publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 50 };
const start = ['start', { inputs: [{ name: 'key', type: 'text', required: true }] }] as [string, Record<string, unknown>];

let fleet: Fleet;
let gates: GateServer;
let sql: pg.Pool;
let web: { process: ServerProcess; api: Client };

beforeAll(async () => {
  gates = await GateServer.start();
  fleet = await Fleet.start({ config: `max_active_sessions: 8\nhttp:\n  allowed_private_hosts: ['${gates.host}']\n` });
  sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  sql.on('error', () => {});
  web = await fleet.startWeb();
});
afterAll(async () => {
  await sql?.end();
  await fleet?.stop();
  await gates?.stop();
});

/** A workflow that waits at its gate, then has one side effect. */
const guarded = () =>
  workflowOf(
    {
      start,
      wait: ['http', { method: 'GET', url: `http://${gates.host}/{{start.key}}` }],
      book: ['http', { method: 'POST', url: `http://${gates.host}/{{start.key}}-book` }],
      say: ['template', { template: 'booked {{start.key}}' }],
    },
    ['start -> wait', 'wait -> book', 'book -> say'],
  );

async function begin(key: string, document = guarded()): Promise<string> {
  gates.open(`${key}-book`);
  return (await web.api.runDocument({ body: { document, inputs: { key }, mode: 'async' } })).runId;
}

/** Like `begin`, without waiting for anything. */
async function beginOpen(key: string): Promise<string> {
  gates.open(key);
  return begin(key);
}

async function statusOf(runId: string): Promise<RunStatus> {
  return (await web.api.getRun({ params: { id: runId } })).status;
}

/** Follows a run to its end, and checks that its log has no gap and each event once. */
async function follow(runId: string): Promise<PublicEvent[]> {
  const events: PublicEvent[] = [];
  for await (const event of web.api.streamEvents(runId)) events.push(event);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'done' });
  return events;
}

async function holderOf(runId: string): Promise<number | undefined> {
  const { rows } = await sql.query<{ pid: number }>(
    'SELECT pid FROM holders JOIN runs ON holders.id = runs.holder WHERE runs.id = $1',
    [runId],
  );
  return rows[0]?.pid;
}

/** Waits until the run is at its gate and that is stored: a request may be sent before its event is. */
async function standsAt(runId: string, key: string, times = 1): Promise<void> {
  await gates.reached(key, times);
  const starts = async () => {
    const { rows } = await sql.query<{ events: string }>('SELECT events FROM run_events WHERE run_id = $1', [runId]);
    const events = rows
      .flatMap((row) => row.events.trim().split('\n'))
      .map((line) => JSON.parse(line) as { type: string; nodeId?: string });
    return events.filter(({ type, nodeId }) => type === 'node_started' && nodeId === 'wait').length;
  };
  await expect.poll(starts, POLL).toBe(times);
}

/** Prints the clients of Redis that a process loads. */
const announcesRedis = () => {
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve(specifier, context, next) { if (/^(bullmq|ioredis)/.test(specifier)) process.stderr.write('loads ' + specifier); return next(specifier, context); } });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
};

test('a server that is alone loads no client of Redis', async () => {
  const place = await makeDatabaseLocation('PGlite');
  const alone = await ServerProcess.start({ dataFolder: place.dataFolder, env: announcesRedis() });
  const document = workflowOf({ start, say: ['template', { template: 'hello {{start.key}}' }] }, ['start -> say']);
  const api = makeClient({ baseUrl: alone.url, fetch });
  expect(await api.runDocument({ body: { document, inputs: { key: 'k' }, mode: 'sync' } })).toMatchObject({
    status: 'succeeded',
  });
  await alone.end();
  await place.remove();
  expect(alone.output).not.toContain('loads');
});

test('web processes and workers answer health and metrics requests, and a worker loads a client of Redis', async () => {
  const env = { THREADLOOM_WORKER_PORT: '0', THREADLOOM_LOG_LEVEL: 'info', ...announcesRedis() };
  const worker = await fleet.startWorker({ env });
  expect(worker.output).toContain('loads bullmq');
  const [, workerUrl] = /health at (\S+)/.exec(worker.output) ?? [];
  await follow(await beginOpen('measured'));
  for (const url of [web.process.url, workerUrl]) {
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const numbers = await (await fetch(`${url}/metrics`)).text();
    expect(numbers).toContain('threadloom_processes{kind="worker"} 1');
    expect(numbers).toMatch(/threadloom_append_seconds_count [1-9]/);
  }
  await fleet.end(worker);
});

/** The two of the tests after those that begin without a worker. */
let workers: ServerProcess[];

describe('without a worker', () => {
  /** A run that has ended. */
  let source: string;

  test('a run is stored as queued with its position, is listed so, and runs once a worker starts', async () => {
    const first = await begin('early-1');
    const second = await begin('early-2');
    source = first;
    expect([await statusOf(first), await statusOf(second)]).toEqual(['queued', 'queued']);
    gates.open('early-1');
    gates.open('early-2');
    const worker = await fleet.startWorker();
    const [events] = await Promise.all([follow(second), follow(first)]);
    expect(events.slice(0, 2)).toMatchObject([{ type: 'run_started' }, { type: 'queued', position: 2 }]);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded', outputs: { say: { text: 'booked early-2' } } });
    expect(events.some(({ type }) => type === 'run_resumed')).toBe(false);
    await fleet.end(worker);
  });

  test('a fork is queued with its copied results, is run by a worker, and pauses at a breakpoint there', async () => {
    const body = { from: ['say'], breakpoints: ['say'], mode: 'async' as const };
    const { runId } = await web.api.forkRun({ params: { id: source }, body });
    expect(await statusOf(runId)).toBe('queued');
    const worker = await fleet.startWorker();
    await expect.poll(() => statusOf(runId), POLL).toBe('waiting');
    await web.api.continueRun({ params: { id: runId }, body: {} });
    await expect.poll(() => statusOf(runId), POLL).toBe('succeeded');
    const events = await follow(runId);
    expect(events.filter(({ type }) => type === 'run_resumed')).toMatchObject([{ reason: 'continued' }]);
    expect(events.flatMap((event) => (event.type === 'node_started' ? [event.nodeId] : []))).toEqual(['say']);
    expect(gates.hits.get('early-1-book')).toBe(1);
    await fleet.end(worker);
  });

  test('a queued run can be stopped', async () => {
    const runId = await begin('never');
    expect(await web.api.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
    expect(await statusOf(runId)).toBe('cancelled');
    expect(gates.hits.has('never')).toBe(false);
  });

  test('a run that a newer version has worked on is not changed, and resumes on a process that knows it', async () => {
    const runId = await begin('newer');
    const rewrite = (from: string, to: string) =>
      sql.query('UPDATE run_events SET events = replace(events, $2, $3) WHERE run_id = $1', [runId, from, to]);
    await rewrite('"v":1,"type":"queued"', '"v":99,"type":"queued"');
    const tokenOf = async () =>
      Number((await sql.query('SELECT lease_token FROM runs WHERE id = $1', [runId])).rows[0].lease_token);
    const older = await fleet.startWorker();
    // It was claimed and handed over: each increments the token.
    await expect.poll(tokenOf, POLL).toBeGreaterThanOrEqual(3);
    expect(await statusOf(runId)).toBe('queued');
    const { lastSeq } = await web.api.getRun({ params: { id: runId } });
    expect(lastSeq).toBe(2);
    gates.open('newer');
    await rewrite('"v":99,"type":"queued"', '"v":1,"type":"queued"');
    const newer = await fleet.startWorker();
    expect((await follow(runId)).at(-1)).toMatchObject({ status: 'succeeded' });
    workers = [older, newer];
  });
});

describe('with two workers', () => {
  const workerOf = async (runId: string) => {
    await expect.poll(() => holderOf(runId), POLL).toBeDefined();
    const pid = await holderOf(runId);
    const worker = workers.find((one) => one.pid === pid);
    if (!worker) throw new Error(`${runId} is held by no worker`);
    return worker;
  };
  const replace = async (worker: ServerProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    await fleet.end(worker, signal);
    workers = [...workers.filter((one) => one !== worker), await fleet.startWorker()];
  };

  test('runs spread over both, and a caller that waits gets the outcome', async () => {
    const runs = await Promise.all(Array.from({ length: 12 }, (_, index) => begin(`spread-${index}`)));
    await Promise.all(runs.map((_, index) => gates.reached(`spread-${index}`)));
    expect(new Set(await Promise.all(runs.map(holderOf))).size).toBe(2);
    for (const index of runs.keys()) gates.open(`spread-${index}`);
    for (const runId of runs) expect((await follow(runId)).at(-1)).toMatchObject({ status: 'succeeded' });

    gates.open('sync');
    gates.open('sync-book');
    const waited = await web.api.runDocument({ body: { document: guarded(), inputs: { key: 'sync' }, mode: 'sync' } });
    expect(waited).toMatchObject({ status: 'succeeded', outputs: { say: { text: 'booked sync' } } });
  });

  test('runs of visitors take half of the permits of each worker, and those of members run beside their backlog', async () => {
    const { slug } = await publish(web.process.url, guarded());
    await web.api.changeChatPage({ params: { slug }, body: { access: 'public', visitorRatePerMinute: 20 } });
    const { token } = await web.api.createVisitor({ params: { slug } });
    const visitor = makeClient({ baseUrl: web.process.url, fetch, headers: { authorization: `Bearer ${token}` } });
    const keys = Array.from({ length: 12 }, (_, index) => `visitor-${index}`);
    const startOne = async (key: string) => {
      gates.open(`${key}-book`);
      const started = await visitor.runDeployment({ params: { slug }, body: { inputs: { key }, mode: 'async' } });
      return started.runId;
    };
    const ofVisitor = await Promise.all(keys.map(startOne));
    const positions = async () => {
      const runs = await Promise.all(ofVisitor.map((id) => web.api.getRun({ params: { id } })));
      return runs.flatMap(({ queuePosition }) => queuePosition ?? []).toSorted();
    };
    const statuses = async () => (await Promise.all(ofVisitor.map(statusOf))).toSorted();
    const half = [...Array(4).fill('queued'), ...Array(8).fill('running')];
    await expect.poll(statuses, POLL).toEqual(half);
    expect(await positions()).toEqual([1, 2, 3, 4]);
    const ofMembers = await Promise.all(Array.from({ length: 8 }, (_, index) => beginOpen(`beside-${index}`)));
    for (const runId of ofMembers) expect((await follow(runId)).at(-1)).toMatchObject({ status: 'succeeded' });
    expect(await statuses()).toEqual(half);
    for (const key of keys) gates.open(key);
    for (const runId of ofVisitor) expect((await follow(runId)).at(-1)).toMatchObject({ status: 'succeeded' });
  });

  test('a run is stopped on the process that holds it', async () => {
    const runId = await begin('stopped');
    await gates.reached('stopped');
    expect(await web.api.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
    expect((await follow(runId)).at(-1)).toMatchObject({ status: 'cancelled', reason: 'stopped' });
  });

  test('after a decision at the web process the run resumes on a free worker', async () => {
    const document = workflowOf(
      {
        start,
        ask: ['approval', { title: 'Send it?', value: '{{start.key}}' }],
        say: ['template', { template: 'sent {{ask}}' }],
      },
      ['start -> ask', 'ask.approved -> say'],
    );
    const asked = await web.api.runDocument({ body: { document, inputs: { key: 'asked' }, mode: 'sync' } });
    if (!('approvals' in asked)) throw new Error('The run does not wait');
    const [approval] = asked.approvals;
    await web.api.decideApproval({
      params: { id: asked.runId, actionId: approval?.actionId ?? '' },
      body: { confirmed: true },
    });
    await expect.poll(() => statusOf(asked.runId), POLL).toBe('succeeded');
    const events: PublicEvent[] = [];
    for await (const event of web.api.streamEvents(asked.runId)) events.push(event);
    expect(events.find(({ type }) => type === 'run_resumed')).toMatchObject({ reason: 'decided' });
  });

  test('runs of one session run one after the other, first in, first out', async () => {
    const endpoint = await publish(web.process.url, guarded());
    const call = async (key: string) => {
      gates.open(`${key}-book`);
      const answer = await fetch(`${web.process.url}/api/v1/run/${endpoint.slug}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${endpoint.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { key }, mode: 'async', sessionId: 's1' }),
      });
      return ((await answer.json()) as { runId: string }).runId;
    };
    const first = await call('turn-1');
    await gates.reached('turn-1');
    const second = await call('turn-2');
    const third = await call('turn-3');
    gates.open('turn-2');
    gates.open('turn-3');
    // A later run has finished meanwhile, so the two could have started.
    gates.open('bystander');
    await follow(await begin('bystander'));
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual(['running', 'queued', 'queued']);
    gates.open('turn-1');
    const logs = [await follow(first), await follow(second), await follow(third)];
    const times = logs.flatMap((log) => [log.find(({ type }) => type === 'node_started')?.at ?? '', log.at(-1)?.at ?? '']);
    expect(times).toEqual(times.toSorted());
  });

  test('a decided run of a session resumes after the other run of the session has ended', async () => {
    const document = workflowOf(
      {
        start,
        ask: ['approval', { title: 'Send it?', value: '{{start.key}}' }],
        wait: ['http', { method: 'GET', url: `http://${gates.host}/{{start.key}}` }],
      },
      ['start -> ask', 'ask.approved -> wait'],
    );
    const endpoint = await publish(web.process.url, document, { events: 'full' });
    const call = async (key: string) => {
      const answer = await fetch(`${web.process.url}/api/v1/run/${endpoint.slug}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${endpoint.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { key }, mode: 'async', sessionId: 'asks' }),
      });
      const { runId } = (await answer.json()) as { runId: string };
      await expect.poll(() => statusOf(runId), POLL).toBe('waiting');
      return runId;
    };
    const [first, second] = [await call('asked-1'), await call('asked-2')];
    const decide = async (runId: string) => {
      const [approval] = (await web.api.getRun({ params: { id: runId } })).approvals;
      await web.api.decideApproval({ params: { id: runId, actionId: approval?.actionId ?? '' }, body: { confirmed: true } });
    };
    await decide(second);
    await gates.reached('asked-2');
    await decide(first);
    // Longer than the interval of any sweep for decisions.
    await new Promise((resolve) => setTimeout(resolve, 4500));
    expect(await statusOf(first)).toBe('waiting');
    expect(gates.hits.has('asked-1')).toBe(false);
    gates.open('asked-1');
    gates.open('asked-2');
    await expect.poll(async () => [await statusOf(first), await statusOf(second)], POLL).toEqual(['succeeded', 'succeeded']);
  });

  test('jobs that are delivered twice, and jobs of unknown runs, do no harm', async () => {
    const queue = new Queue('runs', { connection: { url: fleet.redis.url }, prefix: 'threadloom' });
    const runs = await Promise.all(Array.from({ length: 6 }, (_, index) => begin(`twice-${index}`)));
    const data = [...runs, ...runs, 'run_nobody'].map((runId) => ({ name: 'runs', data: { workspaceId: 'ws_local', runId } }));
    await queue.addBulk([...data, { name: 'runs', data: { nonsense: true } as never }]);
    for (const index of runs.keys()) gates.open(`twice-${index}`);
    for (const runId of runs) expect((await follow(runId)).at(-1)).toMatchObject({ status: 'succeeded' });
    await queue.addBulk(data);
    await expect.poll(() => queue.count(), POLL).toBe(0);
    await queue.close();
    expect(runs.map((_, index) => gates.hits.get(`twice-${index}-book`))).toEqual(runs.map(() => 1));
  });

  test('a worker that receives SIGTERM releases its runs, long before its lease expires', async () => {
    const runId = await begin('handed');
    await gates.reached('handed');
    const worker = await workerOf(runId);
    const { rows: holders } = await sql.query<{ id: string }>('SELECT holder AS id FROM runs WHERE id = $1', [runId]);
    const ending = fleet.end(worker, 'SIGTERM');
    await gates.reached('handed', 2);
    // A lease that others ended because it had expired has lost_at after lease_until.
    const { rows: leases } = await sql.query<{ isEarly: boolean }>(
      'SELECT lost_at IS NULL OR lost_at < lease_until AS "isEarly" FROM holders WHERE id = $1',
      [holders[0]?.id],
    );
    expect(leases).toEqual([{ isEarly: true }]);
    expect(await ending).toBe(0);
    gates.open('handed');
    const events = await follow(runId);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
    expect(gates.hits.get('handed-book')).toBe(1);
    workers = [...workers.filter((one) => one !== worker), await fleet.startWorker()];
  });

  test('a worker that receives SIGTERM waits for side effects in progress', async () => {
    const runId = (
      await web.api.runDocument({
        body: {
          document: workflowOf(
            {
              start,
              book: ['http', { method: 'POST', url: `http://${gates.host}/{{start.key}}` }],
              say: ['template', { template: 'ok' }],
            },
            ['start -> book', 'book -> say'],
          ),
          inputs: { key: 'pending' },
          mode: 'async',
        },
      })
    ).runId;
    await gates.reached('pending');
    const worker = await workerOf(runId);
    const ending = fleet.end(worker, 'SIGTERM');
    // It still has the lease of the run, and logs the result of the request.
    await expect
      .poll(async () => (await follow(await beginOpen(`beside-${Date.now()}`))).at(-1), POLL)
      .toMatchObject({ status: 'succeeded' });
    expect(await holderOf(runId)).toBe(worker.pid);
    gates.open('pending');
    await ending;
    const events = await follow(runId);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
    expect(events.some(({ type }) => type === 'confirm_required')).toBe(false);
    expect(gates.hits.get('pending')).toBe(1);
    workers = [...workers.filter((one) => one !== worker), await fleet.startWorker()];
  });

  test('the runs of a killed worker finish on the other once its lease has expired, and no side effect is repeated', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(`killed-${index}`)));
    await Promise.all(runs.map((runId, index) => standsAt(runId, `killed-${index}`)));
    const worker = await workerOf(runs[0] ?? '');
    const lost = (
      await Promise.all(runs.map(async (runId) => ((await holderOf(runId)) === worker.pid ? runId : undefined)))
    ).filter((runId) => runId !== undefined);
    const since = Date.now();
    await fleet.end(worker, 'SIGKILL');
    await Promise.all(lost.map((runId) => gates.reached(`killed-${runs.indexOf(runId)}`, 2)));
    for (const index of runs.keys()) gates.open(`killed-${index}`);
    for (const runId of runs) {
      const events = await follow(runId);
      expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
      const resumed = events.filter(({ type }) => type === 'run_resumed');
      expect(resumed).toHaveLength(lost.includes(runId) ? 1 : 0);
      for (const { at } of resumed) expect(Date.parse(at) - since).toBeLessThan(30_000);
    }
    expect(runs.map((_, index) => gates.hits.get(`killed-${index}-book`))).toEqual(runs.map(() => 1));
    workers = [...workers.filter((one) => one !== worker), await fleet.startWorker()];
  });

  test('a run that ended three processes in a row fails with a clear error', async () => {
    const runId = await begin('poison');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await standsAt(runId, 'poison', attempt);
      // A process that starts on the same machine detects that the other has ended, before its lease expires.
      await replace(await workerOf(runId), 'SIGKILL');
    }
    const events = await follow(runId);
    expect(events.at(-1)).toMatchObject({
      status: 'failed',
      reason: 'worker_lost',
      error: { code: 'worker-lost', nodeId: 'wait' },
    });
    expect(gates.hits.get('poison')).toBe(3);
  });

  test('runs start, continue and stream while Redis is frozen, and nothing is lost with it', async () => {
    const held = await begin('frozen-held');
    await gates.reached('frozen-held');
    const seen = follow(held);
    fleet.redis.freeze();
    const queued = await begin('frozen-queued');
    gates.open('frozen-held');
    expect((await seen).at(-1)).toMatchObject({ status: 'succeeded' });
    // A worker with a free permit finds it in the database.
    gates.open('frozen-queued');
    expect((await follow(queued)).at(-1)).toMatchObject({ status: 'succeeded' });
    fleet.redis.thaw();
    const forgotten = await begin('forgotten');
    await fleet.redis.forget();
    gates.open('forgotten');
    expect((await follow(forgotten)).at(-1)).toMatchObject({ status: 'succeeded' });
  });

  test('runs survive five seconds without Postgres, on the processes that executed them', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, (_, index) => begin(`away-${index}`)));
    await Promise.all(runs.map((_, index) => gates.reached(`away-${index}`)));
    const holders = await Promise.all(runs.map(holderOf));
    await fleet.postgres.halt();
    for (const index of runs.keys()) gates.open(`away-${index}`);
    // Longer than a lease. Leases that expire while the database is down must not be taken over.
    await new Promise((resolve) => setTimeout(resolve, 5500));
    await fleet.postgres.resume();
    await expect.poll(() => statusOf(runs[0] ?? ''), POLL).toBe('succeeded');
    for (const runId of runs) {
      const events = await follow(runId);
      expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
      expect(events.some(({ type }) => type === 'run_resumed')).toBe(false);
    }
    expect(holders.every((pid) => workers.some((worker) => worker.pid === pid))).toBe(true);
    expect(runs.map((_, index) => gates.hits.get(`away-${index}-book`))).toEqual(runs.map(() => 1));
  });
});
