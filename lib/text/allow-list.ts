/**
 * A list of allowed names after one was switched on or off.
 * @param allowed null for all
 * @returns null where all are allowed, so that names that are added later are, too
 */
export function withAllowed(
  all: readonly string[],
  allowed: readonly string[] | null,
  { name, isAllowed }: { readonly name: string; readonly isAllowed: boolean },
): string[] | null {
  const others = (allowed ?? all).filter((one) => one !== name);
  const next = isAllowed ? [...others, name] : others;
  return all.every((one) => next.includes(one)) ? null : next;
}
