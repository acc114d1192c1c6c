import { headers } from 'next/headers';
import { apiOrigin } from '#app/api-origin.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { makeLazyClient } from '#lib/api/lazy-client.ts';

/** The server answers itself on loopback; what takes longer than this is broken. */
const ANSWER_TIMEOUT_MS = 10_000;

/** What a page shows first, asked of the API; undefined when the API cannot be reached. */
export async function askApi<T>(load: (client: Client) => Promise<T>): Promise<T | undefined> {
  const cookie = (await headers()).get('cookie');
  const client = makeLazyClient({
    baseUrl: apiOrigin(),
    // The API tells by it who opens the page.
    ...(cookie !== null && { headers: { cookie } }),
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  });
  try {
    return await load(client);
  } catch (error) {
    // 503: the server is still opening its database.
    if (error instanceof ApiError && (error.code === 'connection-failed' || error.status === 503)) return undefined;
    throw error;
  }
}

/** The answer; undefined where the API says that there is no such thing. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
