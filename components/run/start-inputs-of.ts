import { type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The inputs a workflow asks for; none when it has no `start` or its `start` is not usable. */
export function startInputsOf(workflow: Workflow): readonly StartInput[] {
  const start = workflow.nodes.find((node) => node.type === 'start');
  const inputs = startInputsSchema.safeParse(start?.config.inputs ?? []);
  return inputs.success ? inputs.data : [];
}
