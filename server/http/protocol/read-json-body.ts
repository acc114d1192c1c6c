import type { IncomingMessage } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import type { ExactJson } from '#lib/json/exact-numbers.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { OpenBody } from './body-budget.ts';
import { readBody } from './read-body.ts';

export const MAX_BODY_BYTES = 5 * 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.-]{1,100}\+)?json\s*(;|$)/i;
const utf8 = new TextDecoder();

type JsonBody = Pick<ExactJson, 'value' | 'numbersAsText'>;

/**
 * The JSON of a request, of any JSON type. A byte order mark is skipped.
 * @throws {AppError} `content-type-unsupported`, `body-too-large`, what `readBody` throws, or `body-invalid` when it is
 * no JSON or nested too deeply
 */
export async function readJsonBody(request: IncomingMessage, body: OpenBody): Promise<JsonBody> {
  const contentType = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(contentType)) {
    throw new AppError(
      'content-type-unsupported',
      `Send the body as application/json, not as ${contentType || 'something without a content type'}.`,
    );
  }
  const bytes = await readBody(request, body, { maxBytes: MAX_BODY_BYTES, tooLarge });
  const { value, excess, numbersAsText } = parseJson(utf8.decode(bytes));
  if (excess !== undefined) throw new AppError('body-invalid', `The body has ${excess}.`);
  if (hasPrototypeKey(value)) throw new AppError('body-invalid', 'The body has a key named __proto__; give it another name.');
  return { value, ...(numbersAsText && { numbersAsText }) };
}

function tooLarge(): AppError {
  return new AppError('body-too-large', `The body may have at most ${formatCount(MAX_BODY_BYTES)} bytes.`, {
    details: { maxBytes: MAX_BODY_BYTES },
  });
}

function parseJson(text: string): JsonReading {
  if (text.trim() === '') throw new AppError('body-invalid', 'The body is empty; send JSON.');
  try {
    return readJsonText(text);
  } catch (cause) {
    throw new AppError('body-invalid', `The body is no JSON: ${(cause as Error).message}`, { cause });
  }
}
