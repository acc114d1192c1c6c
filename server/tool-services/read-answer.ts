import { NodeFailure } from '#lib/errors/node-failure.ts';
import { readJsonText } from '#lib/json/json-limits.ts';
import { numbersAsTextWarning } from '#lib/json/numbers-as-text-warning.ts';
import type { FailureField } from '#lib/openapi/api-operation.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import type { SourcedCall } from '#lib/ports/tool-source.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import { readRetryAfter } from '#lib/text/retry-after.ts';

const MAX_SHOWN_CHARS = 1000;

type Answer = { readonly data: unknown; readonly warnings?: readonly string[] };

/**
 * What a service answered: JSON, text, or a file.
 * @throws {NodeFailure} `tool-failed` with the beginning of the answer when it says that the call failed
 */
export async function readAnswer(
  response: GuardedResponse,
  { failure, keepFile }: { readonly failure: FailureField | null; readonly keepFile: SourcedCall['keepFile'] },
): Promise<Answer> {
  const { data, warnings = [] } = await dataOf(response, keepFile);
  const { status } = response;
  if (status >= 400)
    throw new NodeFailure('tool-failed', `the service answered ${status}: ${shown(data)}`, {
      isRetryable: status === 429 || status >= 500,
      retryAfterMs: readRetryAfter(response.headers),
      ...(status === 401 || status === 403 ? { hint: 'Check the credential of the service and its scopes' } : {}),
    });
  if (failure && !isOk(data, failure)) {
    const reason = fieldAt(data, failure.message);
    throw new NodeFailure('tool-failed', `the service refused the call: ${shown(reason ?? data)}`);
  }
  return { data, ...(warnings.length > 0 && { warnings }) };
}

function isOk(data: unknown, { path, ok }: FailureField): boolean {
  const value = fieldAt(data, path);
  return value === undefined || JSON.stringify(value) === JSON.stringify(ok);
}

function fieldAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined,
      data,
    );
}

async function dataOf(response: GuardedResponse, keepFile: SourcedCall['keepFile']): Promise<Answer> {
  const { headers, body, status } = response;
  if (body.byteLength === 0) return { data: { status } };
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json') || (type === '' && !body.includes(0));
  const isText = isJson || type.startsWith('text/') || type.endsWith('xml');
  // A refusal is shown, whatever its type.
  if (!isText && status < 400) return { data: await keepFile(response) };
  if (!isText) return { data: { contentType: type, sizeBytes: body.byteLength } };
  const format = type === 'text/html' ? 'html' : type.endsWith('xml') ? 'xml' : undefined;
  const { text, charset, isGuessed } = await decodeText(body, { declared: headers['content-type'], format });
  const guess = isGuessed ? [`nothing named the charset, and ${charset} was guessed`] : [];
  if (!isJson) return { data: text, warnings: guess };
  try {
    const { value, excess, numbersAsText } = readJsonText(text);
    if (excess !== undefined) throw new NodeFailure('tool-failed', `the service answered JSON with ${excess}`);
    return { data: value, warnings: [...guess, ...numbersAsTextWarning(numbersAsText)] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { data: text, warnings: guess };
  }
}

function shown(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…` : text;
}
