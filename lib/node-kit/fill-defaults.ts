import { z } from 'zod';

/**
 * A config with the defaults of its schema in the places that are empty, also inside objects. Nothing is checked:
 * values may still be templates, which the schema would refuse.
 */
export function fillDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodDefault) return fillDefaults(schema.unwrap(), value === undefined ? schema.def.defaultValue : value);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fillDefaults(schema.unwrap(), value);
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const filled = Object.entries(schema.shape)
    .map(([key, field]) => [key, fillDefaults(field, (value as Record<string, unknown>)[key])] as const)
    .filter(([, entry]) => entry !== undefined);
  return { ...value, ...Object.fromEntries(filled) };
}
