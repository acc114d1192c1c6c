import type { JsonSchema } from '../json/json-schema.ts';
import type { AnyTriggerDefinition } from '../trigger-kit/define-trigger.ts';
import { TRIGGER_ROOT } from './map-trigger-event.ts';
import type { StartInput } from './start-inputs.ts';
import type { WorkflowTrigger } from './workflow.ts';

/** A trigger with a mapping for each input of `start`, where its kind fills those that the document leaves out. */
export function fillTriggerInputs(
  trigger: WorkflowTrigger,
  definition: Pick<AnyTriggerDefinition, 'fillsInputs'> | undefined,
  inputs: readonly StartInput[],
): WorkflowTrigger {
  if (!definition?.fillsInputs) return trigger;
  const filled = asksFor(trigger, inputs).map(({ name }) => [name, `{{${TRIGGER_ROOT}.values.${name}}}`]);
  return { ...trigger, inputs: { ...Object.fromEntries(filled), ...trigger.inputs } };
}

/** The inputs that the event of such a trigger brings. */
export function asksFor({ inputs: given }: Pick<WorkflowTrigger, 'inputs'>, inputs: readonly StartInput[]): StartInput[] {
  return inputs.filter(({ name }) => !Object.hasOwn(given, name));
}

/** The event of such a trigger, whose `values` are the inputs that it asks for. */
export function eventAskedFor(trigger: WorkflowTrigger, event: JsonSchema, inputs: readonly StartInput[]): JsonSchema {
  const names = asksFor(trigger, inputs).map(({ name }) => name);
  const values = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), additionalProperties: false };
  return { ...event, properties: { ...(event.properties as JsonSchema), values } };
}
