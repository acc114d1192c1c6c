import type { AnyTriggerDefinition } from '../../trigger-kit/define-trigger.ts';
import type { Workflow, WorkflowTrigger } from '../workflow.ts';

/** The document with a new trigger at the end, and its id. `config` overrides the initial config of its kind. */
export function addTrigger(
  workflow: Workflow,
  definition: AnyTriggerDefinition,
  config: Readonly<Record<string, unknown>> = {},
): { workflow: Workflow; triggerId: string } {
  const triggers = workflow.triggers ?? [];
  const base = definition.id.replaceAll('-', '_');
  const ids = new Set(triggers.map(({ id }) => id));
  let triggerId = base;
  for (let count = 2; ids.has(triggerId); count++) triggerId = `${base}_${count}`;
  const trigger: WorkflowTrigger = {
    id: triggerId,
    type: definition.id,
    version: definition.version,
    label: '',
    config: { ...definition.initialConfig, ...config } as WorkflowTrigger['config'],
    inputs: {},
  };
  return { workflow: { ...workflow, triggers: [...triggers, trigger] }, triggerId };
}

/** The same document when nothing changes. Fields that become undefined are removed. */
export function changeTrigger(
  workflow: Workflow,
  triggerId: string,
  change: (trigger: WorkflowTrigger) => WorkflowTrigger,
): Workflow {
  const triggers = workflow.triggers ?? [];
  const before = triggers.find(({ id }) => id === triggerId);
  const after = before && change(before);
  if (!after || after === before) return workflow;
  const defined = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)) as WorkflowTrigger;
  return { ...workflow, triggers: triggers.map((trigger) => (trigger === before ? defined : trigger)) };
}

/** Without its last trigger, a document has no `triggers`. */
export function removeTrigger(workflow: Workflow, triggerId: string): Workflow {
  const { triggers = [], ...rest } = workflow;
  const left = triggers.filter(({ id }) => id !== triggerId);
  if (left.length === triggers.length) return workflow;
  return left.length > 0 ? { ...workflow, triggers: left } : rest;
}
