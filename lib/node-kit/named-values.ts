import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import type { PortInference } from './define-node.ts';

/** Named values of `set` and `end`. Names are read as `{{node.name}}`, so they are identifiers. */
export const namedValuesSchema = z.record(
  z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, 'A name starts with a letter and holds only letters, digits and _')
    .max(64),
  z.json(),
);

export type NamedValues = z.output<typeof namedValuesSchema>;

/** Schema of an object of such values, as far as it can be inferred. */
export function schemaOfValues(values: NamedValues, infer: PortInference): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, infer.schemaOf(value)])),
    required: Object.keys(values),
    additionalProperties: false,
  };
}
