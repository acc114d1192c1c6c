import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'summarize-rounds',
  title: 'Summarise what was done',
  description:
    'Keeps every user message; what the assistant did between two of them becomes a summary that a model writes. When that fails, a list of what was done.',
  config: z.strictObject({
    aboveTokens: z.int().min(0).optional().meta({
      title: 'Above',
      description: 'Tokens a conversation must have. Empty: before a model call what the model can read; as a node always.',
    }),
  }),
});
