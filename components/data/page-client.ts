import { fetchFromServer } from '#components/data/page-server.ts';
import { wordClientError } from '#components/data/word-client-error.ts';
import type { Client } from '#lib/api/client.ts';
import { makeLazyClient } from '#lib/api/lazy-client.ts';
import type { ClientOptions } from '#lib/api/send-request.ts';

/** The server that sent this page. */
export const pageServer: ClientOptions = {
  baseUrl: '',
  fetch: fetchFromServer,
  reword: (error) => wordClientError(error, document.documentElement.lang),
};

/** The API of that server. */
export const pageClient: Client = makeLazyClient(pageServer);
