import type { RunResource } from '#lib/api/runs.contract.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Server-rendered data of a run's page. */
export type TracePageData = {
  readonly run: RunResource;
  /** What ran; undefined when this build cannot read it. */
  readonly document: Workflow | undefined;
  /** The template of the run by name, whose labels have translations. */
  readonly templateId: string | undefined;
  /** The current draft of the workflow: `same` when it is what ran. */
  readonly draft: 'same' | 'changed' | 'missing';
};
