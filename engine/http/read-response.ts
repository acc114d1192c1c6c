import { NodeFailure } from '#lib/errors/node-failure.ts';
import { fieldIn } from '#lib/json/exact-numbers.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import { readRetryAfter } from '#lib/text/retry-after.ts';
import { nameOf } from './send-request.ts';

const EXCERPT_LENGTH = 300;
/** A body, and what its reader changed or guessed. */
export type ReadBody = {
  readonly body: unknown;
  /** Nothing named the charset, and the body is not UTF-8. */
  readonly guessedCharset?: string;
  /** Fields whose numbers are texts, since a number does not hold them: `body.items[].id`. */
  readonly numbersAsText?: readonly string[];
};
type ReadOptions = {
  /** Used instead of the declared one. */
  readonly charset?: string | undefined;
};

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** The failure of a node for a response of 400 or above, with an excerpt of the body. Retryable: 429, 500 and above. */
export async function statusFailure(
  response: GuardedResponse,
  { method, url, path, hint }: { method: string; url: URL; path: string; hint?: string },
): Promise<NodeFailure> {
  const { status } = response;
  const text = isText(response) ? (await readText(response)).body.replace(/\s+/g, ' ').trim() : '';
  const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
  return new NodeFailure('http-status', `${method} ${nameOf(url)} answered ${status}${excerpt && `: ${excerpt}`}`, {
    isRetryable: status === 429 || status >= 500,
    retryAfterMs: readRetryAfter(response.headers),
    path,
    ...(hint !== undefined && { hint }),
  });
}

/**
 * The value of a JSON response, or null for an empty body; the text of any other response.
 * @throws {NodeFailure} `http-body-invalid`
 */
export async function readBody(response: GuardedResponse, options: ReadOptions = {}): Promise<ReadBody> {
  return isJson(response) ? readJson(response, options) : readText(response, options);
}

/**
 * The body parsed as JSON, whatever its content type; null if it is empty.
 * @throws {NodeFailure} `http-body-invalid`
 */
export async function readJson(response: GuardedResponse, options: ReadOptions = {}): Promise<ReadBody> {
  const { body: text, ...guess } = await readText(response, options);
  if (text.trim() === '') return { body: null, ...guess };
  const { value, excess, numbersAsText } = parseBody(text, response);
  if (excess === undefined) {
    const fields = numbersAsText?.map((field) => fieldIn('body', field));
    return { body: value, ...guess, ...(fields && { numbersAsText: fields }) };
  }
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

/** The body as text, in the charset that it has: declared, UTF-8, or guessed. */
export async function readText(
  response: GuardedResponse,
  { charset: chosen }: ReadOptions = {},
): Promise<ReadBody & { body: string }> {
  const type = mediaTypeOf(response);
  const format = HTML_TYPES.has(type) ? 'html' : /[/+]xml$/.test(type) ? 'xml' : undefined;
  const { text, charset, isGuessed } = await decodeText(response.body, { declared: contentTypeOf(response), format, chosen });
  return { body: text, ...(isGuessed && { guessedCharset: charset }) };
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
