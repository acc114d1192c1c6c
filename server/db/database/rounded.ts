import { constant, type Sql } from './sql.ts';

/** A sum of USD to a billionth: sums of binary fractions have digits that none of their parts has. */
export function toBillionth(sum: string): Sql {
  return constant(`round((${sum})::numeric, 9)::float8`);
}

/** Milliseconds to a microsecond; null stays. */
export function toMicrosecond(ms: string): Sql {
  return constant(`round((${ms})::numeric, 3)::float8`);
}
