import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { GuardedFetchInit, GuardedResponse } from '#lib/ports/runtime.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '#lib/workflow/json-depth.ts';
import http from '#nodes/http/http.node.ts';
import { defineExecutor, type ExecutorContext } from './define-executor.ts';

type HttpConfig = ConfigOf<typeof http>;

export default defineExecutor(http, async ({ config, context }) => {
  const url = addressOf(config);
  const response = await call(url, config, context);
  if (config.failOnStatus && response.status >= 400) throw statusFailure(response, config.method, url);
  return { out: { status: response.status, headers: response.headers, body: readBody(response) } };
});

function addressOf({ url, query = {} }: HttpConfig): URL {
  if (!URL.canParse(url)) {
    throw new NodeFailure('url-invalid', `'${url}' is not a URL`, { path: 'config.url', hint: 'Begin with https:// or http://' });
  }
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.append(name, String(value));
  return address;
}

async function call(url: URL, config: HttpConfig, context: ExecutorContext): Promise<GuardedResponse> {
  const limit = new AbortController();
  // Not AbortSignal.timeout: that keeps itself and whoever listened to it until its time is over, long after the answer.
  const timer = setTimeout(() => limit.abort(), config.timeoutMs);
  const signal = AbortSignal.any([context.signal, limit.signal]);
  try {
    return await context.fetch(url.href, { ...requestOf(config), signal });
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (limit.signal.aborted) {
      throw new NodeFailure('http-timed-out', `${nameOf(url)} did not answer within ${config.timeoutMs} ms`, {
        isRetryable: true,
        path: 'config.timeoutMs',
        cause: error,
      });
    }
    if (GuardedFetchError.is(error)) throw fetchFailure(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function requestOf({ method, headers = {}, body }: HttpConfig): GuardedFetchInit {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  if (body === undefined || method === 'GET' || method === 'HEAD') return { method, headers: sent };
  if (typeof body === 'string') return { method, headers: sent, body };
  return { method, headers: { 'content-type': 'application/json', ...sent }, body: JSON.stringify(body) };
}

function fetchFailure(error: GuardedFetchError): NodeFailure {
  const path = error.code === 'request-invalid' ? 'config.headers' : 'config.url';
  return new NodeFailure(error.code, error.message, { isRetryable: error.code === 'connection-failed', path, cause: error });
}

const EXCERPT_LENGTH = 300;

function statusFailure(response: GuardedResponse, method: string, url: URL): NodeFailure {
  const { status } = response;
  const text = textOf(response).replace(/\s+/g, ' ').trim();
  const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
  return new NodeFailure('http-status', `${method} ${nameOf(url)} answered ${status}${excerpt && `: ${excerpt}`}`, {
    isRetryable: status === 429 || status >= 500,
    path: 'config.url',
    hint: 'Turn off failOnStatus to go on with such an answer',
  });
}

/** Without the query, which often holds a key. */
function nameOf(url: URL): string {
  return url.origin + url.pathname;
}

/** A JSON answer as its value (nothing as null), any other as text. */
function readBody(response: GuardedResponse): unknown {
  const text = textOf(response);
  if (!/^[^;]*[/+]json\s*(;|$)/i.test(contentType(response))) return text;
  if (text.trim() === '') return null;
  const value = parseBody(text, response);
  // What lies deeper could not be checked, copied or shown any more by whoever reads it.
  if (isTooDeep(value))
    throw new NodeFailure(
      'http-body-invalid',
      `${nameOf(new URL(response.url))} answered JSON nested more than ${MAX_JSON_DEPTH} levels deep`,
    );
  return value;
}

function parseBody(text: string, response: GuardedResponse): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NodeFailure(
      'http-body-invalid',
      `${nameOf(new URL(response.url))} says it answers JSON, but it does not: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

function textOf(response: GuardedResponse): string {
  const [, charset] = /charset="?([^";\s]+)/i.exec(contentType(response)) ?? [];
  return decoderFor(charset).decode(response.body);
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A server may name anything; UTF-8 is the best guess for a name nobody knows.
    return new TextDecoder();
  }
}

function contentType(response: GuardedResponse): string {
  return response.headers['content-type'] ?? '';
}
