import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export default defineNode({
  id: 'approval',
  version: 1,
  title: 'Approval',
  summary: 'Waits until a person approves, rejects or edits a value.',
  icon: 'stamp',
  category: 'human',
  config: z.object({
    title: z
      .string()
      .min(1, 'Write a question')
      .max(200)
      .meta({
        title: 'Question',
        description: 'The question to decide, in one line.',
        ui: { placeholder: 'Send this answer?' },
      }),
    message: z
      .string()
      .max(5000)
      .optional()
      .meta({
        title: 'Message',
        description: 'Details for the decision, shown below the question.',
        ui: { widget: 'textarea' },
      }),
    value: z
      .json()
      .optional()
      .meta({
        title: 'Value',
        description: 'The value to approve, which may be edited. When empty the input value, of which the answer is shown first.',
        ui: { widget: 'json' },
      }),
    expiresInMs: z
      .int()
      .min(1000)
      .max(365 * DAY_MS)
      .default(30 * DAY_MS)
      .meta({
        title: 'Expires after',
        description: 'Rejected after this time. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: ({ value }, { schemaOf, input }) => ({
    approved: { title: 'Approved', schema: value === undefined ? input : schemaOf(value) },
    rejected: port('Rejected', z.object({ comment: z.string().nullable(), reason: z.enum(['rejected', 'expired']) })),
  }),
  // The decision comes from outside, so the result is not recomputed.
  effects: 'read',
  reaches: { asksPeople: true },
});
