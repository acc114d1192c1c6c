import { z } from 'zod';

/**
 * A value inside an event. It comes out of JSON text and is JSON whatever it is: not walked, since
 * a log has to be readable however deep its values lie (`z.json()` ends the stack at some two
 * thousand levels), and not copied, which `z.record` does without a key `__proto__`. Describe it
 * behind `optional()`: a copy that `meta()` makes does not know its JSON Schema.
 */
export const jsonValueSchema = z.custom<z.core.util.JSONType>((value) => value !== undefined);
jsonValueSchema._zod.toJSONSchema = () => ({ description: 'Any JSON value.' });

/** Values by name, as they came out of JSON text. */
export const jsonObjectSchema = z.custom<Record<string, z.core.util.JSONType>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
jsonObjectSchema._zod.toJSONSchema = () => ({ type: 'object', additionalProperties: true });
