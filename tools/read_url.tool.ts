import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';
import { shownAddress } from '#lib/tools/shown-address.ts';

export default defineTool({
  id: 'read_url',
  title: 'Read a page',
  aliases: { 'zh-CN': '读取网页' },
  description:
    'Reads the page at a URL and gives its title and content. Of a web page that is what a person would read, as Markdown with its links, or as plain text; JSON and text come as they are. For documents that are neither, such as PDF or pictures, it fails. `citeAs` gives the page a number: cite what you use of it as [n].',
  group: 'web',
  input: z.strictObject({
    url: z.string().trim().min(1).max(10_000).meta({ description: 'The address, beginning with https:// or http://.' }),
    format: z.enum(['markdown', 'text', 'html']).default('markdown').meta({
      description: '`markdown` keeps headings, lists, tables and links; `text` is shorter; `html` is the page as it is sent.',
    }),
    maxChars: z
      .int()
      .min(100)
      .max(1_000_000)
      .default(100_000)
      .meta({ description: 'Characters of content after which it is cut off.' }),
  }),
  output: z.object({
    url: z.string().meta({ description: 'After redirects.' }),
    title: z.string().optional(),
    contentType: z.string(),
    text: z.string(),
    totalChars: z.int().meta({ description: 'Of the whole content.' }),
    isCut: z.boolean().meta({ description: 'Whether `text` is only its beginning.' }),
  }),
  risk: 'low',
  scope: 'workspace',
  cost: 'low',
  effects: 'read',
  reaches: ['url'],
  describe: ({ url }) => `Read ${shownAddress(url)}`,
  checkResult: (_, data) => ((data as { text?: string }).text?.trim() === '' ? 'The page has no text' : undefined),
  timeoutMs: 30_000,
});
