import { pageCredential } from '#components/data/page-credential.ts';
import { noteSignIn } from '#components/data/signed-out.ts';
import { wordClientError } from '#components/data/word-client-error.ts';
import { makeLazyClient } from '#lib/api/lazy-client.ts';
import type { ClientOptions } from '#lib/api/send-request.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

/** The server that sent this page, which answers in the language of the page. */
export const pageServer: ClientOptions = {
  baseUrl: '',
  async fetch(url, init) {
    const headers = new Headers(init.headers);
    headers.set(LANGUAGE_HEADER, document.documentElement.lang);
    const credential = pageCredential();
    if (credential !== undefined) {
      headers.set('authorization', `Bearer ${credential}`);
      return fetch(url, { ...init, headers, credentials: 'omit' });
    }
    const response = await fetch(url, { ...init, headers });
    noteSignIn(response);
    return response;
  },
  reword: (error) => wordClientError(error, document.documentElement.lang),
};

/** The API of that server. */
export const apiClient = makeLazyClient(pageServer);
