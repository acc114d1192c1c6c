import { type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The inputs that a workflow declares. */
export function startInputsOf(workflow: Workflow): readonly StartInput[] {
  const config = workflow.nodes.find(({ type }) => type === 'start')?.config as { inputs?: unknown } | undefined;
  return startInputsSchema.parse(config?.inputs ?? []);
}
