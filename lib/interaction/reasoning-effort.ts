import { z } from 'zod';

/** How much a model reasons before it answers. Each provider maps it to what its models have. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type ReasoningEffort = z.output<typeof reasoningEffortSchema>;
