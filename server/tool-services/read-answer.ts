import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { FailureField } from '#lib/openapi/api-operation.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { decodeText } from '#lib/text/decode-text.ts';

const MAX_SHOWN_CHARS = 1000;

/**
 * What a service answered: JSON, text, or what is known of other content.
 * @throws {NodeFailure} `tool-failed` with the beginning of the answer when it says that the call failed
 */
export async function readAnswer(response: GuardedResponse, failure: FailureField | null): Promise<unknown> {
  const data = await dataOf(response);
  const { status } = response;
  if (status >= 400)
    throw new NodeFailure('tool-failed', `the service answered ${status}: ${shown(data)}`, {
      isRetryable: status === 429 || status >= 500,
      ...(status === 401 || status === 403 ? { hint: 'Check the credential of the service and its scopes' } : {}),
    });
  if (failure && !isOk(data, failure)) {
    const reason = fieldAt(data, failure.message);
    throw new NodeFailure('tool-failed', `the service refused the call: ${shown(reason ?? data)}`);
  }
  return data;
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

async function dataOf({ headers, body, status }: GuardedResponse): Promise<unknown> {
  if (body.byteLength === 0) return { status };
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json') || type === '';
  if (!isJson && !type.startsWith('text/') && !type.endsWith('xml')) return { contentType: type, sizeBytes: body.byteLength };
  const format = type === 'text/html' ? 'html' : type.endsWith('xml') ? 'xml' : undefined;
  const { text } = await decodeText(body, { declared: headers['content-type'], format });
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shown(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…` : text;
}
