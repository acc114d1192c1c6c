import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'artifact-index',
  title: 'List results and files',
  description:
    'Lists stored results and files of the conversation at the end of each request, under [Artifacts], those whose messages were summarized included.',
  adds: 'end',
  config: z.strictObject({
    max: z.int().min(1).max(200).default(20).meta({ title: 'Entries', description: 'How many entries, the latest ones.' }),
  }),
});
