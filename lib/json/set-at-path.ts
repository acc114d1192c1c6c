export type FieldPath = readonly (string | number)[];

/**
 * A copy of a JSON value with another value at a path. `undefined` removes the key or the item. Missing objects on the
 * path are created.
 */
export function setAtPath(value: unknown, [key, ...rest]: FieldPath, next: unknown): unknown {
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const items = Array.isArray(value) ? value : [];
    const item = setAtPath(items[key], rest, next);
    return item === undefined ? items.toSpliced(key, 1) : items.toSpliced(key, 1, item);
  }
  const fields = isRecord(value) ? value : {};
  const field = setAtPath(fields[key], rest, next);
  if (field !== undefined) return { ...fields, [key]: field };
  const { [key]: _, ...others } = fields;
  return others;
}

/** The value at a path; `undefined` where there is none. */
export function valueAtPath(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return typeof key === 'number' ? at[key] : undefined;
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
