import type { Language } from './language.ts';
import checksZhCn from './messages/checks.zh-CN.json' with { type: 'json' };
import errorsZhCn from './messages/errors.zh-CN.json' with { type: 'json' };
import expressionsZhCn from './messages/expressions.zh-CN.json' with { type: 'json' };
import reasonsZhCn from './messages/reasons.zh-CN.json' with { type: 'json' };
import { TextPatterns } from './text-patterns.ts';

/** Values that are texts of their own. Any other value, such as a URL or what a server answered, stays. */
const PARTS = ['reason', 'who', 'kind', 'which', 'owner', 'uses', 'times', 'unit', 'used', 'max', 'excess', 'known', 'whose'];

/** Messages and hints of errors are written in English where they are thrown, and are stored so. */
const translations: Readonly<Partial<Record<Language, TextPatterns>>> = {
  'zh-CN': new TextPatterns(
    { ...checksZhCn, ...expressionsZhCn, ...reasonsZhCn, ...errorsZhCn },
    { parts: PARTS, order: 'best' },
  ),
};

/** A message or hint of an error in a language; unchanged when there is no translation. */
export function wordError(text: string, language: Language): string {
  return translations[language]?.translate(text) ?? text;
}

type WordedError = { readonly message: string; readonly hint?: string | undefined };

/** A copy of the error with translated message and hint. */
export function translateError<E extends WordedError>(error: E, language: Language): E {
  if (!translations[language]) return error;
  const { hint } = error;
  return {
    ...error,
    message: wordError(error.message, language),
    ...(hint !== undefined && { hint: wordError(hint, language) }),
  };
}
