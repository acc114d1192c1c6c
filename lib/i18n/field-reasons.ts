import type { z } from 'zod';
import en from 'zod/v4/locales/en.js';
import zhCn from 'zod/v4/locales/zh-CN.js';
import { plainReason } from './plain-reason.ts';

const english = en().localeError;
const chinese = zhCn().localeError;

/** Why a value is invalid: in English, and in Chinese if zod says it, whose words are put plainly. */
export function fieldReasons(issue: z.core.$ZodIssue, input: unknown): Readonly<Record<string, string>> {
  // The rule for names is inside of it.
  const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
  if (inner) return fieldReasons(inner, input);
  const raw = { ...issue, input } as z.core.$ZodRawIssue;
  const isOwn = textOf(english(raw)) !== issue.message;
  const plain = isOwn ? undefined : plainReason(issue, input);
  if (plain) return { reason: plain.en, 'reason:zh-CN': plain.zh };
  const translated = textOf(chinese(raw));
  return { reason: issue.message, ...(!isOwn && translated !== undefined && { 'reason:zh-CN': translated }) };
}

function textOf(error: string | { message: string } | undefined | null): string | undefined {
  return typeof error === 'object' ? error?.message : error;
}
