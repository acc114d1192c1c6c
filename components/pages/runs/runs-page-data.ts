import type { RunRows } from '#components/pages/runs/live-runs.ts';
import type { RunFilters } from '#components/pages/runs/run-filters.ts';

/** Server-rendered data of the page of runs. */
export type RunsPageData = {
  readonly filters: RunFilters;
  readonly first: RunRows;
  /** To choose from: the saved ones, last saved first. */
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
  /** The highest published version of the chosen workflow; 0 when none is, or none is chosen. */
  readonly lastVersion: number;
};
