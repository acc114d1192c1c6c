import { z } from 'zod';
import { defineSearchHandler, endpoint } from '../search-handler.ts';

/** Pages of one answer. */
const MAX_COUNT = 20;

/** @see https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export default defineSearchHandler({
  request(query, limit, { base_url, api_key = '' }) {
    const url = endpoint(base_url, 'search');
    url.searchParams.set('q', query);
    url.searchParams.set('count', String(Math.min(limit, MAX_COUNT)));
    return new Request(url, { headers: { accept: 'application/json', 'x-subscription-token': api_key } });
  },
  // A search without a page has no part `web`.
  answer: z.object({
    type: z.literal('search'),
    web: z
      .object({
        results: z.array(z.object({ title: z.string().nullish(), url: z.string(), description: z.string().nullish() })),
      })
      .optional(),
  }),
  pagesOf: ({ web }) =>
    (web?.results ?? []).map(({ title, url, description }) => ({ title, url, snippet: withoutMarks(description ?? '') })),
});

/** Words of the query are marked as bold, in HTML. */
function withoutMarks(text: string): string {
  return text.replaceAll('<strong>', '').replaceAll('</strong>', '');
}
