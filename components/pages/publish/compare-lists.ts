export type MarkedValue = { readonly value: string; readonly mark: 'same' | 'added' | 'removed' };

/** What is reached now, and what no longer is, against what was before; all of it the same when there was nothing before. */
export function compareLists(now: readonly string[], before: readonly string[] | undefined): MarkedValue[] {
  const known = new Set(before ?? now);
  const kept = new Set(now);
  return [
    ...now.map((value) => ({ value, mark: known.has(value) ? ('same' as const) : ('added' as const) })),
    ...(before ?? []).filter((value) => !kept.has(value)).map((value) => ({ value, mark: 'removed' as const })),
  ];
}
