import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'inject-memory',
  title: 'Add memory',
  description:
    'Adds what the run has written into its structured memory at the end of each request, under [Memory], and at its start what is remembered about the user, under [Long-term memory].',
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
    longTerm: z.boolean().default(true).meta({
      title: 'Long-term memory',
      description: 'Adds what is known about the user from earlier runs, where the workflow remembers its users.',
    }),
    maxRecords: z.int().min(1).max(30).default(10).meta({
      title: 'Max records',
      description: 'How many records about the user at most: those that fit the latest message best.',
    }),
  }),
});
