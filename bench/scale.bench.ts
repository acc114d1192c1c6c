import { Queue } from 'bullmq';
import pg from 'pg';
import type { Client } from '#lib/api/client.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { BULL_PREFIX, RUN_QUEUES } from '#server/queue/run-job.ts';
import { startEffectCounter } from '#tests/support/crash/effect-counter.ts';
import { Fleet } from '#tests/support/fleet.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { aim, median, percentile } from './aims.ts';
import { dagFlow } from './flows.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Concurrent runs of a worker: few, so that waiting runs are limited by permits, not by CPU. */
const WORKER_PERMITS = 8;
const DELAY_MS = 400;
/** Warm-up runs of a worker before it is measured. */
const WARM_UPS = 20;
const POLL_MS = 100;
/** Concurrent callers, so that queueing is faster than the workers' polling interval. */
const SUBMIT_AT_ONCE = 8;

type Load = { readonly document: Workflow; readonly inputs: Record<string, string | number>; readonly runs: number };
type Site = { readonly fleet: Fleet; readonly sql: pg.Pool; readonly api: Client; readonly queue: Queue };

/**
 * Throughput of a second worker, for runs that wait for I/O and for runs that compute, and the
 * delay between the response to the caller and the start on a worker. `--runs`, `--computing`,
 * `--handoffs`. All processes share this machine: with two cores, computing runs compete with the
 * database.
 */
export default async function scale(options: BenchOptions): Promise<BenchResult> {
  const counter = await startEffectCounter({ maxDelayMs: 2 * DELAY_MS });
  const config = `max_active_sessions: ${WORKER_PERMITS}\nhttp:\n  allowed_private_hosts: ['${counter.host}']\n`;
  const fleet = await Fleet.start({ config });
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  const queue = new Queue(RUN_QUEUES.others, { connection: { url: fleet.redis.url }, prefix: BULL_PREFIX });
  try {
    const { api } = await fleet.startWeb();
    const site = { fleet, sql, api, queue };
    const waiting: Load = { document: waitingFlow(counter.host), inputs: { key: 'k' }, runs: Number(options.runs ?? 200) };
    const computing: Load = {
      document: dagFlow(300),
      inputs: { name: 'Ada', n: 3 },
      runs: Number(options.computing ?? 300),
    };
    const latency = await compare(site, waiting);
    const compute = await compare(site, computing);
    const handoffs = await measureHandoffs(site, Number(options.handoffs ?? 200));
    return {
      name: 'scale',
      aims: [
        aim('latencyBound2over1', latency.ratio, { atLeast: 1.8 }),
        aim('computeBound2over1', compute.ratio, { atLeast: 1.3 }),
        aim('handoffMsP99', percentile(handoffs.firstNodeMs, 0.99), { atMost: 50 }),
      ],
      handoffMsP50: median(handoffs.firstNodeMs),
      claimMsP50: median(handoffs.claimMs),
      claimMsP99: percentile(handoffs.claimMs, 0.99),
      latency,
      compute,
    };
  } finally {
    await queue.close();
    await sql.end();
    await fleet.stop();
    await counter.stop();
  }
}

function waitingFlow(host: string): Workflow {
  const node = (id: string, type: string, config: Workflow['nodes'][number]['config']) => ({
    id,
    type,
    version: 1,
    label: id,
    config,
    position: { x: 0, y: 0 },
  });
  return {
    format: WORKFLOW_FORMAT,
    name: 'waiting',
    description: '',
    settings: {},
    nodes: [
      node('start', 'start', { inputs: [{ name: 'key', type: 'text', required: true }] }),
      node('ask', 'http', { method: 'GET', url: `http://${host}/?run={{start.key}}` }),
    ],
    edges: [{ id: 'start-ask', source: 'start', sourceHandle: 'out', target: 'ask', targetHandle: 'in' }],
  };
}

