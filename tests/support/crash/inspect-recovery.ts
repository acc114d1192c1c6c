import type { Client } from '#lib/api/client.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { checkEffects } from './check-effects.ts';
import { checkLog, readLog, type Started } from './crash-trial.ts';
import type { EffectCounter } from './effect-counter.ts';

/** The process got its signal at `atMs` and was gone at `goneMs`. */
export type Kill = { readonly atMs: number; readonly goneMs: number; readonly runIds: readonly string[] };
export type RecoveryRun = Started & { readonly document: Workflow; readonly isLeftOpen: boolean; readonly isFollowed: boolean };

export type RecoveryInspection = {
  readonly acknowledgedRuns: number;
  readonly takenOverRuns: number;
  readonly events: number;
  /** Acknowledged runs that are gone or did not succeed. */
  readonly lostRuns: number;
  /**
   * Gaps in stored logs, and events that a client saw live and that are not in the log as they were
   * seen, or did not see.
   */
  readonly lostEvents: number;
  /**
   * Effects that came to the outside under two keys, before their start was stored, or again
   * although nobody had said so.
   */
  readonly duplicatedEffects: number;
  /** Effects of which a kill left open whether they happened, and that a person was asked about. */
  readonly unknownEffects: number;
  /** Nodes that a kill interrupted and that went on elsewhere, by type. */
  readonly resumedNodes: Readonly<Record<string, number>>;
  /** From each kill until each of its runs was another process's, by the first event that one wrote of it. */
  readonly takeoverMs: readonly number[];
  readonly problems: readonly string[];
};

type Inspected = { readonly runs: readonly RecoveryRun[]; readonly kills: readonly Kill[]; readonly counter: EffectCounter };

/** Looks at every run that was ever acknowledged, once all of them have ended. */
export async function inspectRecovery(api: Client, { runs, kills, counter }: Inspected): Promise<RecoveryInspection> {
  const problems: string[] = [];
  const takeoverMs: number[] = [];
  const resumedNodes: Record<string, number> = {};
  const counts = { takenOverRuns: 0, events: 0, lostRuns: 0, lostEvents: 0, duplicatedEffects: 0, unknownEffects: 0 };
  for (const { key, runId, seen, document, isFollowed } of runs) {
    const run = await api.getRun({ params: { id: runId } }).catch(() => undefined);
    if (run?.status !== 'succeeded') {
      counts.lostRuns++;
      const asked = run?.approvals.map(({ kind, nodeId }) => `${kind} at ${nodeId}`) ?? [];
      problems.push(`${runId} (${key}) is ${run?.status ?? 'gone'}: ${run?.error?.message ?? ''} ${asked.join(', ')}`);
      continue;
    }
    const log = await readLog(api, runId);
    const found = checkLog(log, seen);
    const takeovers = findTakeovers(
      log,
      kills.filter(({ runIds }) => runIds.includes(runId)),
    );
    const effects = checkEffects(log, { key, counter });
    for (const type of resumedTypes(log, document)) resumedNodes[type] = (resumedNodes[type] ?? 0) + 1;
    counts.events += log.length;
    const unseen = isFollowed ? log.length - seen.length : 0;
    counts.lostEvents += found.lostEvents + found.nodesRunTwice + unseen;
    counts.takenOverRuns += takeovers.length > 0 ? 1 : 0;
    counts.duplicatedEffects += effects.duplicated + effects.withoutStart;
    counts.unknownEffects += effects.unknown;
    takeoverMs.push(...takeovers);
    if (unseen > 0) problems.push(`${runId} (${key}): who followed it did not see its last ${unseen} events`);
    problems.push(...found.problems.map((problem) => `${runId} (${key}): ${problem}`));
    if (effects.duplicated + effects.withoutStart > 0) problems.push(`${runId} (${key}): an effect happened once too often`);
  }
  return { acknowledgedRuns: runs.length, ...counts, resumedNodes, takeoverMs, problems: problems.slice(0, 10) };
}

/**
 * What is wrong with runs that wait for somebody to say what became of an effect: they wait, and
 * the outside saw each of theirs at most once.
 */
export async function inspectLeftOpen(
  api: Client,
  { runs, counter }: { runs: readonly RecoveryRun[]; counter: EffectCounter },
): Promise<string[]> {
  const problems: string[] = [];
  for (const { runId, key } of runs) {
    const { status, approvals } = await api.getRun({ params: { id: runId } });
    const log = await readLog(api, runId);
    const unknown = approvals.filter(({ kind }) => kind === 'effect');
    if (status !== 'waiting' || unknown.length === 0)
      problems.push(`${runId} (${key}) is ${status}, and asks about ${unknown.length} effects`);
    for (const { nodeId } of unknown) {
      const hits = counter.hits.get(`${key} ${nodeId}`) ?? 0;
      if (hits > 1) problems.push(`${runId} (${key}): ${nodeId} happened ${hits} times, and nobody had said a word`);
      if (log.some((event) => event.type === 'node_finished' && event.nodeId === nodeId))
        problems.push(`${runId} (${key}): ${nodeId} ended while it was unknown`);
    }
    const { duplicated, withoutStart } = checkEffects(log, { key, counter });
    if (duplicated + withoutStart > 0) problems.push(`${runId} (${key}): an effect happened once too often`);
  }
  return problems;
}

function resumedTypes(log: readonly PublicEvent[], document: Workflow): string[] {
  // A node of the called workflow is in no document of ours: they are requests and templates.
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]));
  return log.flatMap((event) =>
    event.type === 'node_resumed' ? [types.get(nodeIdOf(event.nodeId)) ?? 'of a called workflow'] : [],
  );
}

/** How long after each of these kills the run went on. */
/** What of a log is written by who has the run: a place in the queue comes from who offers it. */
function findTakeovers(log: readonly PublicEvent[], kills: readonly Kill[]): number[] {
  // A run that had not begun yet, or waited for somebody, goes on elsewhere without a word about its process.
  const writtenAtMs = log.flatMap((event) => (event.type === 'queued' ? [] : [Date.parse(event.at)]));
  return kills.flatMap(({ atMs, goneMs }, index) => {
    const written = writtenAtMs.find((writtenMs) => writtenMs > goneMs);
    // Where the next kill met it in a process that had not written anything of it yet, it had been
    // taken over by then.
    const next = Math.min(written ?? Number.POSITIVE_INFINITY, kills[index + 1]?.atMs ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(next) ? [next - atMs] : [];
  });
}
