import { z } from 'zod';
import { defineSearchHandler, endpoint } from '../search-handler.ts';

/** @see https://serper.dev/playground */
export default defineSearchHandler({
  request: (query, limit, { base_url, api_key = '' }) =>
    new Request(endpoint(base_url, 'search'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': api_key },
      body: JSON.stringify({ q: query, num: limit }),
    }),
  // A search without a page has no part `organic`.
  answer: z.object({
    searchParameters: z.object({}),
    organic: z.array(z.object({ title: z.string().nullish(), link: z.string(), snippet: z.string().nullish() })).optional(),
  }),
  pagesOf: ({ organic = [] }) => organic.map(({ title, link, snippet }) => ({ title, url: link, snippet })),
});
