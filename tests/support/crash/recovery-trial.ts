import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from '#lib/api/client.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { Fleet } from '../fleet.ts';
import { calledWorkflow, type RecoveryHosts, recoveryWorkflow } from '../random/random-recovery-workflow.ts';
import { RandomSource } from '../random/random-source.ts';
import type { ServerProcess } from '../server-process.ts';
import { type EffectCounter, startEffectCounter } from './effect-counter.ts';
import { inspectLeftOpen, inspectRecovery, type Kill, type RecoveryInspection, type RecoveryRun } from './inspect-recovery.ts';
import { RecoveryPeople } from './recovery-people.ts';

export type RecoveryTrial = { readonly runs: number; readonly killEveryMs: number; readonly seed: number };

export type RecoveryReport = RecoveryInspection & {
  readonly kills: number;
  /** Runs whose unknown effects stayed undecided until all others had ended and all workers were killed. */
  readonly leftOpenRuns: number;
  /** Those of them that continued, or whose effects happened more than once. Must be 0. */
  readonly leftOpenHarmed: number;
};

/**
 * A killed worker is replaced at once, or only after its lease has expired.
 */
const REPLACE_AFTER_MS = [0, 7000];
const FOLLOWED = 5;
/** One of this many runs keeps its unknown effects undecided. */
const LEFT_OPEN = 2;
const LAUNCH_EVERY_MS = 60;
/** Grace period for clients to receive the ends of runs. */
const FOLLOW_LIMIT_MS = 10_000;
const SETTLE_LIMIT_MS = 60_000;
const SETTLE_LIMIT_A_RUN_MS = 1000;
const LOOK_EVERY_MS = 250;
/** Consecutive checks without a change, because a decision may be in flight. */
const STILL_LOOKS = 8;

type Site = {
  readonly api: Client;
  readonly fleet: Fleet;
  readonly sql: pg.Pool;
  readonly workers: Set<ServerProcess>;
  readonly counter: EffectCounter;
  readonly place: RecoveryHosts;
  readonly runs: RecoveryRun[];
  /** One promise for each run that is followed live; resolves when the run has ended. */
  readonly followers: Promise<void>[];
};

/**
 * Kills one of two queue workers under load every few seconds, and finally inspects every
 * acknowledged run.
 */
