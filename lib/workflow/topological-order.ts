/**
 * Each item after all of its sources (Kahn's algorithm). Ties are in the order in which items become ready; items in
 * or behind a cycle are left out. Targets that are not among the items are ignored.
 */
export function topologicalOrder<Item>(items: readonly Item[], targetsOf: (item: Item) => readonly Item[]): Item[] {
  return topologicalLevels(items, targetsOf).flat();
}

/** As `topologicalOrder`, in levels: first the items without sources, then those whose sources are all in earlier levels. */
export function topologicalLevels<Item>(items: readonly Item[], targetsOf: (item: Item) => readonly Item[]): Item[][] {
  const pending = new Map<Item, number>(items.map((item) => [item, 0]));
  for (const item of items) for (const target of targetsOf(item)) pending.set(target, (pending.get(target) ?? 0) + 1);
  const known = new Set(items);
  const levels: Item[][] = [];
  for (let level = items.filter((item) => pending.get(item) === 0); level.length > 0; ) {
    levels.push(level);
    const next: Item[] = [];
    for (const target of level.flatMap(targetsOf)) {
      const left = (pending.get(target) ?? 0) - 1;
      pending.set(target, left);
      if (left === 0 && known.has(target)) next.push(target);
    }
    level = next;
  }
  return levels;
}
