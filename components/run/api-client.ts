import { makeClient } from '#lib/api/client.ts';

/** The API of the server that sent this page. */
export const apiClient = makeClient({ baseUrl: '', fetch: (url, init) => fetch(url, init) });
