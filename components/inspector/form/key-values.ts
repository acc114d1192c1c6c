import type { FieldReading } from '#components/inspector/field/field-text.ts';

export type NamedValue = readonly [name: string, value: unknown];
type Values = Readonly<Record<string, unknown>>;

/** Renames one key and keeps the order of keys; or returns why the name is not allowed. */
export function renameValue(
  values: Values,
  from: string,
  to: string,
): { values: Values } | Extract<FieldReading, { problem: unknown }> {
  if (to === '') return { problem: 'name-empty' };
  // Such a key is lost when the object is copied, so documents with it are refused.
  if (to === '__proto__') return { problem: 'name-refused', values: { name: to } };
  if (to !== from && Object.hasOwn(values, to)) return { problem: 'name-taken', values: { name: to } };
  return { values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name === from ? to : name, value])) };
}

/** A name that no value has yet: `value`, `value_2` and so on. */
export function freeName(taken: Iterable<string>, base = 'value'): string {
  const names = new Set(taken);
  if (!names.has(base)) return base;
  let number = 2;
  while (names.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}
