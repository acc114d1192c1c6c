import { defineSearchProvider } from '../define-search-provider.ts';

export default defineSearchProvider({ id: 'searxng', title: 'SearXNG', needsKey: false });
