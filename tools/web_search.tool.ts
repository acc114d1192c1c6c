import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'web_search',
  title: 'Search the web',
  aliases: { 'zh-CN': '网页搜索' },
  description:
    'Searches the web and gives pages with title, address and a short extract, best first. Extracts are short: read the pages that matter with read_url before relying on them. `citeAs` gives each page a number: cite what you use as [n].',
  group: 'web',
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .meta({ description: 'What to look for, as one would type it into a search engine.' }),
    num_results: z.int().min(1).max(20).default(5).meta({ description: 'How many pages at most.' }),
  }),
  output: z.object({
    results: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() })),
  }),
  requires: 'search',
  risk: 'low',
  scope: 'workspace',
  cost: 'low',
  effects: 'read',
  reaches: ['search'],
  describe: ({ query }) => `Search for ${query}`,
  checkResult: ({ query }, data) => {
    const { results = [] } = data as { results?: { title: string; url: string; snippet: string }[] };
    if (results.length === 0) return 'The search found no page';
    const terms = query.toLowerCase().match(/\p{Script=Han}{2}|[\p{L}\p{N}]{3,}/gu) ?? [];
    const found = results.map(({ title, url, snippet }) => `${title} ${url} ${snippet}`.toLowerCase());
    if (terms.length === 0 || found.some((text) => terms.some((term) => text.includes(term)))) return undefined;
    return `None of the ${results.length} pages found mentions a word of the query`;
  },
  timeoutMs: 30_000,
});
