import { AppError } from '#lib/errors/app-error.ts';
import { hasErrorCode } from './sql-state.ts';

/** `character_not_in_repertoire` and `untranslatable_character`, of a NUL in a text and in JSON. */
const SQL_STATES = ['22021', '22P05'];

/** PostgreSQL takes no NUL in any text. */
export function isUnstorableText(error: unknown): boolean {
  return hasErrorCode(error, SQL_STATES);
}

export function unstorableText(cause?: unknown): AppError {
  return new AppError('body-invalid', 'A text of the request has a NUL character, which cannot be stored. Leave it out.', {
    cause,
  });
}
