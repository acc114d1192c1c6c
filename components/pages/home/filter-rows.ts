import type { WorkflowRow } from '#components/pages/home/home-data.ts';

export const rowFilters = ['all', 'live', 'failing', 'waiting'] as const;
export type RowFilter = (typeof rowFilters)[number];

type Rows = {
  readonly rows: readonly WorkflowRow[];
  /** Ids of workflows with an endpoint. */
  readonly live: ReadonlySet<string>;
};

/** The rows of one kind: published, last run failed, or waiting for a person. */
export function filterRows({ rows, live }: Rows, filter: RowFilter): WorkflowRow[] {
  return rows.filter((row) => fits(row, filter, live));
}

function fits({ workflowId, lastRun }: WorkflowRow, filter: RowFilter, live: ReadonlySet<string>): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'live':
      return live.has(workflowId);
    case 'failing':
      return lastRun?.status === 'failed';
    case 'waiting':
      return lastRun?.status === 'waiting';
    default:
      return filter satisfies never;
  }
}
