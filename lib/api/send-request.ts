import { ApiError } from './api-error.ts';
import { errorBodySchema } from './error-body.ts';

/** Called while a body is sent, with its bytes so far and all of them. */
export type OnSent = (sentBytes: number, bodyBytes: number) => void;
export type SendInit = RequestInit & { readonly onSent?: OnSent };

type Fetch = (url: string, init: SendInit) => Promise<Response>;
export type ClientOptions = {
  /** Such as `http://127.0.0.1:3000`; '' in a page of the server itself. */
  readonly baseUrl: string;
  /** May call `onSent` of a request. @defaultValue the global one, which does not */
  readonly fetch?: Fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns what a call rejects with instead of this. */
  readonly reword?: (error: unknown) => unknown;
};

export type RequestParts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  content?: BodyInit;
};

/** @throws {ApiError} `connection-failed` without a response; rethrows an abort */
export async function send(client: ClientOptions, url: string, init: SendInit): Promise<Response> {
  // Not `client.fetch(…)`: a browser's fetch must not be called as a method of another object.
  const { fetch = globalThis.fetch } = client;
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'connection-failed' }, `No answer from ${url}`, { cause });
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (!body.success)
    return new ApiError({ status: response.status, code: 'response-invalid' }, `The server answered ${response.status}`);
  const { code, details, requestId, message } = body.data.error;
  return new ApiError({ status: response.status, code, details, requestId }, message);
}

export function buildUrl(baseUrl: string, path: string, { params, query }: Pick<RequestParts, 'params' | 'query'>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams(stringEntries(query)).toString();
  return `${baseUrl.replace(/\/$/, '')}${filled}${search && `?${search}`}`;
}

export function stringEntries(values: Record<string, unknown> | undefined): Record<string, string> {
  const given = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
