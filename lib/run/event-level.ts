import { z } from 'zod';

/**
 * How much of a run a reader may see. `summary` never holds prompts, node inputs, reasoning, or
 * what tools were given and gave.
 */
export const eventLevelSchema = z.enum(['summary', 'full']);
export type EventLevel = z.output<typeof eventLevelSchema>;
