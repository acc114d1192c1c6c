import { z } from 'zod';
import { authorization, defineSearchHandler, endpoint } from '../search-handler.ts';

/** @see https://docs.searxng.org/dev/search_api.html */
export default defineSearchHandler({
  request(query, _limit, server) {
    const url = endpoint(server.base_url, 'search');
    url.searchParams.set('q', query);
    url.searchParams.set('format', 'json');
    return new Request(url, { headers: { accept: 'application/json', ...authorization(server) } });
  },
  answer: z.object({
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  }),
  pagesOf: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
  hintFor: (status) => (status === 403 ? 'Add json to search.formats in the settings of SearXNG' : undefined),
});
