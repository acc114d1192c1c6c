/** One thing that can be picked. */
export type PickItem = {
  readonly id: string;
  readonly label: string;
  /** Shown next to it: the group it belongs to. */
  readonly hint?: string;
  /** Shown under it, in one line. */
  readonly detail?: string;
  /** Found by, and not shown. */
  readonly words?: string;
  readonly group?: string;
};

/** Items with every word of the search: that of this id first, then matches at a start, then in the label. */
export function searchItems<Item extends PickItem>(items: readonly Item[], search: string): readonly Item[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, words);
    return rank === undefined ? [] : [{ item, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

function rankOf({ id, label, hint = '', words: more = '' }: PickItem, words: readonly string[]): number | undefined {
  const title = label.toLowerCase();
  const all = `${title} ${id} ${hint} ${more}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return undefined;
  const search = words.join(' ');
  if (id.toLowerCase() === search) return -1;
  if (title.startsWith(search) || id.toLowerCase().startsWith(search)) return 0;
  return words.every((word) => title.includes(word)) ? 1 : 2;
}
