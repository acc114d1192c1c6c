import { z } from 'zod';
import { authorization, defineSearchHandler, endpoint } from '../search-handler.ts';

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export default defineSearchHandler({
  request: (query, limit, server) =>
    new Request(endpoint(server.base_url, 'search'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(server) },
      body: JSON.stringify({ query, max_results: limit }),
    }),
  answer: z.object({
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  }),
  pagesOf: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
});
