import type { RunListItem } from '#components/data/listed.ts';
import type { Picture } from '#components/pages/templates/layout-picture.ts';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import { workflowStates } from '#lib/api/workflow-list.ts';
import type { WorkflowCounts } from '#lib/api/workflows.contract.ts';

/** A saved workflow as the home page lists it. */
export type WorkflowRow = {
  readonly workflowId: string;
  readonly name: string;
  readonly savedAt: string;
  /** Undefined when this build cannot read the document. */
  readonly content: { readonly description: string; readonly nodeCount: number; readonly picture: Picture } | undefined;
  readonly lastRun: RunListItem | undefined;
  /** Newest first. */
  readonly recentRuns: readonly RunListItem[];
};

export const rowFilters = ['all', ...workflowStates] as const;
export type RowFilter = (typeof rowFilters)[number];

export type WorkflowRows = {
  readonly rows: readonly WorkflowRow[];
  readonly nextCursor: string | null;
  /** How many the search finds on all pages; undefined except on the first one. */
  readonly counts: WorkflowCounts | undefined;
};

/** Server-rendered data of the list of workflows. */
export type HomeData = WorkflowRows & {
  readonly deployments: readonly DeploymentResource[];
  /** Nothing is configured, and the demo model answers. */
  readonly isDemo: boolean;
  /** When the page was made, as ISO 8601. */
  readonly madeAt: string;
};
