import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const detailsSchema = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) });

/** Messages by field of a form; `whole` for what concerns no single field. */
export type Refusal = Readonly<Record<string, string>>;

type FieldsOfRequest = {
  /** The field that is sent at a path of the request, as `body.url`. */
  readonly fieldOf: (path: string) => string | undefined;
  /** The field whose value another entry has, when the server says `name-taken`. */
  readonly nameField?: string | undefined;
};

/** The private host that a request was refused, for `AllowHost`. */
export function refusedHostOf(error: unknown): string | undefined {
  const host = error instanceof ApiError ? error.details?.privateHost : undefined;
  return typeof host === 'string' ? host : undefined;
}

/** Why a form was not stored, each message at its field. Messages for other parts of the request are not lost. */
export function readRefusal(error: unknown, { fieldOf, nameField }: FieldsOfRequest): Refusal {
  const whole = { whole: errorMessage(error) };
  if (!(error instanceof ApiError)) return whole;
  if (error.code === 'name-taken' && nameField !== undefined) return { [nameField]: errorMessage(error) };
  const problems = detailsSchema.safeParse(error.details).data?.problems ?? [];
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of problems) {
    const field = fieldOf(path);
    if (field === undefined) others.push(`${namedPart(path)}: ${message}`);
    else if (!named.has(field)) named.set(field, message);
  }
  // The message of the server is the first of the problems, unless it says more than these.
  if (named.size === 0 && !errorMessage(error).startsWith(`${problems[0]?.path}: `)) return whole;
  return { ...Object.fromEntries(named), ...(others.length > 0 && { whole: others.join('\n') }) };
}

/** `price.input` for `body.price.input`: which part of the request it is in says nothing to readers. */
function namedPart(path: string): string {
  return path.slice(path.indexOf('.') + 1);
}

/** The part of a path that is a field of a draft: `limits.maxSteps` for `body.limits.maxSteps`, `maxSteps` is one. */
export function fieldInDraft(draft: object, path: string): string | undefined {
  return path
    .split('.')
    .slice(1)
    .find((part) => Object.hasOwn(draft, part));
}
