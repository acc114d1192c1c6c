import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';

const detailsSchema = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) });

/** Errors of the server for single inputs, by name; empty if it refused the run for another reason. */
export function refusedInputs(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'inputs-invalid') return {};
  const details = detailsSchema.safeParse(error.details);
  if (!details.success) return {};
  const named = details.data.problems.map(({ path, message }) => [/(?:^|\.)inputs\.([^.]+)/.exec(path)?.[1], message]);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}
