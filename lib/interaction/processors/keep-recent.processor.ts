import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'keep-recent',
  title: 'Keep the latest messages',
  description:
    'Keeps the latest messages; all before them become one summary of goal, work done, files, commands, findings and open points.',
  config: z.strictObject({
    keep: z
      .int()
      .min(1)
      .max(1000)
      .default(5)
      .meta({ title: 'Keep', description: 'How many of the latest messages stay. A tool call stays with its results.' }),
  }),
});
