import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'inject-memory',
  title: 'Add the memory of the run',
  description: 'Adds what the run has written into its structured memory at the end of each request, under [Memory].',
  adds: 'end',
  config: z.strictObject({
    sections: z
      .array(z.enum(['goals', 'decisions', 'todos', 'facts', 'openQuestions']))
      .min(1)
      .default(['goals', 'decisions', 'facts', 'openQuestions'])
      .meta({ title: 'Sections', description: 'Which parts of the memory.' }),
    maxTokens: z.int().min(50).max(50_000).default(2000).meta({
      title: 'Max tokens',
      description: 'The oldest entries of the longest section are omitted above this.',
    }),
  }),
});
