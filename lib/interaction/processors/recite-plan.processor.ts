import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'recite-plan',
  title: 'Recite the plan',
  description:
    'Repeats the todos of the run at the end of each request: [Current Task Progress], one line a step, at most 200 tokens.',
  adds: 'end',
  config: z.strictObject({}),
});
