import type { AnyTriggerDefinition } from '../../trigger-kit/define-trigger.ts';
import type { Workflow } from '../workflow.ts';
import { changeTrigger } from './change-triggers.ts';

/**
 * Declares inputs for what an event brings, in a workflow without inputs, so that nodes can read it. A workflow
 * that declares inputs is not changed: what they get is for a person to say.
 */
export function addFirstInputs(workflow: Workflow, definition: AnyTriggerDefinition, triggerId: string): Workflow {
  const entries = Object.entries(definition.firstInputs ?? {});
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const declared = start?.config.inputs;
  if (!start || entries.length === 0 || (Array.isArray(declared) && declared.length > 0)) return workflow;
  const inputs = entries.map(([name, { type }]) => ({ name, type, required: true }));
  const nodes = workflow.nodes.map((node) => (node === start ? { ...node, config: { ...node.config, inputs } } : node));
  const mapped = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
  return changeTrigger({ ...workflow, nodes }, triggerId, (trigger) => ({ ...trigger, inputs: mapped }));
}
