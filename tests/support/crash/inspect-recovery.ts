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
   * Gaps in stored logs, and differences between the log and the events that a client received live.
   */
  readonly lostEvents: number;
  /**
   * Effects that happened under two keys, before their start was stored, or again without a decision.
   */
  readonly duplicatedEffects: number;
  /** Effects whose outcome was unknown after a kill, and that were submitted for a decision. */
  readonly unknownEffects: number;
  /** Nodes interrupted by a kill and resumed by another process, by type. */
  readonly resumedNodes: Readonly<Record<string, number>>;
  /** Failover times: from each kill until another process appended the first event of each run. */
  readonly takeoverMs: readonly number[];
  readonly problems: readonly string[];
};

type Inspected = { readonly runs: readonly RecoveryRun[]; readonly kills: readonly Kill[]; readonly counter: EffectCounter };

/** Inspects every acknowledged run, after all of them have ended. */
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
    const takeovers = findFailoverTimes(
      log,
      kills.filter(({ runIds }) => runIds.includes(runId)),
    );
    const effects = checkEffects(log, { key, counter });
    for (const [nodeId, sum] of wrongSums(log, document)) {
      counts.duplicatedEffects++;
      problems.push(`${runId} (${key}): ${nodeId} counted ${sum} of 4`);
    }
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
 * Faults of runs that wait for a decision on an unknown effect. They must still wait, and each
 * effect must have happened at most once.
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

/** Sums of four additions in the store that are not four. */
function wrongSums(log: readonly PublicEvent[], document: Workflow): [nodeId: string, sum: unknown][] {
  const reads = new Set(document.nodes.filter(({ type, config }) => type === 'store' && config.op === 'get').map(({ id }) => id));
  return log.flatMap((event) => {
    if (event.type !== 'node_finished' || event.status !== 'succeeded' || !reads.has(event.nodeId)) return [];
    const { value } = (event.output ?? {}) as { value?: unknown };
    return value === 4 ? [] : [[event.nodeId, value] as [string, unknown]];
  });
}

function resumedTypes(log: readonly PublicEvent[], document: Workflow): string[] {
  // Nodes of the called workflow are not in this document. They are requests and templates.
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]));
  return log.flatMap((event) =>
    event.type === 'node_resumed' ? [types.get(nodeIdOf(event.nodeId)) ?? 'of a called workflow'] : [],
  );
}

/** Time from each of these kills until the run was resumed. Queue positions are written by other processes. */
function findFailoverTimes(log: readonly PublicEvent[], kills: readonly Kill[]): number[] {
  // A run that was queued or waiting continues elsewhere without an event about the lost process.
  const writtenAtMs = log.flatMap((event) => (event.type === 'queued' ? [] : [Date.parse(event.at)]));
  return kills.flatMap(({ atMs, goneMs }, index) => {
    const written = writtenAtMs.find((writtenMs) => writtenMs > goneMs);
    // If the next kill hit a process before its first event of the run, failover had happened by then.
    const next = Math.min(written ?? Number.POSITIVE_INFINITY, kills[index + 1]?.atMs ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(next) ? [next - atMs] : [];
  });
}
