import type { WorkflowChoice } from '#components/data/workflow-picker.tsx';
import type { RunRows } from '#components/pages/runs/live-runs.ts';
import type { RunFilters } from '#components/pages/runs/run-filters.ts';

export type ListedWorkflow = { readonly id: string; readonly name: string };

/** Server-rendered data of the page of runs. */
export type RunsPageData = {
  readonly filters: RunFilters;
  readonly first: RunRows;
  /** Whose runs are listed; undefined for those of all workflows. */
  readonly workflow: ListedWorkflow | undefined;
  /** To choose from: the saved ones, last saved first. */
  readonly workflows: readonly WorkflowChoice[];
  /** The highest published version of the chosen workflow; 0 when none is, or none is chosen. */
  readonly lastVersion: number;
};
