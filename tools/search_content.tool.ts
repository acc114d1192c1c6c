import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'search_content',
  title: 'Search in files',
  aliases: { 'zh-CN': '搜索文件内容' },
  description:
    'Finds the lines of text files of the workspace that contain a text or match a pattern, with path and line number. Read around them with read_file.',
  group: 'files',
  input: z.strictObject({
    query: z.string().min(1).max(1000).meta({ description: 'What to look for in a line.' }),
    is_pattern: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the query is a regular expression, by the rules of RE2.' }),
    ignore_case: z.boolean().default(false).meta({ description: 'Whether upper and lower case are the same.' }),
    glob: z
      .string()
      .min(1)
      .max(500)
      .default('**')
      .meta({ description: 'In which files: * for any part of a name, ** for any folders. All when left out.' }),
    limit: z.int().min(1).max(500).default(100).meta({ description: 'How many lines at most.' }),
  }),
  output: z.object({
    matches: z.array(z.object({ path: z.string(), line: z.int().meta({ description: 'From 1.' }), text: z.string() })),
    filesSearched: z.int(),
    isCut: z.boolean().meta({ description: 'Whether there may be more matches.' }),
  }),
  requires: 'files',
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: ['files'],
  describe: ({ query }) => `Search files for ${query}`,
  timeoutMs: 60_000,
});
