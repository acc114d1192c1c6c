import { z } from 'zod';

/** Id of a tab in addresses of the API. */
export const tabIdSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, 'A tab id has letters, digits, _ and - only');

const MAX_ID_CHARS = 100;

/** The tab of a call that names none: the same for all that see the call. */
export function tabIdOfCall(toolCallId: string): string {
  return toolCallId.replaceAll(/[^\w-]/g, '_').slice(0, MAX_ID_CHARS) || 'tab';
}
