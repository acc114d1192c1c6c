import { setTimeout as wait } from 'node:timers/promises';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { calledWorkflow, type RecoveryHosts, recoveryWorkflow } from '../random/random-recovery-workflow.ts';
import { RandomSource } from '../random/random-source.ts';
import { ServerProcess } from '../server-process.ts';
import { checkEffects } from './check-effects.ts';
import { type EffectCounter, startEffectCounter } from './effect-counter.ts';

export type CrashTrial = {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  readonly kills: number;
  readonly runsPerKill: number;
  readonly seed: number;
};

export type CrashReport = {
  readonly kills: number;
  readonly acknowledgedRuns: number;
  readonly resumedRuns: number;
  readonly events: number;
  /** Acknowledged runs that are gone or did not succeed. */
  readonly lostRuns: number;
  /** Gaps in stored logs, and events a client saw live that are not in the log as they were seen. */
  readonly lostEvents: number;
  /** Nodes that ended twice, or started after they had ended. */
  readonly nodesRunTwice: number;
  /** Effects that happened more often than the log has starts. Must be 0. */
  readonly effectsWithoutStart: number;
  /** Effects whose outcome was unknown after a kill, and that were submitted for a decision. */
  readonly effectsAskedAbout: number;
  /** Effects that were repeated without a decision. Must be 0. */
  readonly effectsRepeatedUnasked: number;
  /** The first few findings, as messages. */
  readonly problems: readonly string[];
};

export type Started = { readonly key: string; readonly runId: string; readonly seen: PublicEvent[] };

/**
 * Kills the server at random moments during runs with side effects, restarts it, and finally
 * inspects every acknowledged run.
 */
