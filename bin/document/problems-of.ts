import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { type DocumentProblem, documentProblemSchema } from './describe-problem.ts';

/** Problems of the document or inputs, if the request was refused for them; else empty. */
export function problemsOf(error: unknown): readonly DocumentProblem[] {
  const details = AppError.is(error) || error instanceof ApiError ? error.details : undefined;
  const parsed = z.array(documentProblemSchema).safeParse(details?.problems);
  return parsed.success ? parsed.data : [];
}
