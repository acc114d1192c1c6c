import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'read_file',
  title: 'Read a file',
  aliases: { 'zh-CN': '读取文件' },
  description:
    'Reads lines of a text file of the workspace. Read a long file in parts: continue with offset after the last line of the part before.',
  group: 'files',
  input: z.strictObject({
    path: z.string().min(1).max(1000).meta({ description: 'Relative to the folder of the workspace, as notes/plan.md.' }),
    offset: z.int().min(1).default(1).meta({ description: 'The first line to read, from 1.' }),
    limit: z.int().min(1).max(10_000).default(2000).meta({ description: 'How many lines at most.' }),
  }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    firstLine: z.int().meta({ description: 'Of the content, from 1.' }),
    lastLine: z.int().meta({ description: 'One less than the first where there are none.' }),
    totalLines: z.int(),
    sizeBytes: z.int(),
  }),
  requires: 'files',
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: ['files'],
  describe: ({ path }) => `Read ${path}`,
  timeoutMs: 30_000,
});
