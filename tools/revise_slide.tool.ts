import { z } from 'zod';
import { artifactSchema } from '#lib/run/stored-file.ts';
import { slideSchema } from '#lib/slides/deck.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'revise_slide',
  title: 'Make a slide again',
  aliases: { 'zh-CN': '重做幻灯片' },
  description:
    'Replaces one slide of a presentation that create_slides made. All other slides stay exactly as they are, with what people changed in them. Returns the file, whose version before is kept.',
  group: 'files',
  input: z.strictObject({
    artifactId: z.string().min(1).max(100).meta({ description: 'Of the presentation.' }),
    pageIndex: z.int().min(0).max(1000).meta({ description: 'Which slide, counted from 0.' }),
    slide: slideSchema.meta({ description: 'The whole slide as it is to be.' }),
  }),
  output: artifactSchema,
  requires: 'files',
  risk: 'medium',
  scope: 'workspace',
  cost: 'low',
  effects: 'write',
  isRepeatable: true,
  reaches: ['files'],
  describe: ({ artifactId, pageIndex, slide }) => `Make slide ${pageIndex + 1} of ${artifactId} again: ${slide.title}`,
  timeoutMs: 120_000,
});
