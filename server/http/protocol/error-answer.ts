import type { ErrorBody } from '#lib/api/error-body.ts';
import { AppError, type ErrorCode, errorCodes } from '#lib/errors/app-error.ts';
import { errorNumber } from '#lib/errors/error-numbers.ts';
import { privateHostOf } from '#lib/errors/private-host-of.ts';
import type { Language } from '#lib/i18n/language.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { translateError, wordError } from '#lib/i18n/word-error.ts';
import { translateProblem } from '#lib/i18n/word-problem.ts';
import { visitorError } from '#lib/run/what-leaves.ts';
import { diskFull, isDiskFull } from '../../db/database/disk-full.ts';
import { isUnstorableText, unstorableText } from '../../db/database/unstorable-text.ts';

/**
 * The response body of an error, with workflow problems in the requested language. Errors that are
 * not an `AppError` become `internal`, without details.
 */
export function toErrorAnswer(error: unknown, requestId: string, language: Language = 'en'): { status: number; body: ErrorBody } {
  const known = inLanguage(knownError(error), language);
  const number = errorNumber(known.code);
  const privateHost = privateHostOf(error);
  const details = privateHost === undefined ? known.details : { ...known.details, privateHost };
  return {
    status: errorCodes[known.code].status,
    body: {
      error: {
        code: known.code,
        ...(number !== undefined && { number }),
        message: known.message,
        // details are plain JSON by the promise of AppError
        ...(details && { details: details as NonNullable<ErrorBody['error']['details']> }),
        requestId,
      },
    },
  };
}

/** What failed in the database for a reason that the caller may know. */
function knownError(error: unknown): AppError {
  if (AppError.is(error)) return error;
  if (isDiskFull(error)) return diskFull(error);
  if (isUnstorableText(error)) return unstorableText(error);
  return new AppError('internal', 'Something went wrong on the server. Its log has the details under this request id.');
}

/** Errors that a visitor can do something about, or that say nothing of the workflow. */
const VISITOR_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'approval-not-found',
  'authentication-failed',
  'body-invalid',
  'body-timeout',
  'body-too-large',
  'content-type-unsupported',
  'disk-full',
  'document-unusable',
  'host-refused',
  'idempotency-key-reused',
  'inputs-invalid',
  'method-not-allowed',
  'name-taken',
  'not-found',
  'origin-refused',
  'permission-denied',
  'rate-limited',
  'run-active',
  'run-ended',
  'run-not-found',
  'unavailable',
]);

/** An error as a visitor of a page may read it: any other is one sentence, with an id for the people of the page. */
export function forVisitor(error: unknown, requestId: string): unknown {
  const known = knownError(error);
  if (VISITOR_CODES.has(known.code)) return known;
  return new AppError('internal', visitorError(requestId, 'en').message);
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
