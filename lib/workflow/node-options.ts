import { z } from 'zod';

/** Options of every node in addition to its config: retries, timeout, error handling, pinning. */
export const nodeOptionsSchema = z.looseObject({
  retry: z
    .looseObject({
      attempts: z
        .int()
        .min(1)
        .max(20)
        .meta({ title: 'Attempts', description: 'How often the node may run in all, the first time included.' }),
      delayMs: z.int().min(0).max(3_600_000).default(1000).meta({
        title: 'First delay',
        description: 'How long to wait before the second attempt. A number alone is milliseconds.',
      }),
      factor: z
        .number()
        .min(1)
        .max(10)
        .default(2)
        .meta({ title: 'Factor', description: 'Each later delay is this many times the one before.' }),
      on: z
        .enum(['retryable', 'all'])
        .default('retryable')
        .meta({ title: 'Which errors', description: 'Only errors marked as worth a retry, or all.' }),
    })
    .optional(),
  timeoutMs: z
    .int()
    .positive()
    .max(86_400_000)
    .optional()
    .meta({ title: 'Time limit', description: 'How long one attempt may take. A number alone is milliseconds.' }),
  onError: z
    .union([z.enum(['fail', 'branch']), z.looseObject({ continue: z.json() })])
    .optional()
    .meta({ title: 'On error', description: 'Fail the run, go on at the error port, or go on with a value.' }),
  pinned: z.json().optional().meta({
    title: 'Pinned value',
    description: 'The node succeeds with this value without running. Never used in a deployed run.',
  }),
  disabled: z.boolean().optional().meta({ title: 'Disabled', description: 'The node hands its input on without running.' }),
  notes: z.string().max(10_000).optional(),
});

export type NodeOptions = z.output<typeof nodeOptionsSchema>;
