import type { z } from 'zod';

/** Refuses the one character that PostgreSQL stores in no text. For texts in bodies: queries and paths never contain it. */
export function withoutNul<S extends z.ZodType<string>>(schema: S): S {
  return schema.refine((value) => !value.includes('\0'), 'It must not contain NUL');
}
