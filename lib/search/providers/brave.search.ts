import { defineSearchProvider } from '../define-search-provider.ts';

export default defineSearchProvider({
  id: 'brave',
  title: 'Brave',
  baseUrl: 'https://api.search.brave.com/res/v1/web',
  needsKey: true,
});
