import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'condition',
  version: 1,
  title: 'Condition',
  summary: 'Continues at true or at false.',
  icon: 'split',
  category: 'control',
  config: z.object({
    when: z
      .string()
      .trim()
      .min(1, 'Write a condition, for example start.count > 3')
      .max(10_000)
      .meta({
        title: 'When',
        description: 'A CEL expression that is true or false, for example start.count > 3.',
        expression: 'cel',
        ui: { widget: 'code', placeholder: 'start.count > 3' },
      }),
  }),
  outputs: (_config, { input }) => ({ true: { title: 'True', schema: input }, false: { title: 'False', schema: input } }),
  effects: 'none',
  reaches: {},
  examples: [
    {
      title: 'A number above a limit',
      config: { when: 'order.total > 100.0' },
      scope: { order: { total: 250 } },
      input: { total: 250 },
      fires: { true: { total: 250 } },
    },
    {
      title: 'A text that does not match',
      config: { when: "order.country == 'NL'" },
      scope: { order: { country: 'BE' } },
      input: 'as it came',
      fires: { false: 'as it came' },
    },
  ],
  docs: `Write the condition in CEL: \`start.count > 3\`, \`order.country == 'NL' && order.total > 100.0\`,
\`'urgent' in mail.tags\`, \`has(start.note)\`. It must be true or false; anything else is an error.

The input value is passed on unchanged at **true** or at **false**. The other branch is skipped, and a join after both does not wait for it.`,
});
