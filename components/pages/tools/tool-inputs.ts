import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

/** A parameter of a tool as a field of a form; what a simple control cannot hold is typed as JSON. */
export type ToolInput = StartInput & { readonly help?: string };

/** The parameters of a tool, in the order of its schema. */
export function toolInputs(schema: JsonSchema): ToolInput[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).map(([name, property]) =>
    toInput(name, isObject(property) ? property : {}, required.has(name)),
  );
}

function toInput(name: string, property: JsonSchema, isRequired: boolean): ToolInput {
  return {
    ...kindOf(property),
    name,
    required: isRequired,
    ...(property.default !== undefined && { default: property.default as null }),
    ...(typeof property.description === 'string' && { help: property.description }),
  };
}

function kindOf(property: JsonSchema): Pick<StartInput, 'type' | 'options' | 'schema'> {
  const options = Array.isArray(property.enum) ? property.enum.filter((option) => typeof option === 'string') : [];
  if (options.length > 0) return { type: 'select', options };
  if (property.type === 'string') return { type: 'text' };
  if (property.type === 'number' || property.type === 'integer') return { type: 'number' };
  if (property.type === 'boolean') return { type: 'boolean' };
  if (property.type === 'array') return { type: 'json', schema: { type: 'array' } };
  return { type: 'json' };
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
