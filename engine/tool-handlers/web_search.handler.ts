import { NodeFailure } from '#lib/errors/node-failure.ts';
import webSearch from '#tools/web_search.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(webSearch, async ({ input, context }) => {
  const { search } = context.tools;
  if (!search) throw new NodeFailure('search-failed', 'No search provider is configured');
  const results = await search.search(input.query, { limit: input.num_results, signal: context.signal });
  return {
    data: { results },
    sources: results,
    summary: `${results.length} ${results.length === 1 ? 'page' : 'pages'} for "${input.query}"`,
  };
});
