export type MarkedValue = { readonly value: string; readonly mark: 'same' | 'added' | 'removed' };

/** The items added and removed since before; all unchanged if there was nothing before. */
export function compareLists(now: readonly string[], before: readonly string[] | undefined): MarkedValue[] {
  const known = new Set(before ?? now);
  const kept = new Set(now);
  return [
    ...now.map((value) => ({ value, mark: known.has(value) ? ('same' as const) : ('added' as const) })),
    ...(before ?? []).filter((value) => !kept.has(value)).map((value) => ({ value, mark: 'removed' as const })),
  ];
}
