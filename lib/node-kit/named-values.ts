import { z } from 'zod';
import type { JsonSchema } from '../workflow/json-schema.ts';
import type { PortInference } from './define-node.ts';

/** Values by name, as `set` and `end` hold them. A name is read as `{{node.name}}`, so it is a plain identifier. */
export const namedValuesSchema = z.record(
  z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, 'A name starts with a letter and holds only letters, digits and _')
    .max(64),
  z.json(),
);

export type NamedValues = z.output<typeof namedValuesSchema>;

/** Schema of an object of such values, each as far as it can be inferred. */
export function schemaOfValues(values: NamedValues, infer: PortInference): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, infer.schemaOf(value)])),
    required: Object.keys(values),
    additionalProperties: false,
  };
}
