import type { z } from 'zod';
import type { SearchHit } from '#lib/ports/web-search.ts';

/** Base URL and key of a provider; the address may hold a user name and a password. */
export type SearchServer = { readonly base_url: string; readonly api_key?: string | undefined };

export type FoundPage = { readonly [Key in keyof SearchHit]: Key extends 'url' ? string : string | null | undefined };

/** How the API of a search provider is spoken. */
export type SearchHandler<Answer = unknown> = {
  /** May throw for an address or a key that cannot be sent. */
  request(query: string, limit: number, server: SearchServer): Request;
  /** What its answer has to be. */
  readonly answer: z.ZodType<Answer>;
  pagesOf(answer: Answer): readonly FoundPage[];
  /** What to do about a refusal; undefined to say nothing. */
  hintFor?(status: number): string | undefined;
};

export function defineSearchHandler<Answer>(handler: SearchHandler<Answer>): SearchHandler<Answer> {
  return handler;
}

/** The address of a method. A name and password in it are not sent by fetch, and would be shown with it. */
export function endpoint(baseUrl: string, name: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  url.username = '';
  url.password = '';
  return url;
}

/** The key as a bearer token, else the name and password of the address. */
export function authorization({ base_url, api_key }: SearchServer): Record<string, string> {
  if (api_key) return { authorization: `Bearer ${api_key}` };
  const { username, password } = new URL(base_url);
  if (username === '' && password === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(words).toString('base64')}` };
}
