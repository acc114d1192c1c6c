/** What can be compared: the draft, or a version by its number. */
export type VersionChoice = 'draft' | number;

export function readChoice(text: string | null): VersionChoice | undefined {
  if (text === 'draft') return 'draft';
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** The default comparison: a version with the one before; the draft with the live version, else with the newest. */
export function choiceBefore(
  after: VersionChoice,
  { numbers, hasMore, live }: { numbers: readonly number[]; hasMore: boolean; live: number | undefined },
): VersionChoice | undefined {
  if (after === 'draft') return live ?? numbers[0];
  // Versions are numbered without gaps, and the one before the oldest of the list is not in it.
  return numbers.find((number) => number < after) ?? (hasMore && after > 1 ? after - 1 : undefined);
}
