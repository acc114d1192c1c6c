import { AppError } from '#lib/errors/app-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * The same value with `${NAME}` and `${NAME:-default}` in its strings replaced by the
 * environment's. A key (`api_key`) whose variable is missing becomes empty, so that one file serves
 * people with and without that key; any other missing variable is an error.
 * @throws {AppError} `config-invalid` naming the key and the variable
 */
export function expandVariables(value: unknown, variables: Variables, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return expandText(value, variables, path);
  if (Array.isArray(value)) return value.map((item, index) => expandVariables(item, variables, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandVariables(item, variables, [...path, key])]));
}

function expandText(text: string, variables: Variables, path: readonly string[]): string {
  return text.replaceAll(reference, (_, name: string, fallback: string | undefined) => {
    const found = variables[name] || fallback;
    if (found !== undefined) return found;
    if (path.at(-1) === 'api_key') return '';
    const key = path.join('.');
    throw new AppError(
      'config-invalid',
      `${key} refers to the environment variable ${name}, which is not set. Set it, or write \${${name}:-default}`,
      { details: { key } },
    );
  });
}

/** The positions of texts that refer to variables, such as `models.main.base_url`. */
export function findReferences(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.search(reference) === -1 ? [] : [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => findReferences(item, [...path, key]));
}
