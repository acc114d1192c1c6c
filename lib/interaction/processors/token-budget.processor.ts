import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'token-budget',
  title: 'Stay within a token budget',
  description:
    'Removes the oldest messages when the conversation has more than a share of its budget. The first user message and the latest round stay.',
  config: z.strictObject({
    max_tokens: z.int().min(100).default(128_000).meta({ title: 'Budget', description: 'Tokens of the conversation.' }),
    threshold: z
      .number()
      .min(0.1)
      .max(1)
      .default(0.7)
      .meta({ title: 'Threshold', description: 'The share of the budget above which the oldest messages go, in [0.1, 1].' }),
  }),
});
