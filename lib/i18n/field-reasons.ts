import type { z } from 'zod';
import en from 'zod/v4/locales/en.js';
import zhCn from 'zod/v4/locales/zh-CN.js';

const english = en().localeError;
const chinese = zhCn().localeError;

/** Why a field's value is invalid: in English, and in Chinese if the message is zod's own. */
export function fieldReasons(issue: z.core.$ZodIssue, input: unknown): Readonly<Record<string, string>> {
  // The rule for names is inside of it.
  const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
  if (inner) return fieldReasons(inner, input);
  const raw = { ...issue, input } as z.core.$ZodRawIssue;
  const translated = textOf(chinese(raw));
  const isOwn = textOf(english(raw)) !== issue.message;
  return { reason: issue.message, ...(!isOwn && translated !== undefined && { 'reason:zh-CN': translated }) };
}

function textOf(error: string | { message: string } | undefined | null): string | undefined {
  return typeof error === 'object' ? error?.message : error;
}
