import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { nameOf } from './send-request.ts';

const EXCERPT_LENGTH = 300;

/** What an answer of 400 and above is called where it is an error. */
export function statusFailure(
  response: GuardedResponse,
  { method, url, path, hint }: { method: string; url: URL; path: string; hint?: string },
): NodeFailure {
  const { status } = response;
  const text = isText(response) ? textOf(response).replace(/\s+/g, ' ').trim() : '';
  const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
  return new NodeFailure('http-status', `${method} ${nameOf(url)} answered ${status}${excerpt && `: ${excerpt}`}`, {
    isRetryable: status === 429 || status >= 500,
    path,
    ...(hint !== undefined && { hint }),
  });
}

/**
 * A JSON answer as its value (nothing as null), any other as text.
 * @throws {NodeFailure} `http-body-invalid`
 */
export function readBody(response: GuardedResponse): unknown {
  return isJson(response) ? readJson(response) : textOf(response);
}

/**
 * The answer as JSON, whatever its type; nothing as null.
 * @throws {NodeFailure} `http-body-invalid`
 */
export function readJson(response: GuardedResponse): unknown {
  const text = textOf(response);
  if (text.trim() === '') return null;
  const { value, excess } = parseBody(text, response);
  if (excess === undefined) return value;
  throw new NodeFailure('http-body-invalid', `${nameOf(new URL(response.url))} answered JSON with ${excess}`);
}

function parseBody(text: string, response: GuardedResponse): JsonReading {
  try {
    return readJsonText(text);
  } catch (error) {
    throw new NodeFailure('http-body-invalid', `${nameOf(new URL(response.url))} answered no JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The body as text, in the charset of the response.
 * @param charset where it names none
 * @defaultValue 'utf-8'
 */
export function textOf(response: GuardedResponse, charset?: string): string {
  const [, named] = /charset="?([^";\s]+)/i.exec(contentTypeOf(response)) ?? [];
  return decoderFor(named ?? charset).decode(response.body);
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // Servers name unknown charsets: UTF-8 is the best guess.
    return new TextDecoder();
  }
}

function isJson(response: GuardedResponse): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(contentTypeOf(response));
}

/** The server's own error text; empty if there is none. */
export function contentTypeOf(response: GuardedResponse): string {
  return response.headers['content-type'] ?? '';
}

/** Without parameters, in small letters: `text/html`. */
export function mediaTypeOf(response: GuardedResponse): string {
  return contentTypeOf(response).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a body is meant to be read as text: by its type, or by holding no NUL where there is none. */
export function isText(response: GuardedResponse): boolean {
  const type = mediaTypeOf(response);
  if (type === '') return !response.body.includes(0);
  return /^text\/|[/+](json|xml|yaml)$|^application\/(javascript|ecmascript|x-ndjson|x-yaml|x-www-form-urlencoded|graphql|sql|toml)$/.test(
    type,
  );
}
