import type { RunListItem, TemplateResource } from '#components/data/listed.ts';
import type { Picture } from '#components/pages/templates/layout-picture.ts';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';

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

export type WorkflowRows = { readonly rows: readonly WorkflowRow[]; readonly nextCursor: string | null };

/** Server-rendered data of the home page. */
export type HomeData = WorkflowRows & {
  /** Simplest first. */
  readonly templates: readonly TemplateCard[];
  /** The simplest template, ready to run; undefined when none is installed. */
  readonly sample: TemplateResource | undefined;
  readonly deployments: readonly DeploymentResource[];
  /** Nothing is configured, and the demo model answers. */
  readonly isDemo: boolean;
  /** When the page was made, as ISO 8601. */
  readonly madeAt: string;
};
