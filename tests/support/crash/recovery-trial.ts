import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { Fleet } from '../fleet.ts';
import { randomEffectWorkflow } from '../random/random-effect-workflow.ts';
import { RandomSource } from '../random/random-source.ts';
import type { ServerProcess } from '../server-process.ts';
import { checkLog, countEffects, readLog, type Started, untilAllEnded } from './crash-trial.ts';
import { type EffectCounter, startEffectCounter } from './effect-counter.ts';

export type RecoveryTrial = { readonly runs: number; readonly killEveryMs: number; readonly seed: number };

export type RecoveryReport = {
  readonly kills: number;
  readonly acknowledgedRuns: number;
  readonly takenOverRuns: number;
  readonly events: number;
  /** Acknowledged runs that are gone or did not succeed. */
  readonly lostRuns: number;
  /** Gaps in stored logs, and events that a client saw live and that are not in the log as they were seen. */
  readonly lostEvents: number;
  /** Effects that came to the outside under two keys, or again although nobody had said so. */
  readonly duplicatedEffects: number;
  /** Effects of which a kill left open whether they happened, and that a person was asked about. */
  readonly unknownEffects: number;
  /** From each kill to the first event of each of its runs under another process. */
  readonly takeoverMs: readonly number[];
  readonly problems: readonly string[];
};

type Kill = { readonly atMs: number; readonly runIds: readonly string[] };

/** A killed worker is replaced at once, so that its machine knows that it is gone, or only after its lease has run out by itself. */
const REPLACE_AFTER_MS = [0, 7000];
const FOLLOWED = 5;

