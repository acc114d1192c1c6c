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
      .min(1, 'Write what is to be decided')
      .max(200)
      .meta({
        title: 'Question',
        description: 'What the person decides, in one line.',
        ui: { placeholder: 'Send this answer?' },
      }),
    message: z
      .string()
      .max(5000)
      .optional()
      .meta({
        title: 'Message',
        description: 'What the person should know. Shown below the question.',
        ui: { widget: 'textarea' },
      }),
    value: z
      .json()
      .optional()
      .meta({
        title: 'Value',
        description: 'What is decided on and may be edited. The value at the input when empty.',
        ui: { widget: 'json' },
      }),
    expiresInMs: z
      .int()
      .min(1000)
      .max(365 * DAY_MS)
      .default(30 * DAY_MS)
      .meta({
        title: 'Expires',
        description: 'After how long it counts as rejected. A number alone is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: ({ value }, { schemaOf, input }) => ({
    approved: { title: 'Approved', schema: value === undefined ? input : schemaOf(value) },
    rejected: port('Rejected', z.object({ comment: z.string().nullable(), reason: z.enum(['rejected', 'expired']) })),
  }),
  // It looks at the outside, at a person: what comes of it is not computed anew.
  effects: 'read',
  examples: [
    {
      title: 'Ask before sending',
      config: { title: 'Send this answer?', value: '{{draft.output}}' },
      scope: { draft: { output: 'Dear Ada' } },
    },
    {
      title: 'Decide on what came in',
      config: { title: 'Pay the invoice?', message: 'It is for {{start.amount}}.', expiresInMs: DAY_MS },
      scope: { start: { amount: 12 } },
      input: { amount: 12 },
    },
  ],
  docs: `The run stops here and waits, for days if need be, without holding anything up that does not depend on it, and without costing memory. The
decision may come from the run's page, from the API or from the command line.

**approved** carries the value, as the person left it; **rejected** carries \`{ comment, reason }\`, where \`reason\` is \`expired\` when nobody decided in time.`,
});
