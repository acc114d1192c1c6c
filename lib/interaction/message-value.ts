import { z } from 'zod';

/**
 * A message of a conversation as a value in a workflow. Its content is text; or parts, where tools
 * were called: `tool-call` and, in messages of role `tool`, `tool-result`, each with the id of its
 * call.
 */
export const messageValueSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
});
export type MessageValue = z.output<typeof messageValueSchema>;
