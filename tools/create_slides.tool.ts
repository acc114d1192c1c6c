import { z } from 'zod';
import { artifactSchema } from '#lib/run/stored-file.ts';
import { deckSchema } from '#lib/slides/deck.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'create_slides',
  title: 'Create slides',
  aliases: { 'zh-CN': '创建演示文稿' },
  description:
    'Makes a presentation that PowerPoint opens (pptx), with titles, points, charts, tables, images and notes as objects that can be edited. Describe every slide; layout and text sizes are chosen for you. Begin with a cover, say one thing on a slide in its title, use a chart for numbers, and write what the speaker says as notes. Returns the file. To change one slide later use revise_slide.',
  group: 'files',
  input: deckSchema.extend({
    name: z.string().min(1).max(200).meta({ description: 'Of the file, as "Plan 2027". Its ending is added.' }),
    title: deckSchema.shape.title.meta({ description: 'Of the presentation, in its properties.' }),
    slides: deckSchema.shape.slides.meta({ description: 'In their order.' }),
  }),
  output: artifactSchema.extend({ slides: z.int().positive() }),
  requires: 'files',
  risk: 'low',
  scope: 'workspace',
  cost: 'low',
  effects: 'write',
  isRepeatable: true,
  reaches: ['files'],
  describe: ({ name, slides }) => `Create ${name} (${slides.length} slides)`,
  timeoutMs: 120_000,
});
