import { AppError } from '#lib/errors/app-error.ts';

/** The same for no deployment and for a page that is off, so that it does not reveal which there are. */
export function chatPageNotFound(slug: string): AppError {
  return new AppError('not-found', `There is no chat page ${slug}.`);
}
