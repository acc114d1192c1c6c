import { takeEarlyResponse } from '#components/data/early-responses.ts';
import { pageCredential } from '#components/data/page-credential.ts';
import { noteSignIn } from '#components/data/signed-out.ts';
import type { SendInit } from '#lib/api/send-request.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

/** A request to the server that sent this page, which answers in the language of the page. */
export async function fetchFromServer(url: string, { onSent, ...init }: SendInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(LANGUAGE_HEADER, document.documentElement.lang);
  const credential = pageCredential();
  if (credential !== undefined) {
    headers.set('authorization', `Bearer ${credential}`);
    const early = init.method === undefined || init.method === 'GET' ? await takeEarlyResponse(url, credential) : undefined;
    if (early) return early;
    // Not by an XMLHttpRequest, which would send the cookies of the studio along.
    return fetch(url, { ...init, headers, credentials: 'omit' });
  }
  const response = await request(url, { ...init, headers }, onSent);
  noteSignIn(response);
  return response;
}

/** Only an XMLHttpRequest tells how much of a body is sent. */
async function request(url: string, init: RequestInit, onSent: SendInit['onSent']): Promise<Response> {
  if (!onSent) return fetch(url, init);
  const { sendWithProgress } = await import('#components/data/send-with-progress.ts');
  return sendWithProgress(url, init, onSent);
}
