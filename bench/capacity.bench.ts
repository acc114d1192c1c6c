import { Redis } from 'ioredis';
import pg from 'pg';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { Fleet } from '#tests/support/fleet.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { aim } from './aims.ts';
import { errorOf, fitCosts, predictCosts, type Shape } from './capacity-model.ts';
import { startFakeModelProcess } from './fake-model-process.ts';
import { chainFlow, llmFlow, talkFlow } from './flows.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { cpuMsOf, listProcessTree } from './process-tree.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const RUNS_A_DAY = 10_000_000;
const DAY_S = 86_400;
/** Load of the busiest hour, as a multiple of the mean. */
const PEAK = 3;
const CONCURRENCY = 8;
const INPUTS = { name: 'Ada', n: 3 };
const MODEL = 'fake-t20';
/** Allowed relative error for a workflow that was not measured. */
const MAX_RELATIVE_ERROR = 0.3;
const PASSES = 3;
const TAIL = 5;

type Usage = {
  webMs: number;
  workerMs: number;
  postgresMs: number;
  redisMs: number;
  /** The whole machine: the processes above, the model server and the clients. */
  allMs: number;
  walBytes: number;
  redisCommands: number;
};
type Stored = { events: number; bytes: number; bytesOfEvents: number };
type Cost = Usage & Stored;
type Measured = { readonly perRun: Cost; readonly runsPerSecond: number };
type Site = { readonly sql: pg.Pool; readonly web: ServerProcess; readonly runs: number; readUsage(): Promise<Usage> };

/**
 * Cost of one published run for web process, queue worker, Postgres and Redis, and the estimate for
 * ten million runs a day: the model in docs/scale.md and its inputs. Three workflows give the cost
 * of a run, a node and a model call, from which the cost of a fourth one with model calls and a
 * loop is predicted. `--runs` of each, `--nodes` of the first.
 */
export default async function capacity(options: BenchOptions): Promise<BenchResult> {
  const runs = Number(options.runs ?? 600);
  const nodes = Number(options.nodes ?? 15);
  const fake = await startFakeModelProcess();
  const fleet = await Fleet.start({
    config: `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: ${MODEL}\n`,
  });
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  const redis = new Redis(fleet.redis.url);
  try {
    const web = (await fleet.startWeb()).process;
    const worker = await fleet.startWorker();
    const postgresPid = await postgresPidOf(fleet.postgres.url);
    const site: Site = {
      sql,
      web,
      runs,
      readUsage: () => readUsage({ sql, redis, web, worker, postgresPid, fakePid: fake.pid }),
    };
    const short = await measure(site, 'short', chainFlow(nodes));
    const long = await measure(site, 'long', chainFlow(3 * nodes));
    const talking = await measure(site, 'talking', llmFlow('default'));
    const shape: Shape = { nodes: 4 + 2 * PASSES + TAIL, modelCalls: 1 + PASSES };
    const costs = fitCosts({
      short: { shape: { nodes, modelCalls: 0 }, used: short.perRun },
      long: { shape: { nodes: 3 * nodes, modelCalls: 0 }, used: long.perRun },
      talking: { shape: { nodes: 3, modelCalls: 1 }, used: talking.perRun },
    });
    const predicted = predictCosts(costs, shape);
    // The other workflow with model calls used the same share of the machine.
    const predictedRate = (talking.runsPerSecond * talking.perRun.allMs) / predicted.allMs;
    const other = await measure(site, 'other', talkFlow('default', { passes: PASSES, tail: TAIL }));
    const worst = { atMost: MAX_RELATIVE_ERROR };
    return {
      name: 'capacity',
      aims: [
        aim('runs', runs, { atLeast: 100 }),
        aim('throughputError', errorOf(predictedRate, other.runsPerSecond), worst),
        aim('eventsError', errorOf(predicted.events, other.perRun.events), worst),
        aim('bytesError', errorOf(predicted.bytes, other.perRun.bytes), worst),
        aim('workerCpuError', errorOf(predicted.workerMs, other.perRun.workerMs), worst),
      ],
      nodes,
      runsPerSecondHere: round(short.runsPerSecond),
      perRun: rounded(short.perRun),
      costs: Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, rounded(cost)])),
      prediction: {
        ...shape,
        runsPerSecond: { predicted: round(predictedRate), measured: round(other.runsPerSecond) },
        perRun: { predicted: rounded(predicted), measured: rounded(other.perRun) },
      },
      model: modelOf(short.perRun),
    };
  } finally {
    redis.disconnect();
    await sql.end();
    await fleet.stop();
    await fake.stop();
  }
}

