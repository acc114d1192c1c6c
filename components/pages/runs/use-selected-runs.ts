'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { LiveRuns, RunRow } from '#components/pages/runs/live-runs.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** Requests in progress at once. */
const AT_ONCE = 4;

export type SelectedRuns = {
  readonly ids: ReadonlySet<string>;
  readonly isDeleting: boolean;
  /** Why some runs could not be deleted. */
  readonly problem: string | undefined;
  toggle(runId: string): void;
  /** Selects all shown runs that have ended, or none if they are. */
  toggleAll(): void;
  /** Deletes what is selected; what cannot be deleted stays selected. */
  deleteAll(): void;
};

/** The selection of the list of runs. Only runs that have ended can be selected, since others cannot be deleted. */
export function useSelectedRuns(runs: LiveRuns, rows: readonly RunRow[]): SelectedRuns {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const change = useChange();
  const ended = rows.filter(({ status }) => isTerminal(status)).map(({ runId }) => runId);
  const ids = new Set(ended.filter((runId) => chosen.has(runId)));
  async function deleteAll(): Promise<void> {
    const waiting = [...ids];
    const failures: unknown[] = [];
    const work = async () => {
      for (let runId = waiting.shift(); runId !== undefined; runId = waiting.shift()) {
        try {
          await deleteRun(runId);
          runs.remove([runId]);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failures.length > 0) throw failures[0];
  }
  return {
    ids,
    isDeleting: change.isBusy,
    problem: change.problem,
    toggle(runId) {
      const next = new Set(ids);
      if (!next.delete(runId)) next.add(runId);
      setChosen(next);
    },
    toggleAll: () => setChosen(ids.size === ended.length ? new Set() : new Set(ended)),
    deleteAll: () => void change.run(deleteAll),
  };
}

/** A run that someone else deleted is gone as well. */
async function deleteRun(runId: string): Promise<void> {
  try {
    await apiClient.deleteRun({ params: { id: runId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'run-not-found')) throw error;
  }
}
