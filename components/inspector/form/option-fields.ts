import { z } from 'zod';
import { type FieldModel, fieldModels } from '#components/inspector/field/field-model.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { nodeOptionsSchema } from '#lib/workflow/node-options.ts';
import { workflowSettingsSchema } from '#lib/workflow/workflow.ts';

/** What people write as a length of time; the schemas say milliseconds. */
const DURATIONS = new Set(['delayMs', 'timeoutMs', 'maxDurationMs']);

/** A field of every node's options; those inside `retry` by their own name, or as `retry.attempts`. */
export const optionFields = byName(schemaFields(nodeOptionsSchema));
export const settingsFields = byName(schemaFields(workflowSettingsSchema));

/** Nothing in them is an expression. */
function schemaFields(schema: z.ZodType): readonly FieldModel[] {
  return fieldModels(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema).map(adapted);
}

function adapted(field: FieldModel): FieldModel {
  const { control } = field;
  if (control.kind === 'object')
    return { ...field, expression: 'literal', control: { kind: 'object', fields: control.fields.map(adapted) } };
  if (control.kind === 'number' && DURATIONS.has(field.name))
    return { ...field, expression: 'literal', control: { ...control, kind: 'duration' } };
  if (control.kind === 'boolean') return { ...field, expression: 'literal', control: { kind: 'switch' } };
  return { ...field, expression: 'literal' };
}

function byName(fields: readonly FieldModel[]): (name: string) => FieldModel {
  const inside = fields.flatMap(({ name, control }) =>
    control.kind === 'object' ? control.fields.map((field) => ({ key: `${name}.${field.name}`, field })) : [],
  );
  const known = new Map([
    ...inside.map(({ field }): [string, FieldModel] => [field.name, field]),
    ...inside.map(({ key, field }): [string, FieldModel] => [key, field]),
    ...fields.map((field): [string, FieldModel] => [field.name, field]),
  ]);
  return (name) => {
    const field = known.get(name);
    if (!field) throw new Error(`There is no option '${name}'`);
    return field;
  };
}
