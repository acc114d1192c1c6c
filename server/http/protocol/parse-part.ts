import { z } from 'zod';
import { AppError, type ErrorCode } from '#lib/errors/app-error.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { otherDocument } from '#lib/workflow/read-workflow.ts';

const MAX_PROBLEMS = 100;
const MAX_VALUE_LENGTH = 200;

/**
 * Part of a request as its schema reads it.
 * @throws {AppError} `code`, with every problem's path, message and value (never a key's) in
 * `details.problems`
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { name, code = 'body-invalid' }: { name: 'params' | 'query' | 'headers' | 'body'; code?: ErrorCode | undefined },
): z.output<Schema> {
  if (name === 'params' || name === 'query') refuseNul(value as Readonly<Record<string, string>>, name);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const other = otherDocumentIn(value, parsed.error.issues);
  const issues = other
    ? [other]
    : parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? unknownIn(issue, { name, fields }) : issue));
  const problems = issues.slice(0, MAX_PROBLEMS).map((issue) => {
    const path = issue.path.map(String);
    const found = path.includes('apiKey') ? undefined : shorten(valueAt(value, path));
    return { path: [name, ...path].join('.'), message: issue.message, ...(found !== undefined && { value: found }) };
  });
  const [first] = problems;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  throw new AppError(code, `${first?.path}: ${first?.message}${more}`, { details: { problems } });
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** A workflow of a newer version or of another product, of which the single fields say nothing. */
function otherDocumentIn(value: unknown, issues: readonly z.core.$ZodIssue[]): Issue | undefined {
  const format = issues.find(({ path }) => path.at(-1) === 'format');
  const other = format && otherDocument(valueAt(value, format.path.slice(0, -1).map(String)));
  return other && { path: format.path, message: other.hint === undefined ? other.message : `${other.message}. ${other.hint}` };
}

/** These go to the database as they are, and it takes no NUL in any text. */
function refuseNul(part: Readonly<Record<string, string>>, name: string): void {
  const [key] = Object.entries(part).find(([, text]) => text.includes('\0')) ?? [];
  if (key === undefined) return;
  const problem = { path: `${name}.${key}`, message: 'It holds a NUL character (%00)' };
  throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
}

/** Zod reports unknown fields as one issue of their object; here each is an issue with its own path. */
function unknownIn(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  { name, fields }: { name: string; fields: readonly string[] },
): Issue[] {
  if (name === 'query') return keys.map((key) => ({ path: [key], message: noParameter(key, fields) }));
  const isOfRun = path.length === 0 && fields.includes('inputs');
  const message = isOfRun
    ? 'There is no such field here: inputs of the workflow belong under inputs'
    : 'There is no such field here';
  return keys.map((key) => ({ path: [...path, key], message }));
}

function noParameter(key: string, names: readonly string[]): string {
  const meant = didYouMean(key, names);
  if (meant !== undefined) return `There is no such parameter here. Did you mean ${meant}?`;
  return names.length === 0
    ? 'This operation has no parameters'
    : `There is no such parameter here. There are: ${names.join(', ')}`;
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
