import { didYouMean } from '../text/did-you-mean.ts';
import { ExpressionError, type TextPosition } from './expression-error.ts';

/** Values that an expression may read, by node id. */
export type Scope = Readonly<Record<string, unknown>>;
/** Keys below a node's value; numbers are list indexes, negative ones from the end. */
export type Path = readonly (string | number)[];

/** No value at this path, which differs from `null`. */
export const MISSING = Symbol('missing');

/** One key of a path: own keys of objects and indexes of lists; never inherited keys or functions. */
function readKey(value: unknown, key: string | number): unknown {
  if (value === null || typeof value !== 'object') return MISSING;
  if (Array.isArray(value)) return typeof key === 'number' ? entryOf(value, key) : MISSING;
  const found = Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : MISSING;
  return typeof found === 'function' ? MISSING : found;
}

/** Negative indexes count from the end. */
function entryOf(list: readonly unknown[], index: number): unknown {
  const found = list.at(index);
  return found === undefined || typeof found === 'function' ? MISSING : found;
}

/** The value at a path, or `MISSING`. */
export function readPath(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    current = readKey(current, key);
    if (current === MISSING) return MISSING;
  }
  return current;
}

/** The error for a missing path, with the missing key and the value found instead. */
export function missingPathError(scope: Scope, root: string, path: Path, at?: TextPosition): ExpressionError {
  if (!Object.hasOwn(scope, root)) {
    const meant = didYouMean(root, Object.keys(scope));
    return new ExpressionError('unknown-reference', `${pathText(root, path)}: there is no value of '${root}' here`, {
      hint: meant
        ? `Did you mean ${pathText(meant, path)}?`
        : `If '${root}' may be skipped, give the tag a default: {{ ${pathText(root, path)} | default: "…" }}`,
      at,
    });
  }
  let value: unknown = scope[root];
  for (const [index, key] of path.entries()) {
    const next = readKey(value, key);
    if (next === MISSING) return brokenAt(value, { root, path, index, at });
    value = next;
  }
  return new ExpressionError('unknown-reference', `${pathText(root, path)} has no value`, { at });
}

type Break = { readonly root: string; readonly path: Path; readonly index: number; readonly at: TextPosition | undefined };

function brokenAt(value: unknown, { root, path, index, at }: Break): ExpressionError {
  const holder = pathText(root, path.slice(0, index));
  const key = path[index] as string | number;
  const problem = (message: string, hint?: string) => new ExpressionError('unknown-reference', message, { at, hint });
  if (Array.isArray(value)) {
    if (typeof key === 'number') return problem(`${holder} has ${value.length} entries, so there is no ${holder}[${key}]`);
    const isSize = key === 'length' || key === 'size';
    return problem(
      `${holder} is a list, so it has no field '${key}'`,
      isSize
        ? `Write {{ ${holder} | size }}`
        : `Take one item, as in ${pathText(root, [...path.slice(0, index), ...itemAt(path, index)])}`,
    );
  }
  if (value === null || typeof value !== 'object') return problem(`${holder} is ${kindOf(value)}, so it has no field '${key}'`);
  return problem(`${holder} has no field '${key}'`, hintForField(Object.keys(value), { root, path, index }));
}

/** `first` and `last` of other template languages are indexes here; any other key is one of the first item. */
function itemAt(path: Path, index: number): Path {
  const key = path[index] as string | number;
  if (key === 'first') return [0, ...path.slice(index + 1)];
  return key === 'last' ? [-1, ...path.slice(index + 1)] : [0, key];
}

/** A hint for an unknown field: the nearest name, else all names. */
function hintForField(names: readonly string[], { root, path, index }: Pick<Break, 'root' | 'path' | 'index'>): string {
  const meant = didYouMean(String(path[index]), names);
  if (meant !== undefined) return `Did you mean ${pathText(root, [...path.slice(0, index), meant])}?`;
  return names.length > 0 ? `It has: ${listNames(names)}` : 'It is empty';
}

/** `fetch`, `['body', 0, 'a b']` as source: `fetch.body[0]["a b"]`. */
export function pathText(root: string, path: Path): string {
  let text = root;
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else text += /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** The type of a value in messages. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : 'an object';
}

/** The first names, and the number of others. */
export function listNames(names: readonly string[]): string {
  return names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ');
}
