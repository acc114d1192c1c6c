import { createHash } from 'node:crypto';
import { type ModelMessage, modelMessageSchema } from 'ai';
import { z } from 'zod';

/** Ledger key of the edit of a request: before it, and all later requests of its interaction. */
export function contextEditKey(step: string): string {
  return `context-edit:${step}`;
}

/** Ledger key of a model request by its step. */
export function modelStepKey(step: string): string {
  return `model:${step}`;
}

/** The step of a request of the node's own interaction; undefined for other effects. */
export function stepOfKey(key: string): string | undefined {
  return key.startsWith('model:') ? key.slice('model:'.length) : undefined;
}

/** What a person changed of a conversation, for a run that continues from there. */
export const contextEditSchema = z.object({
  /** Messages that are no longer sent, by `hashOf`. */
  drop: z.array(z.string()),
  /** Messages that stay whatever processors do, and come back where they are gone. */
  pin: z.array(modelMessageSchema),
});
export type ContextEdit = z.output<typeof contextEditSchema>;

/** Summaries end with the time at which they were made, and are made again in a fork. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]{5,12}Z/g;

/** A message by its content, times apart. */
export function hashOf(message: ModelMessage): string {
  return createHash('sha256').update(JSON.stringify(message).replaceAll(TIME, '')).digest('base64url').slice(0, 16);
}
