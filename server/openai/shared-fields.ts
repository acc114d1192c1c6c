import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';

const id = z.string().min(1).max(200);

/**
 * Fields of both APIs. Fields that only tune a model (`temperature`, `max_tokens`, `seed` …) are
 * accepted without an effect: the nodes of the workflow decide. `inputs` is an addition: further
 * inputs of the workflow by name.
 */
export const sharedFields = {
  model: id,
  stream: z.boolean().nullish(),
  user: id.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  inputs: jsonObjectSchema.default({}),
  tools: z.array(z.unknown()).nullish(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().nullish(),
};

/** Session of a run, from `metadata.session_id`. */
export function sessionOf(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  return metadata?.session_id;
}
