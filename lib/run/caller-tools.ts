import { z } from 'zod';

/** Begins the ids that tools of the caller have in a run, and no id of another tool. */
const PREFIX = 'caller@';

/** The names that all model providers accept. */
export const callerToolNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'A name has at most 64 letters, digits, underscores and hyphens');

const callerToolSchema = z.object({
  name: callerToolNameSchema,
  description: z.string(),
  /** JSON Schema of an object. */
  parameters: z.record(z.string(), z.json()),
});
export type CallerTool = z.output<typeof callerToolSchema>;

/** Tools that the caller of a run executes itself: the run waits for their results. */
export const callerToolsSchema = z.object({
  /** The only key that may give results. */
  keyId: z.string(),
  tools: z.array(callerToolSchema).min(1),
  /** What the model calls first: any tool, or the one of this name. @defaultValue it decides */
  choice: z.union([z.literal('required'), z.object({ name: callerToolNameSchema })]).optional(),
  /** An answer asks for the result of one call. @defaultValue false */
  isOneAtATime: z.boolean().optional(),
});
export type CallerTools = z.output<typeof callerToolsSchema>;

export function callerToolId(name: string): string {
  return PREFIX + name;
}

/** As the caller named it. */
export function callerToolName(id: string): string {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;
}
