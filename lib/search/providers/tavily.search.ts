import { defineSearchProvider } from '../define-search-provider.ts';

export default defineSearchProvider({ id: 'tavily', title: 'Tavily', baseUrl: 'https://api.tavily.com', needsKey: true });
