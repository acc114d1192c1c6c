import { AppError } from '#lib/errors/app-error.ts';

/**
 * When a new key expires; null for never.
 * @throws {AppError} `body-invalid` for a time that is past
 */
export function readExpiry(expiresAt: string | undefined, nowMs: number): Date | null {
  if (expiresAt === undefined) return null;
  const at = new Date(expiresAt);
  if (at.getTime() > nowMs) return at;
  const problem = { path: 'body.expiresAt', message: 'This time is past', value: expiresAt };
  throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
}
