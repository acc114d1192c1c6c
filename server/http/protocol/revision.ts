import { AppError } from '#lib/errors/app-error.ts';

/** A revision as the validator of HTTP caches. */
export function revisionHeaders(revision: number): { etag: string } {
  return { etag: `"${revision}"` };
}

/**
 * The revision an `If-Match` names: `3`, `"3"` or `W/"3"`, since proxies that compress make an ETag weak.
 * @throws {AppError} `revision-required` without one, `body-invalid` for anything else
 */
export function parseIfMatch(header: string | undefined): number {
  if (header === undefined) {
    throw new AppError('revision-required', 'Say in If-Match which revision you changed; GET the workflow to see the newest.');
  }
  const match = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim());
  if (match) return Number(match[2]);
  const message = 'If-Match is a revision, as 3 or "3"';
  throw new AppError('body-invalid', `headers.if-match: ${message}`, {
    details: { problems: [{ path: 'headers.if-match', message, value: header }] },
  });
}
