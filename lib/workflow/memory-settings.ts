import { z } from 'zod';

export const DEFAULT_MEMORY_DAYS = 365;
const MAX_DAYS = 3650;

/** Long-term memory of a workflow: what it keeps about each of its users, over runs. */
export const memorySettingsSchema = z.looseObject({
  enabled: z.boolean().optional().meta({
    title: 'Remember users',
    description: 'After each run that succeeds, a model writes down what is worth knowing about its user later.',
  }),
  model: z.string().min(1).max(200).optional().meta({
    title: 'Model of summaries',
    description: 'Writes the summaries. The default model of the workflow when empty.',
  }),
  keepDays: z
    .int()
    .min(1)
    .max(MAX_DAYS)
    .optional()
    .meta({ title: 'Keep for days', description: 'A record is deleted this many days after its last change. Default: 365.' }),
});
export type MemorySettings = z.output<typeof memorySettingsSchema>;
