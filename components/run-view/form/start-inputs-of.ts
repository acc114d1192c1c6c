import { type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** The inputs a workflow asks for; none when it has no `start` or its `start` is not usable. */
export function startInputsOf(workflow: Workflow): readonly StartInput[] {
  return startInputsIn(workflow.nodes.find((node) => node.type === 'start'));
}

/** The inputs a `start` node asks for; none when there is none or it is not usable. */
export function startInputsIn(start: WorkflowNode | undefined): readonly StartInput[] {
  const inputs = startInputsSchema.safeParse(start?.config.inputs ?? []);
  return inputs.success ? inputs.data : [];
}
