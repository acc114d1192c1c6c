import type { ErrorBody } from '#lib/api/error-body.ts';
import { AppError, errorCodes } from '#lib/errors/app-error.ts';

/** An error as the API answers it. What is no `AppError` is `internal`, and nothing of it is told. */
export function toErrorAnswer(error: unknown, requestId: string): { status: number; body: ErrorBody } {
  const known = AppError.is(error)
    ? error
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