/** Two workers under load, one of which is killed every few seconds, and in the end every run that was ever acknowledged is looked at. */
export async function runRecoveryTrial({ runs, killEveryMs, seed }: RecoveryTrial): Promise<RecoveryReport> {
  const random = new RandomSource(seed);
  const counter = await startEffectCounter({ maxDelayMs: 600 });
  const fake = await startFakeModel({ port: 0 });
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t12-d2\nhttp:\n  allowed_private_hosts: ['${counter.host}']\n`;
  const fleet = await Fleet.start({ config });
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  try {
    const { api } = await fleet.startWeb();
    const workers = new Set(await Promise.all([fleet.startWorker(), fleet.startWorker()]));
    const started: Started[] = [];
    const clients = launchRuns(api, { runs, seed, counterHost: counter.host, started });
    const ended = clients.then(() => untilAllEnded(api, started));
    const kills = await killUntil(ended, { fleet, workers, sql, random, killEveryMs });
    await ended;
    return await inspect(api, { started, kills, counter });
  } finally {
    await sql.end();
    await fleet.stop();
    await Promise.all([fake.stop(), counter.stop()]);
  }
}

/** Half of the requests may be sent again with the same key, and say so; about the others a person is asked. */
export function mixedWorkflow(seed: number, counterHost: string): Workflow {
  const workflow = randomEffectWorkflow(seed, counterHost);
  const nodes = workflow.nodes.map((node, index) =>
    node.config.method === 'POST' && (seed + index) % 2 === 0
      ? { ...node, config: { ...node.config, isRepeatable: true } }
      : node,
  );
  return { ...workflow, nodes };
}

type Launch = { readonly runs: number; readonly seed: number; readonly counterHost: string; readonly started: Started[] };

async function launchRuns(api: Client, { runs, seed, counterHost, started }: Launch): Promise<void> {
  await Promise.all(
    Array.from({ length: runs }, async (_, number) => {
      await wait(number * 60);
      const key = `r${number}`;
      const document = mixedWorkflow(seed + number, counterHost);
      const { runId } = await api.runDocument({ body: { document, inputs: { key }, mode: 'async' } });
      const run: Started = { key, runId, seen: [] };
      started.push(run);
      if (number % FOLLOWED !== 0) return;
      for await (const event of api.streamEvents(runId)) run.seen.push(event);
    }),
  );
}

type Killing = {
  readonly fleet: Fleet;
  readonly workers: Set<ServerProcess>;
  readonly sql: pg.Pool;
  readonly random: RandomSource;
  readonly killEveryMs: number;
};

async function killUntil(ended: Promise<unknown>, { fleet, workers, sql, random, killEveryMs }: Killing): Promise<Kill[]> {
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
    const { rows } = await sql.query<{ id: string }>(
      `SELECT runs.id FROM runs JOIN holders ON holders.id = runs.holder WHERE pid = $1 AND status = 'running'`,
      [victim.pid],
    );
    kills.push({ atMs, runIds: rows.map(({ id }) => id) });
    const delayMs = random.pick(REPLACE_AFTER_MS);
    replacing.push(wait(delayMs).then(async () => workers.add(await fleet.startWorker())));
  }
  await Promise.all(replacing);
  return kills;
}

type Inspection = { readonly started: readonly Started[]; readonly kills: readonly Kill[]; readonly counter: EffectCounter };

async function inspect(api: Client, { started, kills, counter }: Inspection): Promise<RecoveryReport> {
  const problems: string[] = [];
  const takeoverMs: number[] = [];
  const counts = { takenOverRuns: 0, events: 0, lostRuns: 0, lostEvents: 0, duplicatedEffects: 0, unknownEffects: 0 };
  for (const { key, runId, seen } of started) {
    const run = await api.getRun({ params: { id: runId } }).catch(() => undefined);
    if (run?.status !== 'succeeded') {
      counts.lostRuns++;
      problems.push(`${runId} (${key}) is ${run?.status ?? 'gone'}: ${run?.error?.message ?? ''}`);
      continue;
    }
    const log = await readLog(api, runId);
    const found = checkLog(log, seen);
    const takeovers = findTakeovers(
      log,
      kills.filter(({ runIds }) => runIds.includes(runId)),
    );
    const effects = checkEffects(log, { key, counter });
    counts.events += log.length;
    counts.lostEvents += found.lostEvents + found.nodesRunTwice;
    counts.takenOverRuns += takeovers.length > 0 ? 1 : 0;
    counts.duplicatedEffects += effects.duplicated;
    counts.unknownEffects += effects.unknown;
    takeoverMs.push(...takeovers);
    problems.push(...found.problems.map((problem) => `${runId} (${key}): ${problem}`));
  }
  return { kills: kills.length, acknowledgedRuns: started.length, ...counts, takeoverMs, problems: problems.slice(0, 10) };
}

/** How long after each of these kills the run went on. */
function findTakeovers(log: readonly PublicEvent[], kills: readonly Kill[]): number[] {
  const resumedAtMs = log.flatMap((event) =>
    event.type === 'run_resumed' && event.reason === 'process_lost' ? [Date.parse(event.at)] : [],
  );
  return kills.flatMap(({ atMs }) => {
    const next = resumedAtMs.find((resumed) => resumed >= atMs);
    return next === undefined ? [] : [next - atMs];
  });
}

export function checkEffects(
  log: readonly PublicEvent[],
  { key, counter }: { key: string; counter: EffectCounter },
): { duplicated: number; unknown: number } {
  const counts = { duplicated: 0, unknown: 0 };
  for (const [nodeId, { asked }] of countEffects(log)) {
    const place = `${key} ${nodeId}`;
    const isRepeatable = log.some((event) => event.type === 'effect' && event.nodeId === nodeId && event.isRepeatable === true);
    const isUnderTwoKeys = (counter.keys.get(place)?.size ?? 0) > 1;
    const isRepeatedUnasked = !isRepeatable && (counter.hits.get(place) ?? 0) > 1 + asked;
    counts.unknown += asked;
    if (isUnderTwoKeys || isRepeatedUnasked) counts.duplicated++;
  }
  return counts;
}
