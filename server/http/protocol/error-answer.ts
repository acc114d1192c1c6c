import type { ErrorBody } from '#lib/api/error-body.ts';
import { AppError, errorCodes } from '#lib/errors/app-error.ts';
import { errorNumber } from '#lib/errors/error-numbers.ts';
import type { Language } from '#lib/i18n/language.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { translateError, wordError } from '#lib/i18n/word-error.ts';
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
  const number = errorNumber(known.code);
  return {
    status: errorCodes[known.code].status,
    body: {
      error: {
        code: known.code,
        ...(number !== undefined && { number }),
        message: known.message,
        // details are plain JSON by the promise of AppError
        ...(known.details && { details: known.details as NonNullable<ErrorBody['error']['details']> }),
        requestId,
      },
    },
  };
}

type Words = Pick<AppError, 'code' | 'message' | 'details'>;

/** Problems carry the parameters of their sentences; other texts are found by their English template. */
function inLanguage({ code, message, details }: AppError, language: Language): Words {
  if (language === 'en') return { code, message, details };
  const problems = details?.problems;
  if (!Array.isArray(problems)) return { code, message: wordError(message, language), details };
  const words = messagesFor(language);
  const translated = problems.map((problem) =>
    problem.texts ? translateProblem(problem, words) : translateError(problem, language),
  );
  const [first] = problems;
  // The message names the first problem behind where it is.
  const isOfFirst = typeof first?.message === 'string' && message.includes(first.message);
  return {
    code,
    message: wordError(isOfFirst ? message.replace(first.message, () => translated[0].message) : message, language),
    details: { ...details, problems: translated },
  };
}
