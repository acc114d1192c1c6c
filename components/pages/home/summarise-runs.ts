import type { RunListItem } from '#components/data/listed.ts';

/** How many runs a row shows. */
export const RUNS_SHOWN = 24;

type Cost = { readonly costUsd?: number | null };
/** What a list has to know of a run. */
export type ListedRun = Pick<RunListItem, 'status' | 'startedAt' | 'finishedAt' | 'tokensUsed'> & Cost;

export type RunSummary = {
  readonly count: number;
  readonly failedCount: number;
  /** Of those that have ended; undefined when none has. */
  readonly medianMs: number | undefined;
  readonly tokens: number;
  /** Of those whose models have a price; undefined when none has. */
  readonly costUsd: number | undefined;
};

/** The last runs of a workflow in a few numbers. */
export function summariseRuns(runs: readonly ListedRun[]): RunSummary {
  const durations = runs.map(durationOf).filter((ms) => ms !== undefined);
  const costs = runs.map(({ costUsd }) => costUsd).filter((cost) => typeof cost === 'number');
  return {
    count: runs.length,
    failedCount: runs.filter(({ status }) => status === 'failed').length,
    medianMs: medianOf(durations),
    tokens: runs.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** Undefined for a run that has not ended. */
export function durationOf({ startedAt, finishedAt }: Pick<ListedRun, 'startedAt' | 'finishedAt'>): number | undefined {
  if (startedAt === null || finishedAt === null) return undefined;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
