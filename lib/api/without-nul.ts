import type { z } from 'zod';

/** For texts in bodies: PostgreSQL stores no NUL. Queries and paths with one are refused before they are read. */
export function withoutNul<S extends z.ZodType<string>>(schema: S): S {
  return schema.refine((value) => !value.includes('\0'), 'It must not contain NUL');
}
