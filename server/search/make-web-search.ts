import { z } from 'zod';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';
import type { SearchHit, WebSearch } from '#lib/ports/web-search.ts';
import { searchProviderOf } from '#lib/search/search-provider.ts';
import type { SearchConfig } from '../config/config-schema.ts';
import { sendAuthorized } from '../credentials/send-authorized.ts';
import { makeEndpointFetch } from '../fetch/endpoint-fetch.ts';
import { searchHandlers } from './providers/registry.gen.ts';
import type { FoundPage, SearchHandler } from './search-handler.ts';

const MAX_ANSWER_CHARS = 2_000_000;
const MAX_TEXT_CHARS = 1000;
/** Of one request. Tools have limits of their own, which may be longer. */
const TIMEOUT_MS = 60_000;

/**
 * The configured search engine. Its address is the administrator's choice, so it may be inside the
 * network.
 */
export function makeWebSearch(
  config: SearchConfig,
  { fetch, authorize = noCredentials }: { fetch?: typeof globalThis.fetch; authorize?: AuthorizeSearch } = {},
): WebSearch {
  const send = makeEndpointFetch(fetch, { timeoutMs: TIMEOUT_MS });
  return {
    async search(query, { limit, signal }) {
      const ready = await withCredential(requestFor(query, limit, config), { config, authorize });
      const { answer: response } = await sendAuthorized(
        ready,
        ({ request }) =>
          send(request, { signal }).catch((cause: unknown) => {
            signal.throwIfAborted();
            throw failure(config, 'could not be reached', { isRetryable: true, cause });
          }),
        async ({ body }) => body?.cancel(),
      );
      if (!response.ok) {
        await response.body?.cancel();
        throw refusal(config, response.status);
      }
      return hitsOf(await readPages(response, config, signal)).slice(0, limit);
    },
  };
}

/**
 * The request with the stored credential in it, for the moment before it leaves.
 * @throws {GuardedFetchError} `credential-missing`, `credential-refused`, `request-invalid`
 */
export type AuthorizeSearch = (
  credentialId: string,
  request: { readonly url: string; readonly init: GuardedFetchInit },
) => Promise<AuthorizedSearch>;
type AuthorizedSearch = {
  readonly url: string;
  readonly init: GuardedFetchInit;
  /** With another token, after the service refused this one. */
  renewed?(): Promise<AuthorizedSearch | undefined>;
};

const noCredentials: AuthorizeSearch = () =>
  Promise.reject(new GuardedFetchError('credential-missing', 'There are no credentials here: run the workflow on a server'));

/** What the providers' own keys are in. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-subscription-token'];

type Crediting = { readonly config: SearchConfig; readonly authorize: AuthorizeSearch };

type Ready = { readonly url: string; readonly request: Request; readonly renewed?: () => Promise<Ready | undefined> };

async function withCredential(request: Request, { config, authorize }: Crediting): Promise<Ready> {
  if (config.credential === undefined) return { url: request.url, request };
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !KEY_HEADERS.includes(name)));
  const { method } = request;
  const body = request.body === null ? undefined : await request.text();
  const init = { method, headers, ...(body !== undefined && { body }) };
  const ready = async (authorizing: Promise<AuthorizedSearch | undefined>): Promise<Ready | undefined> => {
    try {
      const authorized = await authorizing;
      if (!authorized) return undefined;
      const { url, init: sent, renewed } = authorized;
      const next = new Request(url, { ...init, headers: sent.headers ?? {} });
      return { url, request: next, ...(renewed && { renewed: () => ready(renewed()) }) };
    } catch (cause) {
      if (!GuardedFetchError.is(cause)) throw failure(config, 'cannot be queried', { cause });
      throw new NodeFailure('search-failed', cause.message, { hint: 'Check the credential of the search', cause });
    }
  };
  return (await ready(authorize(config.credential, { url: request.url, init }))) ?? { url: request.url, request };
}

/** The value of a header that cannot be sent is not shown: it may be the key. */
function requestFor(query: string, limit: number, config: SearchConfig): Request {
  const { baseUrl = '' } = searchProviderOf(config.provider);
  try {
    return handlerOf(config).request(query, limit, { ...config, base_url: config.base_url ?? baseUrl });
  } catch {
    throw failure(config, 'cannot be queried', { hint: 'Check search.base_url and search.api_key in the config file' });
  }
}

function handlerOf({ provider }: SearchConfig): SearchHandler {
  return searchHandlers[provider] as SearchHandler;
}

async function readPages(response: Response, config: SearchConfig, signal: AbortSignal): Promise<readonly FoundPage[]> {
  let text = '';
  try {
    for await (const piece of (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.length > MAX_ANSWER_CHARS) throw failure(config, `answered more than ${MAX_ANSWER_CHARS} characters`);
    }
    const { answer, pagesOf } = handlerOf(config);
    return pagesOf(answer.parse(JSON.parse(text)));
  } catch (cause) {
    signal.throwIfAborted();
    if (NodeFailure.is(cause)) throw cause;
    const isUnreadable = cause instanceof SyntaxError || cause instanceof z.ZodError;
    throw failure(config, isUnreadable ? 'did not answer with a list of results' : 'broke off its answer', {
      isRetryable: !isUnreadable,
      cause,
    });
  }
}

/** Addresses come from a stranger: only those a person could open. */
function hitsOf(pages: readonly FoundPage[]): SearchHit[] {
  return pages
    .filter(({ url }) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    .map(({ title, url, snippet }) => ({ title: plain(title) || url, url, snippet: plain(snippet) }));
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS).toWellFormed();
}

function refusal(config: SearchConfig, status: number): NodeFailure {
  const isRetryable = status === 429 || status >= 500;
  const own = handlerOf(config).hintFor?.(status);
  const hint = own ?? (status === 401 || status === 403 ? 'Check search.api_key in the config file' : undefined);
  return failure(config, `answered ${status}`, { isRetryable, ...(hint !== undefined && { hint }) });
}

function failure(
  { provider }: SearchConfig,
  what: string,
  options: { isRetryable?: boolean; hint?: string; cause?: unknown } = {},
) {
  return new NodeFailure('search-failed', `The search provider ${provider} ${what}`, options);
}
