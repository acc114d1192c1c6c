import { NodeFailure } from '#lib/errors/node-failure.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { HttpPageConfig } from '#nodes/http/http.node.ts';
import { nextLink } from './next-link.ts';
import type { ReadBody } from './read-response.ts';
import { nameOf } from './send-request.ts';

/** An answer as the log has it. */
export type Page = ReadBody & {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** After redirects. */
  readonly url: string;
  readonly bytes: number;
};
/** What the next request has instead of what the config says. */
export type PageRequest = {
  readonly url: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};
export type Pages = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Items of all pages, or their bodies. */
  readonly body: readonly unknown[];
  readonly pages: number;
  /** A limit ended it before the last page. */
  readonly isCut: boolean;
  /** The first that was guessed for a page. */
  readonly guessedCharset?: string;
  /** Of all pages, each as in its page. */
  readonly numbersAsText?: readonly string[];
};

type Reading = {
  readonly first: PageRequest;
  /** Performs the request of a page, at most once. */
  readonly send: (index: number, request: PageRequest) => Promise<Page>;
  /** Evaluates a CEL field with `page`. */
  readonly evaluate: (field: 'next' | 'items', page: object) => unknown;
};

/**
 * Requests page after page, each as an effect of its own, until there is no next one or a limit is reached.
 * @throws {NodeFailure} `http-page-invalid` for a next page that is not a request, repeats one,
 * or is on another server
 */
export async function readPages(config: HttpPageConfig, { first, send, evaluate }: Reading): Promise<Pages> {
  const { maxPages, maxItems, maxPageBytes } = config;
  const found: unknown[] = [];
  const numbersAsText = new Set<string>();
  let guessedCharset: string | undefined;
  const seen = new Set<string>();
  let request = first;
  let bytes = 0;
  for (let index = 0; ; index++) {
    const mark = JSON.stringify(request);
    if (seen.has(mark)) throw invalid(`Page ${index + 1} would be the same request as one before`);
    seen.add(mark);
    const page = await send(index, request);
    bytes += page.bytes;
    guessedCharset ??= page.guessedCharset;
    for (const field of page.numbersAsText ?? []) numbersAsText.add(field);
    const { status, headers, body, url } = page;
    const known = { index, status, headers, body, url, next: nextLink(headers.link ?? ''), count: 0 };
    const items = config.items === undefined ? [body] : listOf(evaluate('items', known), index);
    found.push(...items);
    const end = (isCut: boolean): Pages => ({
      status,
      headers,
      body: config.items === undefined ? found : found.slice(0, maxItems),
      pages: index + 1,
      isCut: isCut || (config.items !== undefined && found.length > maxItems),
      ...(guessedCharset !== undefined && { guessedCharset }),
      ...(numbersAsText.size > 0 && { numbersAsText: [...numbersAsText] }),
    });
    const next = nextOf(evaluate('next', { ...known, count: items.length }), page, request);
    if (!next) return end(false);
    const isFull = config.items !== undefined && found.length >= maxItems;
    if (index + 1 >= maxPages || isFull || bytes >= maxPageBytes) return end(true);
    request = next;
  }
}

/** Undefined after the last page. */
function nextOf(value: unknown, { url }: Page, request: PageRequest): PageRequest | undefined {
  if (value === null || value === undefined || value === '' || value === false) return undefined;
  if (typeof value === 'string') return { ...request, url: addressIn(value, url), query: {} };
  if (!isRecord(value) || Object.keys(value).length === 0) throw invalid('next gives neither an address nor an object nor null');
  const { url: address, query, body, ...other } = value;
  const [unknown] = Object.keys(other);
  if (unknown !== undefined) throw invalid(`next gives an object with '${unknown}'; it may have url, query and body`);
  if (query !== undefined && !isRecord(query)) throw invalid('query is an object of parameters');
  return {
    url: typeof address === 'string' ? addressIn(address, url) : request.url,
    query: { ...(typeof address === 'string' ? {} : request.query), ...query },
    ...((body ?? request.body) !== undefined && {
      body: isRecord(body) && isRecord(request.body) ? { ...request.body, ...body } : (body ?? request.body),
    }),
  };
}

/** Headers of the config may carry secrets, so a server cannot send them elsewhere. */
function addressIn(text: string, from: string): string {
  if (!URL.canParse(text, from)) throw invalid(`'${text}' is not a URL`);
  const address = new URL(text, from);
  if (address.origin !== new URL(from).origin)
    throw invalid(`The next page is on another server: ${nameOf(address)}`, 'Read that server with a node of its own');
  return address.href;
}

function listOf(value: unknown, index: number): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new NodeFailure('http-page-invalid', `The items of page ${index + 1} are not a list`, {
    path: 'config.items',
    hint: 'Write where the list is, as in page.body.items',
  });
}

function invalid(message: string, hint = 'Look at the answer of the page before, and at next'): NodeFailure {
  return new NodeFailure('http-page-invalid', message, { path: 'config.next', hint });
}
