import type { NodeState } from '#lib/run/run-state.ts';
import { valueAtField } from '#lib/workflow/value-at-field.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** The value of the field that a node failed at: as it ran, or as it was stored if it was not evaluated. */
export function faultyValue(node: WorkflowNode | undefined, { error, inputs }: Pick<NodeState, 'error' | 'inputs'>): unknown {
  if (error?.path === undefined) return undefined;
  return valueAtField(inputs, error.path) ?? valueAtField(node?.config, error.path);
}
