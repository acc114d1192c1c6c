import { ApiError } from '#lib/api/api-error.ts';
import clientZhCn from '#lib/i18n/messages/client.zh-CN.json' with { type: 'json' };
import { TextPatterns } from '#lib/i18n/text-patterns.ts';

const translations: Readonly<Partial<Record<string, TextPatterns>>> = {
  'zh-CN': new TextPatterns(clientZhCn, { parts: [] }),
};

/** The error in a language, if the client made it: the server words its own errors. */
export function wordClientError(error: unknown, language: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const message = translations[language]?.translate(error.message);
  if (message === undefined) return error;
  const { status, code, details } = error;
  return new ApiError({ status, code, details }, message, { cause: error });
}
