import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';

/** All of the client is loaded by the first call: a page that calls nothing at first is drawn without it. */
async function client(): Promise<Client> {
  try {
    return (await import('#components/data/page-client.ts')).pageClient;
  } catch (cause) {
    throw new ApiError(
      { status: 0, code: 'connection-failed' },
      'A part of the page could not be loaded. Try again, or reload the page',
      { cause },
    );
  }
}

type Call = (...args: readonly unknown[]) => unknown;
const called = new Map<string, Call>();

/** The API of the server that sent this page, which answers in the language of the page. */
export const apiClient = new Proxy({} as Client, {
  get(_, name) {
    // A client that is awaited is no promise.
    if (typeof name !== 'string' || name === 'then') return undefined;
    const known = called.get(name);
    if (known) return known;
    const call = name === 'streamEvents' ? stream : callOf(name as keyof Client);
    called.set(name, call as Call);
    return call;
  },
});

function callOf(name: keyof Client): Call {
  return async (...args) => ((await client())[name] as Call)(...args);
}

async function* stream(...args: Parameters<Client['streamEvents']>): ReturnType<Client['streamEvents']> {
  yield* (await client()).streamEvents(...args);
}
