import type { z } from 'zod';

/**
 * For texts in bodies: PostgreSQL stores no NUL, and no half of a character. Queries and paths with one are refused
 * before they are read.
 */
export function storableText<S extends z.ZodType<string>>(schema: S): S {
  return schema
    .refine((value) => !value.includes('\0'), 'It must not contain NUL')
    .refine((value) => value.isWellFormed(), 'It must not contain half of a character');
}
