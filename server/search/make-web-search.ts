import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { SearchHit, WebSearch } from '#lib/ports/web-search.ts';
import type { SearchConfig } from '../config/config-schema.ts';

const TAVILY_URL = 'https://api.tavily.com';
const MAX_ANSWER_CHARS = 2_000_000;
const MAX_TEXT_CHARS = 1000;

/** Both engines answer this, with more around it. */
const answerSchema = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
});

/**
 * The configured search engine. Its address is the administrator's choice, so it may be inside the
 * network.
 */
export function makeWebSearch(
  config: SearchConfig,
  { fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {},
): WebSearch {
  return {
    async search(query, { limit, signal }) {
      const response = await fetch(requestFor(query, limit, config), { signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw failure(config, 'could not be reached', { isRetryable: true, cause });
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw refusal(config, response.status);
      }
      return hitsOf(await readAnswer(response, config, signal)).slice(0, limit);
    },
  };
}

/** The value of a header that cannot be sent is not shown: it may be the key. */
function requestFor(query: string, limit: number, config: SearchConfig): Request {
  try {
    return config.provider === 'tavily' ? tavilyRequest(query, limit, config) : searxngRequest(query, config);
  } catch {
    throw failure(config, 'cannot be queried', { hint: 'Check search.base_url and search.api_key in the config file' });
  }
}

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
function tavilyRequest(query: string, limit: number, { base_url = TAVILY_URL, api_key }: SearchConfig): Request {
  return new Request(endpoint(base_url, 'search'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization({ base_url, api_key }) },
    body: JSON.stringify({ query, max_results: limit }),
  });
}

/** @see https://docs.searxng.org/dev/search_api.html */
function searxngRequest(query: string, { base_url = '', api_key }: SearchConfig): Request {
  const url = endpoint(base_url, 'search');
  url.searchParams.set('q', query);
  url.searchParams.set('format', 'json');
  return new Request(url, { headers: { accept: 'application/json', ...authorization({ base_url, api_key }) } });
}

function endpoint(baseUrl: string, name: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  // Credentials in a URL are not sent by fetch, and would be shown with the address.
  url.username = '';
  url.password = '';
  return url;
}

function authorization({ base_url = '', api_key }: Pick<SearchConfig, 'base_url' | 'api_key'>): Record<string, string> {
  if (api_key) return { authorization: `Bearer ${api_key}` };
  const { username, password } = new URL(base_url);
  if (username === '' && password === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(words).toString('base64')}` };
}

async function readAnswer(response: Response, config: SearchConfig, signal: AbortSignal): Promise<z.output<typeof answerSchema>> {
  let text = '';
  try {
    for await (const piece of (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.length > MAX_ANSWER_CHARS) throw failure(config, `answered more than ${MAX_ANSWER_CHARS} characters`);
    }
    return answerSchema.parse(JSON.parse(text));
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
function hitsOf({ results }: z.output<typeof answerSchema>): SearchHit[] {
  return results
    .filter(({ url }) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    .map(({ title, url, content }) => ({ title: plain(title) || url, url, snippet: plain(content) }));
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS).toWellFormed();
}

function refusal(config: SearchConfig, status: number): NodeFailure {
  const isRetryable = status === 429 || status >= 500;
  if (status === 401 || (status === 403 && config.provider === 'tavily'))
    return failure(config, `answered ${status}`, { hint: 'Check search.api_key in the config file' });
  if (status === 403) return failure(config, 'answered 403', { hint: 'Add json to search.formats in the settings of SearXNG' });
  return failure(config, `answered ${status}`, { isRetryable });
}

function failure(
  { provider }: SearchConfig,
  what: string,
  options: { isRetryable?: boolean; hint?: string; cause?: unknown } = {},
) {
  return new NodeFailure('search-failed', `The search provider ${provider} ${what}`, options);
}
