import { Redis } from 'ioredis';
import pg from 'pg';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { Fleet } from '#tests/support/fleet.ts';
import { aim } from './aims.ts';
import { chainFlow } from './flows.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { cpuMsOf, listProcessTree } from './process-tree.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const RUNS_A_DAY = 10_000_000;
const DAY_S = 86_400;
/** Traffic is not even: the busiest hour has so many times the mean. */
const PEAK = 3;
const CONCURRENCY = 8;
const INPUTS = { name: 'Ada', n: 3 };

type Usage = { webMs: number; workerMs: number; postgresMs: number; redisMs: number; walBytes: number; redisCommands: number };

/**
 * What one published run costs each part of a fleet of one web process, one worker, Postgres and Redis, and what ten million of them a day come to: the inputs of
 * the model in docs/scale.md, and the model. `--runs`, `--nodes`.
 */
export default async function capacity(options: BenchOptions): Promise<BenchResult> {
  const runs = Number(options.runs ?? 600);
  const nodes = Number(options.nodes ?? 15);
  const fleet = await Fleet.start();
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  const redis = new Redis(fleet.redis.url);
  try {
    const web = (await fleet.startWeb()).process;
    const worker = await fleet.startWorker();
    const postgresPid = await postgresPidOf(fleet.postgres.url);
    const target = await publish(web, { workflow: chainFlow(nodes) as Workflow, inputs: INPUTS });
    const start = async () => {
      const headers = { 'content-type': 'application/json', ...target.headers };
      const answer = await fetch(target.url, { method: 'POST', headers, body: target.body });
      if (answer.status !== 200) throw new Error(`A run was answered with ${answer.status}`);
      await answer.arrayBuffer();
    };
    // The first ones load and compile.
    await many(100, start);
    const read = async (): Promise<Usage> => ({
      webMs: cpuMsOf(listProcessTree(web.pid)),
      workerMs: cpuMsOf(listProcessTree(worker.pid)),
      // Its backends come and go with connections; those of a warm pool stay.
      postgresMs: cpuMsOf(listProcessTree(postgresPid)),
      redisMs: 1000 * (await redisNumber(redis, 'cpu', ['used_cpu_user', 'used_cpu_sys'])),
      redisCommands: await redisNumber(redis, 'stats', ['total_commands_processed']),
      walBytes: Number((await sql.query<{ at: string }>("SELECT pg_current_wal_lsn() - '0/0' AS at")).rows[0]?.at),
    });
    const before = await read();
    const startedMs = performance.now();
    await many(runs, start);
    const seconds = (performance.now() - startedMs) / 1000;
    const after = await read();
    const perRun = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, round((value - before[name as keyof Usage]) / runs)]),
    ) as Usage;
    const stored = await measureStored(sql);
    return {
      name: 'capacity',
      aims: [aim('runs', runs, { atLeast: 100 })],
      nodes,
      runsPerSecondHere: round(runs / seconds),
      perRun: { ...perRun, ...stored },
      model: modelOf(perRun, stored),
    };
  } finally {
    redis.disconnect();
    await sql.end();
    await fleet.stop();
  }
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

type Stored = { events: number; bytes: number; bytesOfEvents: number };

/** With all indices, after what was deleted meanwhile is gone. */
async function measureStored(sql: pg.Pool): Promise<Stored> {
  await sql.query('VACUUM FULL');
  const { rows } = await sql.query<{ runs: number; events: number; bytes: number; bytesOfEvents: number }>(
    `SELECT (SELECT count(*)::int FROM runs) AS runs, (SELECT sum(last_seq - first_seq + 1)::int FROM run_events) AS events,
      (pg_total_relation_size('runs') + pg_total_relation_size('run_events') + pg_total_relation_size('run_nodes'))::int AS bytes,
      pg_total_relation_size('run_events')::int AS "bytesOfEvents"`,
  );
  const { runs, events, bytes, bytesOfEvents } = rows[0] as { runs: number } & Stored;
  return { events: round(events / runs), bytes: Math.round(bytes / runs), bytesOfEvents: Math.round(bytesOfEvents / runs) };
}

/** Cores by the CPU of a run at the busiest hour; disk by what a day leaves. Nothing here knows of a limit that was not met at the measured rate. */
function modelOf(perRun: Usage, { bytes, events }: Stored) {
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

function round(value: number): number {
  return Number(value.toPrecision(3));
}
