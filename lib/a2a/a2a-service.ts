import { z } from 'zod';

/** The part before `@` in the ids of all tools that are agents of A2A. */
const A2A_PREFIX = 'a2a';
export const A2A_TIMEOUT_S = { default: 120, max: 3600 } as const;
export const OBSERVE_TOOL = 'a2a_observe';
export const WAIT_TOOL = 'a2a_wait';

/** The part after `@` in the id of its tool. */
export const a2aNameSchema = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_-]*$/, 'A name begins with a lowercase letter and has only lowercase letters, digits, - and _');

/** Id of a tool in documents and prompts: `a2a@billing`. */
export function a2aToolId(name: string): string {
  return `${A2A_PREFIX}@${name}`;
}
