import { AppError, type ErrorCode } from '#lib/errors/app-error.ts';

/** A field of a request that a workflow cannot answer. */
export function requestProblem(field: string, message: string, code: ErrorCode = 'body-invalid'): AppError {
  const path = `body.${field}`;
  return new AppError(code, `${field}: ${message}`, { details: { problems: [{ path, message }] } });
}