export async function runCrashTrial(trial: CrashTrial): Promise<CrashReport> {
  const random = new RandomSource(trial.seed);
  const counter = await startEffectCounter({ maxDelayMs: 25 });
  const fake = await startFakeModel({ port: 0 });
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t12-d2\nhttp:\n  allowed_private_hosts: ['${counter.host}']\n`;
  const start = () => ServerProcess.start({ dataFolder: trial.dataFolder, databaseUrl: trial.databaseUrl, config });
  const started: Started[] = [];
  let server = await start();
  try {
    const { id: calledId } = await makeClient({ baseUrl: server.url, fetch }).createWorkflow({
      body: calledWorkflow(counter.host),
    });
    for (let kill = 0; kill < trial.kills; kill++) {
      // Three crashes in a row end a run as a poison run, so each run has at most two.
      const survivors = started.filter(({ key }) => Number(key.slice(1)) < (kill - 1) * trial.runsPerKill);
      await untilAllEnded(makeClient({ baseUrl: server.url, fetch }), survivors);
      const death = new AbortController();
      const { clients, first } = launchRuns(server.url, {
        ...trial,
        kill,
        place: { counterHost: counter.host, calledId },
        started,
        signal: death.signal,
      });
      // Counted from the first run: before that the server has no state to lose.
      await first;
      await wait(random.below(400));
      await server.end('SIGKILL');
      death.abort();
      server = await start();
      await clients;
    }
    const api = makeClient({ baseUrl: server.url, fetch });
    await untilAllEnded(api, started);
    return await inspect(api, { trial, started, counter });
  } finally {
    await server.end();
    await Promise.all([fake.stop(), counter.stop()]);
  }
}

type Launch = CrashTrial & {
  readonly kill: number;
  readonly place: RecoveryHosts;
  readonly started: Started[];
  readonly signal: AbortSignal;
};

/**
 * Starts runs and follows some of them live. Requests that fail because the server is down were not
 * acknowledged.
 */
function launchRuns(
  url: string,
  { kill, runsPerKill, seed, place, started, signal }: Launch,
): { clients: Promise<unknown>; first: Promise<unknown> } {
  const first = Promise.withResolvers<void>();
  const api = makeClient({ baseUrl: url, fetch });
  const runs = Array.from({ length: runsPerKill }, async (_, index) => {
    const number = kill * runsPerKill + index;
    const key = `k${number}`;
    const document = recoveryWorkflow(seed + number, place);
    await wait(number % 7 === 0 ? 0 : Math.random() * 150);
    const { runId } = await api.runDocument({ body: { document, inputs: { key }, mode: 'async' } }, { signal });
    const run: Started = { key, runId, seen: [] };
    started.push(run);
    first.resolve();
    if (index % 3 !== 0) return;
    for await (const event of api.streamEvents(runId, { signal })) run.seen.push(event);
  });
  return { clients: Promise.allSettled(runs), first: Promise.race([first.promise, Promise.all(runs)]) };
}

const END_LIMIT_MS = 120_000;
const END_LIMIT_A_RUN_MS = 500;
const PEOPLE = 8;

/** Approves everything. */
export async function untilAllEnded(api: Client, started: readonly Started[]): Promise<void> {
  const deadlineMs = Date.now() + END_LIMIT_MS + started.length * END_LIMIT_A_RUN_MS;
  const left = [...started];
  const person = async () => {
    for (let run = left.shift(); run; run = left.shift()) await untilEnded(api, run.runId, deadlineMs);
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
}

async function untilEnded(api: Client, runId: string, deadlineMs: number): Promise<void> {
  for (;;) {
    const run = await api.getRun({ params: { id: runId } }).catch(() => undefined);
    if (!run || isTerminal(run.status) || Date.now() > deadlineMs) return;
    for (const { actionId } of run.approvals)
      await api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } }).catch(() => {});
    await wait(100);
  }
}

async function inspect(
  api: Client,
  { trial, started, counter }: { trial: CrashTrial; started: readonly Started[]; counter: EffectCounter },
): Promise<CrashReport> {
  const problems: string[] = [];
  const counts = {
    resumedRuns: 0,
    events: 0,
    lostRuns: 0,
    lostEvents: 0,
    nodesRunTwice: 0,
    effectsWithoutStart: 0,
    effectsAskedAbout: 0,
    effectsRepeatedUnasked: 0,
  };
  for (const { key, runId, seen } of started) {
    const run = await api.getRun({ params: { id: runId } }).catch(() => undefined);
    if (run?.status !== 'succeeded') {
      counts.lostRuns++;
      problems.push(`${runId} (${key}) is ${run?.status ?? 'gone'}: ${run?.error?.message ?? ''}`);
      continue;
    }
    const log = await readLog(api, runId);
    const found = checkLog(log, seen);
    const effects = checkEffects(log, { key, counter });
    counts.events += log.length;
    counts.resumedRuns += log.some((event) => event.type === 'run_resumed') ? 1 : 0;
    counts.lostEvents += found.lostEvents;
    counts.nodesRunTwice += found.nodesRunTwice;
    counts.effectsAskedAbout += effects.unknown;
    counts.effectsWithoutStart += effects.withoutStart;
    counts.effectsRepeatedUnasked += effects.duplicated;
    if (found.lostEvents + found.nodesRunTwice > 0) problems.push(`${runId} (${key}): ${found.problems.join('; ')}`);
  }
  return { kills: trial.kills, acknowledgedRuns: started.length, ...counts, problems: problems.slice(0, 10) };
}

export async function readLog(api: Client, runId: string): Promise<PublicEvent[]> {
  const log: PublicEvent[] = [];
  for await (const event of api.streamEvents(runId)) log.push(event);
  return log;
}

export function checkLog(log: readonly PublicEvent[], seen: readonly PublicEvent[]) {
  const problems: string[] = [];
  const bySeq = new Map(log.map((event) => [event.seq, JSON.stringify(event)]));
  const unlike = seen.filter((event) => bySeq.get(event.seq) !== JSON.stringify(event));
  if (unlike.length > 0)
    problems.push(`${unlike.length} events seen live are not in the log, the first with seq ${unlike[0]?.seq}`);
  const gaps = log.filter((event, index) => event.seq !== index + 1).length;
  if (gaps > 0) problems.push('the seqs of the log have gaps');
  if (log.at(-1)?.type !== 'done') problems.push('the log does not end with done');
  const ended = new Set<string>();
  const twice = new Set<string>();
  for (const event of log) {
    if (event.type !== 'node_started' && event.type !== 'node_finished') continue;
    if (ended.has(event.nodeId)) twice.add(event.nodeId);
    if (event.type === 'node_finished') ended.add(event.nodeId);
  }
  if (twice.size > 0) problems.push(`ran twice: ${[...twice]}`);
  return { lostEvents: unlike.length + gaps + (log.at(-1)?.type === 'done' ? 0 : 1), nodesRunTwice: twice.size, problems };
}
