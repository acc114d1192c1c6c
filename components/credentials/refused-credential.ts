import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const detailsSchema = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) });

/** Errors of the server for a credential: `name`, `hosts` or `fields.<name>`; `whole` for those of no single field. */
export function refusedCredential(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof ApiError && error.code === 'name-taken') return { name: errorMessage(error) };
  const details = error instanceof ApiError ? detailsSchema.safeParse(error.details) : undefined;
  const named = (details?.data?.problems ?? []).flatMap(({ path, message }) => {
    const [part, field, inside] = path.split('.');
    if (part !== 'body' || field === undefined) return [];
    if (field === 'fields') return inside === undefined ? [] : [[`fields.${inside}`, message] as const];
    return [[field, message] as const];
  });
  return named.length > 0 ? Object.fromEntries(named) : { whole: errorMessage(error) };
}
