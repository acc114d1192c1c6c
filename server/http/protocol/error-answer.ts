import type { ErrorBody } from '#lib/api/error-body.ts';
import { AppError, errorCodes } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { translateProblem } from '#lib/i18n/word-problem.ts';
import { diskFull, isDiskFull } from '../../db/database/disk-full.ts';

/**
 * The response body of an error, with workflow problems in the requested language. Errors that are
 * not an `AppError` become `internal`, without details.
 */
export function toErrorAnswer(error: unknown, requestId: string, language: Language = 'en'): { status: number; body: ErrorBody } {
  const known = AppError.is(error)
    ? inLanguage(error, language)
    : isDiskFull(error)
      ? diskFull()
      : new AppError('internal', 'Something went wrong on the server. Its log has the details under this request id.');
  const kind: { status: number; number?: number } = errorCodes[known.code];
  return {
    status: kind.status,
    body: {
      error: {
        code: known.code,
        ...(kind.number !== undefined && { number: kind.number }),
        message: known.message,
        // details are plain JSON by the promise of AppError
        ...(known.details && { details: known.details as NonNullable<ErrorBody['error']['details']> }),
        requestId,
      },
    },
  };
}

type Words = Pick<AppError, 'code' | 'message' | 'details'>;

/**
 * Problems are translated, since they carry the parameters of their sentences; other errors are in
 * English.
 */
function inLanguage({ code, message, details }: AppError, language: Language): Words {
  const problems = details?.problems;
  if (language === 'en' || !Array.isArray(problems)) return { code, message, details };
  const words = messagesFor(language);
  const translated = problems.map((problem) => translateProblem(problem, words));
  const [first] = problems;
  // The message names the first problem behind where it is.
  const isOfFirst = typeof first?.message === 'string' && message.includes(first.message);
  return {
    code,
    message: isOfFirst ? message.replace(first.message, () => translated[0].message) : message,
    details: { ...details, problems: translated },
  };
}
