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
});
