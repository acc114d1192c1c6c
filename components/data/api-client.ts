import { noteSignIn } from '#components/data/signed-out.ts';
import { makeClient } from '#lib/api/client.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

/** The API of the server that sent this page, which answers in the language of the page. */
export const apiClient = makeClient({
  baseUrl: '',
  async fetch(url, init) {
    const headers = new Headers(init.headers);
    headers.set(LANGUAGE_HEADER, document.documentElement.lang);
    const response = await fetch(url, { ...init, headers });
    noteSignIn(response);
    return response;
  },
});
