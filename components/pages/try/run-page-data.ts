import type { RunListItem, TemplateResource, TemplateSummary } from '#components/data/listed.ts';
import type { RunResource } from '#lib/api/runs.contract.ts';

/** Server-rendered data of the page. */
export type RunPageData = {
  readonly templates: readonly TemplateSummary[];
  /** The newest, but for those that wait. */
  readonly runs: readonly RunListItem[];
  /** Runs that wait for a decision, the newest of them. */
  readonly waitingRuns: readonly RunListItem[];
  /** Open approvals by run id; a run may resume elsewhere meanwhile. */
  readonly openDecisions: Readonly<Record<string, number>>;
  /** The template whose form is shown; undefined when there is none, or the run came from another workflow. */
  readonly template: TemplateResource | undefined;
  /** The run the address names; undefined when it names none, or one that does not exist. */
  readonly run: RunResource | undefined;
  /** The run id of the URL, if no such run exists. */
  readonly missingRunId: string | undefined;
  /** Nothing is configured, and the demo model answers. */
  readonly isDemo: boolean;
  /** When the page was made: times of the same day are shown without their date. */
  readonly today: string;
};
