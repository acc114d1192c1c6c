import { constant, type Sql, sql } from './sql.ts';

/** A value to be stored in a packed column. */
export type Packed = string | number | null;

const SEPARATOR = '\x1e';
const NULL = '\x1f';
const REPLACEMENT = '\ufffd';

/**
 * A column of any number of rows as one text, for `string_to_array($1, E'\x1e', E'\x1f')` on the
 * other side: no array escaping, and one prepared statement fits any count. JSON text never holds a
 * raw control character. Other text that holds a separator, or a NUL, which PostgreSQL refuses,
 * gets U+FFFD in its place: it must not shift the rows of its neighbours.
 */
export function packColumn(values: readonly Packed[]): string {
  return values.map(packValue).join(SEPARATOR);
}

function packValue(value: Packed): string | number {
  if (value === null) return NULL;
  if (typeof value === 'number') return value;
  const isPlain = value !== NULL && !value.includes(SEPARATOR) && !value.includes('\0');
  return isPlain ? value : value.replaceAll('\0', REPLACEMENT).replaceAll(SEPARATOR, REPLACEMENT).replaceAll(NULL, REPLACEMENT);
}

/** The same as an expression of a statement. A column of one empty text is unpacked as null. */
export function packed(values: readonly Packed[], type: 'text' | 'int' | 'float8'): Sql {
  return sql`string_to_array(${packColumn(values)}, E'\\x1e', E'\\x1f')::${constant(type)}[]`;
}
