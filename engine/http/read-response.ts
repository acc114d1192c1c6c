import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { nameOf } from './send-request.ts';

const EXCERPT_LENGTH = 300;

/** The failure of a node for a response of 400 or above, with an excerpt of the body. Retryable: 429, 500 and above. */
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
 * The value of a JSON response, or null for an empty body; the text of any other response.
 * @throws {NodeFailure} `http-body-invalid`
 */
export function readBody(response: GuardedResponse): unknown {
  return isJson(response) ? readJson(response) : textOf(response);
}

/**
 * The body parsed as JSON, whatever its content type; null if it is empty.
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
 * The body as text, in the charset of the response's content type.
 * @param charset used if the content type names none
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
    // Some servers name charsets that do not exist.
    return new TextDecoder();
  }
}

function isJson(response: GuardedResponse): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(contentTypeOf(response));
}

/** The `content-type` header with its parameters; empty if there is none. */
export function contentTypeOf(response: GuardedResponse): string {
  return response.headers['content-type'] ?? '';
}

/** The content type in lower case, without parameters: `text/html`. */
export function mediaTypeOf(response: GuardedResponse): string {
  return contentTypeOf(response).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether the body is text: by its content type, or, if there is none, because it contains no NUL byte. */
export function isText(response: GuardedResponse): boolean {
  const type = mediaTypeOf(response);
  if (type === '') return !response.body.includes(0);
  return /^text\/|[/+](json|xml|yaml)$|^application\/(javascript|ecmascript|x-ndjson|x-yaml|x-www-form-urlencoded|graphql|sql|toml)$/.test(
    type,
  );
}
