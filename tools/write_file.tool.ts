import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'write_file',
  title: 'Write a file',
  aliases: { 'zh-CN': '写入文件' },
  description: 'Writes a whole text file of the workspace. A file that is there is replaced; folders are made as needed.',
  group: 'files',
  input: z.strictObject({
    path: z.string().min(1).max(1000).meta({ description: 'Relative to the folder of the workspace, as notes/plan.md.' }),
    content: z.string().meta({ description: 'All of its text.' }),
  }),
  output: z.object({ path: z.string(), sizeBytes: z.int(), isNew: z.boolean() }),
  requires: 'files',
  risk: 'medium',
  scope: 'workspace',
  cost: 'free',
  effects: 'write',
  // The same text written again changes nothing.
  isRepeatable: true,
  reaches: ['files'],
  describe: ({ path, content }) => `Write ${content.length} characters to ${path}`,
  timeoutMs: 30_000,
});
