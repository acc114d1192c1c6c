import type { JsonSchema } from '../json/json-schema.ts';
import type { AnyTriggerDefinition } from '../trigger-kit/define-trigger.ts';
import { TRIGGER_ROOT, type TriggerEvent } from './map-trigger-event.ts';
import type { StartInput } from './start-inputs.ts';
import type { WorkflowTrigger } from './workflow.ts';

/**
 * Adds a mapping for each input of `start` that the document does not map, for trigger types with
 * `fillsInputs`. Returns other triggers unchanged.
 */
export function fillTriggerInputs(
  trigger: WorkflowTrigger,
  definition: Pick<AnyTriggerDefinition, 'fillsInputs'> | undefined,
  declared: readonly StartInput[],
): WorkflowTrigger {
  if (!definition?.fillsInputs) return trigger;
  const filled = unmappedInputs(trigger, declared).map(({ name }) => [name, `{{${TRIGGER_ROOT}.values.${name}}}`]);
  return { ...trigger, inputs: { ...Object.fromEntries(filled), ...trigger.inputs } };
}

/** A value of an event for which the form has no field, and which nothing would read; undefined where all have one. */
export function valueWithoutField(
  trigger: WorkflowTrigger,
  definition: Pick<AnyTriggerDefinition, 'fillsInputs'> | undefined,
  { event, declared }: { readonly event: TriggerEvent; readonly declared: readonly StartInput[] },
): string | undefined {
  if (!definition?.fillsInputs) return undefined;
  const fields = new Set(unmappedInputs(trigger, declared).map(({ name }) => name));
  return Object.keys((event.values ?? {}) as object).find((name) => !fields.has(name));
}

/** The inputs of `start` without a mapping in the document: those that a form asks for. */
export function unmappedInputs(
  { inputs: mappings }: Pick<WorkflowTrigger, 'inputs'>,
  declared: readonly StartInput[],
): StartInput[] {
  return declared.filter(({ name }) => !Object.hasOwn(mappings, name));
}

/** The event schema of a trigger type with `fillsInputs`: `values` has a property for each input without a mapping. */
export function eventWithInputs(trigger: WorkflowTrigger, event: JsonSchema, declared: readonly StartInput[]): JsonSchema {
  const names = unmappedInputs(trigger, declared).map(({ name }) => name);
  const values = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), additionalProperties: false };
  return { ...event, properties: { ...(event.properties as JsonSchema), values } };
}
