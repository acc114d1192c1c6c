import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'inject-tabs',
  title: 'Add open tabs',
  description:
    'Adds what the page of the conversation last reported about its tabs at the end of each request, under [Open tabs].',
  adds: 'end',
  config: z.strictObject({
    max: z.int().min(1).max(20).default(5).meta({ title: 'Max tabs', description: 'The latest ones.' }),
    maxChars: z.int().min(100).max(50_000).default(4000).meta({
      title: 'Max characters',
      description: 'Of all tabs together; longer reports are cut.',
    }),
  }),
});
