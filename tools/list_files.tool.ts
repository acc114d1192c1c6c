import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'list_files',
  title: 'List files',
  aliases: { 'zh-CN': '列出文件' },
  description: 'Lists files of the workspace with their sizes, in the order of their paths, folders included in the paths.',
  group: 'files',
  input: z.strictObject({
    glob: z
      .string()
      .min(1)
      .max(500)
      .default('**')
      .meta({ description: 'Which files: * for any part of a name, ** for any folders, as notes/**/*.md. All when left out.' }),
    limit: z.int().min(1).max(1000).default(200).meta({ description: 'How many files at most.' }),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), sizeBytes: z.int(), changedAt: z.string() })),
    isCut: z.boolean().meta({ description: 'Whether there are more files than these.' }),
  }),
  requires: 'files',
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: ['files'],
  describe: ({ glob }) => `List files: ${glob}`,
  timeoutMs: 30_000,
});
