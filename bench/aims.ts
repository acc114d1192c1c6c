/** A measured value and its bound. `holds`: the value is within the bound. */
export interface Aim {
  name: string;
  value: number;
  aim: number;
  holds: boolean;
}

type Bound = { atMost: number } | { atLeast: number };

/** Compares `value` with a bound. NaN never holds. */
export function aim(name: string, value: number, bound: Bound): Aim {
  if ('atMost' in bound) return { name, value, aim: bound.atMost, holds: value <= bound.atMost };
  return { name, value, aim: bound.atLeast, holds: value >= bound.atLeast };
}

/** The middle value; NaN of an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The value that the given share of the list does not exceed, by nearest rank; NaN of an empty list. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
