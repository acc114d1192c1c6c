import type { z } from 'zod';
import { AppError, type ErrorCode } from '#lib/errors/app-error.ts';

const MAX_PROBLEMS = 100;
const MAX_VALUE_LENGTH = 200;

/**
 * Part of a request as its schema reads it.
 * @throws {AppError} `code`, with every problem's path, message and value in `details.problems`
 */
export function parsePart(
  schema: z.ZodType,
  value: unknown,
  { name, code = 'body-invalid' }: { name: 'params' | 'query' | 'headers' | 'body'; code?: ErrorCode | undefined },
): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const path = issue.path.map(String);
    const found = shorten(valueAt(value, path));
    return { path: [name, ...path].join('.'), message: issue.message, ...(found !== undefined && { value: found }) };
  });
  const [first] = problems;
  const more = parsed.error.issues.length > 1 ? ` (and ${parsed.error.issues.length - 1} more)` : '';
  throw new AppError(code, `${first?.path}: ${first?.message}${more}`, { details: { problems } });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text === undefined || text.length <= MAX_VALUE_LENGTH) return value;
  return `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}
