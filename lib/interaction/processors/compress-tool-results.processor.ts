import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'compress-tool-results',
  title: 'Leave out old tool results',
  description: 'Keeps the last large tool results. Older ones become a reference: the tool that gave them, and where they are.',
  config: z.strictObject({
    keep: z
      .int()
      .min(0)
      .max(100)
      .default(3)
      .meta({ title: 'Keep', description: 'How many large results stay, the latest first.' }),
    batch: z.int().min(1).max(100).default(1).meta({
      title: 'At a time',
      description:
        'Before model calls, how many results it omits together. More keep the beginning of the prompt the same for longer, for the cache of the provider.',
    }),
    minCharacters: z
      .int()
      .min(200)
      .default(2000)
      .meta({ title: 'Large from', description: 'Characters from which a result counts as large.' }),
  }),
});
