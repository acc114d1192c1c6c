import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'replace_text',
  title: 'Replace a text',
  aliases: { 'zh-CN': '替换文本' },
  description:
    'Replaces a text wherever it is in a file of the workspace, or in all files whose paths match a pattern. It is searched for literally. Use edit_file to change a single passage.',
  group: 'files',
  input: z.strictObject({
    glob: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'Path of one file, or a pattern: * for any part of a name, ** for any folders, as notes/**/*.md.' }),
    find: z.string().min(1).max(100_000).meta({ description: 'The text to search for, exactly as it is written.' }),
    replace_with: z.string().max(100_000).meta({ description: 'What takes its place; empty to remove it.' }),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), replaced: z.int() })),
    replaced: z.int().meta({ description: 'In all files together.' }),
  }),
  requires: 'files',
  risk: 'medium',
  scope: 'workspace',
  cost: 'free',
  effects: 'write',
  reaches: ['files'],
  describe: ({ glob, find, replace_with }) =>
    `Replace ${JSON.stringify(find.slice(0, 80))} with ${JSON.stringify(replace_with.slice(0, 80))} in ${glob}`,
  timeoutMs: 60_000,
});