/** Publishes and runs a workflow. @returns the resources and the storage of one run */
async function measure({ sql, web, runs, readUsage }: Site, slug: string, workflow: Workflow): Promise<Measured> {
  const target = await publish(web, { workflow, slug, inputs: slug === 'talking' ? { name: INPUTS.name } : INPUTS });
  const start = async () => {
    const headers = { 'content-type': 'application/json', ...target.headers };
    const answer = await fetch(target.url, { method: 'POST', headers, body: target.body });
    if (answer.status !== 200) throw new Error(`A run was answered with ${answer.status}`);
    await answer.arrayBuffer();
  };
  // The first runs load and compile code.
  await many(100, start);
  const storedBefore = await readStored(sql);
  const before = await readUsage();
  const startedMs = performance.now();
  await many(runs, start);
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await readUsage();
  const storedAfter = await readStored(sql);
  const differences = { ...difference(after, before), ...difference(storedAfter, storedBefore) };
  const perRun = Object.fromEntries(Object.entries(differences).map(([name, value]) => [name, value / runs]));
  return { perRun: perRun as Cost, runsPerSecond: runs / seconds };
}

function difference(after: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? Number.NaN)]));
}

type Processes = {
  readonly sql: pg.Pool;
  readonly redis: Redis;
  readonly web: ServerProcess;
  readonly worker: ServerProcess;
  readonly postgresPid: number;
  readonly fakePid: number;
};

async function readUsage({ sql, redis, web, worker, postgresPid, fakePid }: Processes): Promise<Usage> {
  const webMs = cpuMsOf(listProcessTree(web.pid));
  const workerMs = cpuMsOf(listProcessTree(worker.pid));
  // Backends end with their connections; those of a warm pool stay.
  const postgresMs = cpuMsOf(listProcessTree(postgresPid));
  const redisMs = 1000 * (await redisNumber(redis, 'cpu', ['used_cpu_user', 'used_cpu_sys']));
  const othersMs = cpuMsOf([process.pid, fakePid]);
  return {
    webMs,
    workerMs,
    postgresMs,
    redisMs,
    allMs: webMs + workerMs + postgresMs + redisMs + othersMs,
    redisCommands: await redisNumber(redis, 'stats', ['total_commands_processed']),
    walBytes: Number((await sql.query<{ at: string }>("SELECT pg_current_wal_lsn() - '0/0' AS at")).rows[0]?.at),
  };
}

async function many(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
}

async function redisNumber(redis: Redis, section: string, names: readonly string[]): Promise<number> {
  const text = await redis.info(section);
  return names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1] ?? Number.NaN), 0);
}

/** Size with all indexes, after a vacuum. */
async function readStored(sql: pg.Pool): Promise<Stored> {
  await sql.query('VACUUM FULL runs, run_events, run_nodes');
  const { rows } = await sql.query<Stored>(
    `SELECT coalesce(sum(last_seq - first_seq + 1), 0)::int AS events,
      (pg_total_relation_size('runs') + pg_total_relation_size('run_events') + pg_total_relation_size('run_nodes'))::int AS bytes,
      pg_total_relation_size('run_events')::int AS "bytesOfEvents" FROM run_events`,
  );
  return rows[0] as Stored;
}

/**
 * Cores for the busiest hour, and disk space for a day. Limits that were not reached at the
 * measured rate are not part of the model.
 */
function modelOf(perRun: Cost) {
  const { bytes, events } = perRun;
  const perSecond = (RUNS_A_DAY / DAY_S) * PEAK;
  const cores = (ms: number) => round((perSecond * ms) / 1000);
  return {
    runsPerSecondAtPeak: Math.round(perSecond),
    runsPerCoreAndSecondOfWorkers: round(1000 / perRun.workerMs),
    coresAtPeak: {
      web: cores(perRun.webMs),
      workers: cores(perRun.workerMs),
      postgres: cores(perRun.postgresMs),
      redis: cores(perRun.redisMs),
    },
    eventsPerSecondAtPeak: Math.round(perSecond * events),
    redisCommandsPerSecondAtPeak: Math.round(perSecond * perRun.redisCommands),
    gigabytesPerDay: round((RUNS_A_DAY * bytes) / 1e9),
    walMegabytesPerSecondAtPeak: round((perSecond * perRun.walBytes) / 1e6),
  };
}

function rounded<T extends object>(values: T): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)]));
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
