import { GuardedFetchError, type GuardedFetchErrorCode } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CredentialUse, GuardedFetch, GuardedFetchInit, GuardedResponse } from '#lib/ports/runtime.ts';
import { addParameters } from '#lib/text/url-query.ts';
import { isReadingMethod } from '#lib/tools/http-methods.ts';
import { assertRequestAddress, parseHead } from '#lib/tools/request-rules.ts';
import type { BuiltBody } from './build-body.ts';

type Scalar = string | number | boolean;

/** A request as a node's config or a tool's arguments describe it. */
export type HttpRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** A list repeats its parameter. */
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined;
  readonly body?: BuiltBody | undefined;
};

type Sending = {
  readonly fetch: GuardedFetch;
  readonly signal: AbortSignal;
  /** Prefix of field names in errors: `config.` for a node. */
  readonly fieldPrefix: 'config.' | '';
  /**
   * Sent with a request that writes and names none itself, for a server that recognises a
   * repetition by it.
   */
  readonly idempotencyKey?: string;
  readonly credential?: CredentialUse | undefined;
};

/** Fields at fault, by code; the URL for all others. */
function fieldAtFault(code: GuardedFetchErrorCode, fieldPrefix: Sending['fieldPrefix']): string {
  if (code === 'request-invalid') return 'headers';
  if (code.startsWith('credential-')) return fieldPrefix === '' ? 'credential' : 'auth';
  return 'url';
}

/** @throws {NodeFailure} `url-invalid` */
export function addressOf({ url, query = {} }: Pick<HttpRequest, 'url' | 'query'>, fieldPrefix: Sending['fieldPrefix']): URL {
  if (!URL.canParse(url)) {
    throw new NodeFailure('url-invalid', `'${url}' is not a URL`, {
      path: `${fieldPrefix}url`,
      hint: 'Begin with https:// or http://',
    });
  }
  const address = new URL(url);
  addParameters(
    address,
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const)),
  );
  return address;
}

/**
 * The answer, whatever its status.
 * @throws {NodeFailure} a code of GuardedFetchError, at the field at fault; the signal's reason
 */
export async function sendRequest(request: HttpRequest, sending: Sending): Promise<GuardedResponse> {
  const { fetch, signal, fieldPrefix, credential } = sending;
  const url = addressOf(request, fieldPrefix);
  try {
    return await fetch(url.href, { ...initOf(request, sending), signal, ...(credential && { credential }) });
  } catch (error) {
    signal.throwIfAborted();
    throw inItsField(error, fieldPrefix);
  }
}

/**
 * Checks a request as far as it can be checked before it is sent.
 * @throws {NodeFailure} `url-invalid`, `url-refused` or `request-invalid`, at the argument at fault
 */
export function checkRequest(request: HttpRequest): void {
  const url = addressOf(request, '');
  try {
    assertRequestAddress(url);
    const { method, headers } = initOf(request, {});
    parseHead({ ...(method !== undefined && { method }), ...(headers && { headers }) });
  } catch (error) {
    throw inItsField(error, '');
  }
}

function inItsField(error: unknown, fieldPrefix: Sending['fieldPrefix']): unknown {
  if (!GuardedFetchError.is(error)) return error;
  const { code, message, hint, privateHost } = error;
  return new NodeFailure(code, message, {
    isRetryable: code === 'connection-failed',
    path: `${fieldPrefix}${fieldAtFault(code, fieldPrefix)}`,
    ...(hint && { hint }),
    privateHost,
    cause: error,
  });
}

function initOf(
  { method, headers = {}, body }: HttpRequest,
  { idempotencyKey }: Pick<Sending, 'idempotencyKey'>,
): GuardedFetchInit {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const sent = idempotencyKey === undefined || isReadingMethod(method) ? own : { 'idempotency-key': idempotencyKey, ...own };
  if (body === undefined) return { method, headers: sent };
  const { contentType, body: content } = body;
  return { method, headers: contentType === undefined ? sent : { 'content-type': contentType, ...sent }, body: content };
}

/** Without the query, which often holds a key. */
export function nameOf(url: URL): string {
  return url.origin + url.pathname;
}