async function compare(site: Site, load: Load) {
  const one = await measure(site, { ...load, workers: 1 });
  const two = await measure(site, { ...load, workers: 2 });
  return { ratio: Number((two / one).toFixed(2)), runsPerSecond: { one: Number(one.toFixed(1)), two: Number(two.toFixed(1)) } };
}

/**
 * Runs per second by the database's clock, on warm workers, with all runs queued before. The queue is
 * paused while runs are added, but workers also poll the database every two seconds. Runs started
 * that way before all were queued are not counted.
 */
async function measure(
  { fleet, sql, api, queue }: Site,
  { document, inputs, runs, workers: count }: Load & { workers: number },
): Promise<number> {
  const submit = async (number: number) => {
    const runIds: string[] = [];
    let left = number;
    const client = async () => {
      while (left-- > 0) runIds.push((await api.runDocument({ body: { document, inputs, mode: 'async' } })).runId);
    };
    await Promise.all(Array.from({ length: SUBMIT_AT_ONCE }, client));
    return runIds;
  };
  const workers = await Promise.all(Array.from({ length: count }, () => fleet.startWorker()));
  await untilEnded(sql, await submit(WARM_UPS * count));
  await queue.pause();
  const runIds = await submit(runs);
  const { rows: clock } = await sql.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  await queue.resume();
  await untilEnded(sql, runIds);
  await Promise.all(workers.map((worker) => fleet.end(worker)));
  const { rows } = await sql.query<{ counted: number; seconds: number }>(
    `SELECT count(*)::int AS counted, extract(epoch FROM max(finished_at) - $2)::float8 AS seconds
     FROM runs WHERE id = ANY ($1) AND started_at >= $2`,
    [runIds, clock[0]?.at],
  );
  const { counted = 0, seconds = Number.NaN } = rows[0] ?? {};
  if (counted < runs / 2) throw new Error(`Only ${counted} of ${runs} runs were left when all had been queued: queue more`);
  return counted / seconds;
}

async function untilEnded(sql: pg.Pool, runIds: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await sql.query<{ status: RunStatus }>('SELECT DISTINCT status FROM runs WHERE id = ANY ($1)', [runIds]);
    if (rows.every(({ status }) => isTerminal(status))) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

type Handoffs = { readonly claimMs: number[]; readonly firstNodeMs: number[] };

/**
 * One run at a time on idle workers: the delay from queueing to the claim, by the database's clock,
 * and to the start of the first node, by the worker's clock on the same machine.
 */
async function measureHandoffs({ fleet, api, sql }: Site, count: number): Promise<Handoffs> {
  const workers: ServerProcess[] = await Promise.all([fleet.startWorker(), fleet.startWorker()]);
  const document = dagFlow(10);
  const handoffs: Handoffs = { claimMs: [], firstNodeMs: [] };
  for (let index = 0; index < count + WARM_UPS; index++) {
    const { runId } = await api.runDocument({ body: { document, inputs: { name: 'Ada', n: 3 }, mode: 'async' } });
    let firstNodeAtMs = Number.NaN;
    for await (const event of api.streamEvents(runId))
      if (event.type === 'node_started' && event.nodeId === 'start') firstNodeAtMs = Date.parse(event.at);
    const { rows } = await sql.query<{ queuedAtMs: number; claimedAtMs: number }>(
      `SELECT (extract(epoch FROM created_at) * 1000)::float8 AS "queuedAtMs", (extract(epoch FROM started_at) * 1000)::float8 AS "claimedAtMs"
       FROM runs WHERE id = $1`,
      [runId],
    );
    // The first runs load the worker's code.
    if (!rows[0] || index < WARM_UPS) continue;
    const { queuedAtMs, claimedAtMs } = rows[0];
    handoffs.claimMs.push(claimedAtMs - queuedAtMs);
    handoffs.firstNodeMs.push(firstNodeAtMs - queuedAtMs);
  }
  await Promise.all(workers.map((worker) => fleet.end(worker)));
  return handoffs;
}
