import { AppError } from '#lib/errors/app-error.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { readJsonText } from '#lib/json/json-limits.ts';
import type { HookRequest } from './define-trigger-handler.ts';

const JSON_TYPE = /^application\/(?:[\w.-]{1,100}\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body of a request to a trigger, and its text: JSON as its value, a form as an object of texts,
 * another text as text, null
 * without a body.
 * @throws {AppError} `body-invalid`, `content-type-unsupported` for bytes that are no text
 */
export function readHookBody({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): { value: unknown; text: string } {
  if (body.byteLength === 0) return { value: null, text: '' };
  const type = headers['content-type'] ?? '';
  const text = textOf(body, type);
  const value = JSON_TYPE.test(type) ? jsonOf(text) : FORM_TYPE.test(type) ? Object.fromEntries(new URLSearchParams(text)) : text;
  assertNoPrototypeKey(value);
  return { value, text };
}

/** @throws {AppError} `body-invalid` */
export function assertNoPrototypeKey(value: unknown): void {
  if (hasPrototypeKey(value)) throw new AppError('body-invalid', 'The body has a key named __proto__; give it another name.');
}

/** Whether a body is text: by its type, else by its bytes. */
export function isHookText({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): boolean {
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type) || FORM_TYPE.test(type) || /^text\//i.test(type)) return true;
  if (/^(?:image|audio|video|font)\//i.test(type) || /^application\/(?:octet-stream|pdf|zip)\b/i.test(type)) return false;
  try {
    utf8.decode(body);
    return true;
  } catch {
    return false;
  }
}

function textOf(body: Uint8Array, type: string): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError(
      'content-type-unsupported',
      `A webhook takes JSON, a form or another text, not ${type || 'bytes without a type'}.`,
    );
  }
}

function jsonOf(text: string): unknown {
  let read: ReturnType<typeof readJsonText>;
  try {
    read = readJsonText(text);
  } catch (cause) {
    throw new AppError('body-invalid', `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    });
  }
  if (read.excess !== undefined) throw new AppError('body-invalid', `The body has ${read.excess}.`);
  return read.value;
}
