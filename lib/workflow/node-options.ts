import { z } from 'zod';

/** Options of every node in addition to its config: retries, timeout, error handling, pinning. */
export const nodeOptionsSchema = z.looseObject({
  retry: z
    .looseObject({
      attempts: z
        .int()
        .min(1)
        .max(20)
        .meta({ title: 'Attempts', description: 'Maximum number of attempts, including the first.' }),
      delayMs: z.int().min(0).max(3_600_000).default(1000).meta({
        title: 'First delay',
        description: 'Delay before the second attempt. A number without a unit is milliseconds.',
      }),
      factor: z
        .number()
        .min(1)
        .max(10)
        .default(2)
        .meta({ title: 'Factor', description: 'Factor between consecutive delays (exponential backoff).' }),
      on: z.enum(['retryable', 'all']).default('retryable').meta({
        title: 'Which errors',
        description: 'Only retryable errors, or all. Of a container, the error inside it counts.',
      }),
    })
    .optional(),
  timeoutMs: z
    .int()
    .positive()
    .max(86_400_000)
    .optional()
    .meta({ title: 'Time limit', description: 'Timeout of one attempt. A number without a unit is milliseconds.' }),
  onError: z
    .union([z.enum(['fail', 'branch']), z.looseObject({ continue: z.json() })])
    .optional()
    .meta({ title: 'On error', description: 'Fail the run, continue at the error port, or continue with a value.' }),
  pinned: z.json().optional().meta({
    title: 'Pinned value',
    description: 'The node succeeds with this value without running. Ignored in deployed runs.',
  }),
  disabled: z.boolean().optional().meta({ title: 'Disabled', description: 'The node passes its input on without running.' }),
  notes: z.string().max(10_000).optional(),
});

export type NodeOptions = z.output<typeof nodeOptionsSchema>;