export async function runRecoveryTrial(trial: RecoveryTrial): Promise<RecoveryReport> {
  const counter = await startEffectCounter({ maxDelayMs: 600 });
  const fake = await startFakeModel({ port: 0 });
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t12-d2\nhttp:\n  allowed_private_hosts: ['${counter.host}']\n`;
  const fleet = await Fleet.start({ config });
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  try {
    const { api } = await fleet.startWeb();
    const workers = new Set(await Promise.all([fleet.startWorker(), fleet.startWorker()]));
    const { id: calledId } = await api.createWorkflow({ body: calledWorkflow(counter.host) });
    const site: Site = {
      api,
      fleet,
      sql,
      workers,
      counter,
      place: { counterHost: counter.host, calledId },
      runs: [],
      followers: [],
    };
    return await tryRecovery(site, trial);
  } finally {
    await sql.end();
    await fleet.stop();
    await Promise.all([fake.stop(), counter.stop()]);
  }
}

async function tryRecovery(site: Site, trial: RecoveryTrial): Promise<RecoveryReport> {
  const { api, runs, counter } = site;
  const limitMs = SETTLE_LIMIT_MS + trial.runs * SETTLE_LIMIT_A_RUN_MS;
  const people = new RecoveryPeople(api, (runId) => runs.some((run) => run.runId === runId && run.isLeftOpen));
  const following = new AbortController();
  const settled = launchRuns(site, trial, following.signal).then(() =>
    untilStill(site, { limitMs, leftOpen: () => people.leftOpen }),
  );
  const kills = await killUntil(settled, site, trial);
  await settled;
  await people.leave();
  const left = runs.filter(({ runId }) => people.leftOpen.has(runId));
  const harmed = [...(await inspectLeftOpen(api, { runs: left, counter })), ...(await restartAllWorkers(site, left))];
  await people.decideTheRest();
  const others = new RecoveryPeople(api, () => false);
  await untilStill(site, { limitMs, leftOpen: () => new Set() });
  await others.leave();
  await Promise.race([Promise.all(site.followers), wait(FOLLOW_LIMIT_MS)]);
  following.abort();
  const report = await inspectRecovery(api, { runs, kills, counter });
  return {
    kills: kills.length,
    leftOpenRuns: left.length,
    leftOpenHarmed: harmed.length,
    ...report,
    problems: [...harmed.slice(0, 10), ...report.problems],
  };
}

async function launchRuns(
  { api, place, runs, followers }: Site,
  { runs: count, seed }: RecoveryTrial,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await wait(number * LAUNCH_EVERY_MS);
      const document = recoveryWorkflow(seed + number, place);
      const key = `r${number}`;
      const { runId } = await api.runDocument({ body: { document, inputs: { key }, mode: 'async' } });
      const isFollowed = number % FOLLOWED === 0;
      const run: RecoveryRun = { key, runId, seen: [], document, isFollowed, isLeftOpen: number % LEFT_OPEN === 0 };
      runs.push(run);
      if (isFollowed) followers.push(follow(api, run, signal));
    }),
  );
}

/**
 * Follows a run to its end. Events that it does not receive count as lost.
 */
async function follow(api: Client, run: RecoveryRun, signal: AbortSignal): Promise<void> {
  try {
    for await (const event of api.streamEvents(run.runId, { isFollowing: true, signal })) {
      run.seen.push(event);
      if (event.type === 'done' && event.status !== 'waiting') return;
    }
  } catch {
    // The client received nothing more.
  }
}

/** Waits until every run has ended or keeps waiting for a decision. */
async function untilStill(
  { sql, runs }: Site,
  { limitMs, leftOpen }: { limitMs: number; leftOpen: () => ReadonlySet<string> },
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (let stillLooks = 0; stillLooks < STILL_LOOKS && Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    const { rows } = await sql.query<{ id: string; status: string }>(
      "SELECT id, status FROM runs WHERE id = ANY ($1) AND status NOT IN ('succeeded', 'failed', 'cancelled')",
      [runs.map(({ runId }) => runId)],
    );
    const isStill = rows.every(({ id, status }) => status === 'waiting' && leftOpen().has(id));
    stillLooks = isStill ? stillLooks + 1 : 0;
  }
}

async function killUntil(
  ended: Promise<unknown>,
  { fleet, workers, sql }: Site,
  { killEveryMs, seed }: RecoveryTrial,
): Promise<Kill[]> {
  const random = new RandomSource(seed);
  const kills: Kill[] = [];
  const replacing: Promise<unknown>[] = [];
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  for (;;) {
    await Promise.race([over, wait(killEveryMs / 2 + random.below(killEveryMs))]);
    if (isOver) break;
    const [victim] = workers;
    if (!victim || workers.size < 2) continue;
    workers.delete(victim);
    const atMs = Date.now();
    await fleet.end(victim, 'SIGKILL');
    const goneMs = Date.now();
    const { rows } = await sql.query<{ id: string }>(
      `SELECT runs.id FROM runs JOIN holders ON holders.id = runs.holder WHERE pid = $1 AND status = 'running'`,
      [victim.pid],
    );
    kills.push({ atMs, goneMs, runIds: rows.map(({ id }) => id) });
    const delayMs = random.pick(REPLACE_AFTER_MS);
    replacing.push(wait(delayMs).then(async () => workers.add(await fleet.startWorker())));
  }
  await Promise.all(replacing);
  return kills;
}

/**
 * Kills all workers and starts one, which runs a workflow to its end and so has claimed all lost
 * runs.
 * @returns faults of the waiting runs, as messages; empty while they still wait
 */
async function restartAllWorkers({ fleet, workers, api, counter, place }: Site, left: readonly RecoveryRun[]): Promise<string[]> {
  const before = new Map(counter.hits);
  await Promise.all([...workers].map((worker) => fleet.end(worker, 'SIGKILL')));
  workers.clear();
  workers.add(await fleet.startWorker());
  const body = { document: calledWorkflow(place.counterHost), inputs: { key: 'after', path: 'restart' }, mode: 'sync' as const };
  await api.runDocument({ body });
  const again = await inspectLeftOpen(api, { runs: left, counter });
  const keys = new Set(left.map(({ key }) => key));
  const moved = [...counter.hits].filter(([name, hits]) => keys.has(name.split(' ')[0] ?? '') && before.get(name) !== hits);
  return [...again, ...moved.map(([name]) => `${name} happened when its worker was started again`)];
}
