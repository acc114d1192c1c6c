import { defineSearchProvider } from '../define-search-provider.ts';

export default defineSearchProvider({ id: 'serper', title: 'Serper', baseUrl: 'https://google.serper.dev', needsKey: true });
