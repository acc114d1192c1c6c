import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { requestProblem } from '../conversation/request-problem.ts';

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
};

type ToolFields = { readonly tools?: readonly unknown[] | null | undefined; readonly tool_choice?: unknown };

/** @throws {AppError} `body-invalid`: a workflow has its own tools, and would silently never call these */
export function refuseTools({ tools, tool_choice }: ToolFields): void {
  if (tools && tools.length > 0 && tool_choice !== 'none')
    throw requestProblem('tools', 'A workflow calls the tools of its own nodes and none of its caller');
}

/** Session of a run, from `metadata.session_id`. */
export function sessionOf(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  return metadata?.session_id;
}
