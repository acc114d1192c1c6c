import { z } from 'zod';
import { defineProcessor } from '../define-processor.ts';

export default defineProcessor({
  id: 'inject-skill',
  title: 'Add a skill',
  description:
    'Adds the instructions of a skill at the start of each request, under [Active Skill Instructions]: those of the skill of that name, or a text.',
  adds: 'start',
  config: z.strictObject({
    name: z.string().min(1).max(100).meta({ title: 'Name', description: 'Name of the skill, as the model sees it.' }),
    instructions: z.string().min(1).max(100_000).optional().meta({
      title: 'Instructions',
      description: 'Instead of those of the skill of that name. Less than 5,000 tokens are advisable.',
    }),
  }),
});
