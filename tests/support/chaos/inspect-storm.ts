import type { Client } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { checkEffects } from '../crash/check-effects.ts';
import { checkLog, readLog } from '../crash/crash-trial.ts';
import type { EffectCounter } from '../crash/effect-counter.ts';
import type { StormRun } from './storm-clients.ts';

/** Fields that differ between any two runs of the same document with the same inputs. */
const INCIDENTAL = ['headers', 'executionTimeMs', 'durationMs', 'approvedAt'];

/** All faults of these runs, as messages; empty if the storm had no effect on them. */
export async function inspectStorm(
  api: Client,
  { runs, counter }: { runs: readonly StormRun[]; counter: EffectCounter },
): Promise<string[]> {
  // Counts side effects before the same runs are repeated.
  const before: EffectCounter = {
    ...counter,
    hits: new Map(counter.hits),
    keys: new Map([...counter.keys].map(([key, keys]) => [key, new Set(keys)])),
  };
  const inspected = await Promise.all(runs.map((run) => inspectRun(api, run, before)));
  return inspected.flatMap((problems, index) =>
    problems.map((problem) => `${runs[index]?.runId} (${runs[index]?.key}, ${runs[index]?.kind}): ${problem}`),
  );
}

async function inspectRun(api: Client, run: StormRun, counter: EffectCounter): Promise<string[]> {
  const log = await readLog(api, run.runId);
  const problems = checkLog(log, run.seen).problems;
  const check = (isRight: boolean, problem: string) => void (isRight || problems.push(problem));
  const isSeenWhole = JSON.stringify(run.seen) === JSON.stringify(log);
  check(isSeenWhole, `its follower saw ${run.seen.length} events of ${log.length} over ${run.connections} connections`);
  const ends = log.flatMap((event) => (event.type === 'done' && event.status !== 'waiting' ? [event.status] : []));
  check(ends.length === 1, `it ended ${ends.length} times`);
  check(checkEffects(log, { key: run.key, counter }).duplicated === 0, 'an effect happened again unasked, or under two keys');
  const neverDone = succeededPosts(run, log).filter((nodeId) => !counter.hits.has(`${run.key} ${nodeId}`));
  check(neverDone.length === 0, `it says that ${neverDone.join(', ')} succeeded, and nothing came`);
  if (run.kind === 'called-off') {
    check(!counter.hits.has(`${run.key} never`), 'it went on after it was stopped');
    check(ends[0] === 'cancelled', `it was stopped and is ${ends[0]}`);
    return problems;
  }
  if (isParkedRightly(log)) return problems;
  const [expected, found] = [await runCalmly(api, run), outcomeOf(log)].map((outcome) => JSON.stringify(outcome));
  check(expected === found, `it came to ${found} and not to ${expected}`);
  return problems;
}

/** Crashes that end a run which was alone in its process. */
const LOSSES = 3;

/**
 * Whether three processes in a row crashed during the run while none of its nodes finished. The
 * engine ends such a run as a poison run.
 */
function isParkedRightly(log: readonly PublicEvent[]): boolean {
  const end = log.at(-1);
  if (end?.type !== 'done' || end.reason !== 'worker_lost') return false;
  const since = log.slice(log.findLastIndex((event) => event.type === 'node_finished' && event.status === 'succeeded') + 1);
  const losses = since.filter((event) => event.type === 'run_resumed' && event.reason === 'process_lost');
  return losses.length >= LOSSES;
}

function succeededPosts({ document }: StormRun, log: readonly PublicEvent[]): string[] {
  const posts = document.nodes.filter(({ config }) => config.method === 'POST').map(({ id }) => id);
  return log.flatMap((event) =>
    event.type === 'node_finished' && event.status === 'succeeded' && posts.includes(event.nodeId) ? [event.nodeId] : [],
  );
}

/** Repeats the run without faults, which gives the expected result. */
async function runCalmly(api: Client, { document, key }: StormRun) {
  const { runId } = await api.runDocument({ body: { document, inputs: { key }, mode: 'async' } });
  for await (const event of api.streamEvents(runId)) {
    if (event.type !== 'done' || event.status !== 'waiting') continue;
    for (const { actionId } of (await api.getRun({ params: { id: runId } })).approvals)
      await api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
  }
  for await (const event of api.streamEvents(runId, { isFollowing: true }))
    if (event.type === 'done' && event.status !== 'waiting') break;
  return outcomeOf(await readLog(api, runId));
}

function outcomeOf(log: readonly PublicEvent[]) {
  const end = log.at(-1);
  const nodes = log.flatMap((event) =>
    event.type === 'node_finished' ? [[event.nodeId, event.status, event.ports, essence(event.output)]] : [],
  );
  return {
    status: end?.type === 'done' ? end.status : 'none',
    outputs: end?.type === 'done' ? essence(end.outputs) : undefined,
    nodes: nodes.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  };
}

function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !INCIDENTAL.includes(name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, essence(inner)]));
}
