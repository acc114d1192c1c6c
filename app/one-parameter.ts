/** A parameter of an address, as Next reads it. */
export type Parameter = string | string[] | undefined;

/** The first value of a parameter that is given more than once; undefined for an empty one. */
export function oneParameter(value: Parameter): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
