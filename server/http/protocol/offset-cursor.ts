import { AppError } from '#lib/errors/app-error.ts';

/** The place of the next page in a list that has an order of its own. */
export function nextCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

/** @throws {AppError} `body-invalid` for a cursor that no list answered */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError('body-invalid', 'cursor is not one that a list has answered with. Leave it out for the first page.');
}
