/**
 * Each item after all of its sources (Kahn's algorithm); ties in the order in which items become
 * ready. Omits items in or behind a cycle, and ignores targets that are not among the items.
 */
export function topologicalOrder<Item>(items: readonly Item[], targetsOf: (item: Item) => readonly Item[]): Item[] {
  const pending = new Map<Item, number>(items.map((item) => [item, 0]));
  for (const item of items) for (const target of targetsOf(item)) pending.set(target, (pending.get(target) ?? 0) + 1);
  const known = new Set(items);
  const order = items.filter((item) => pending.get(item) === 0);
  // The list grows during iteration.
  for (const item of order) {
    for (const target of targetsOf(item)) {
      const left = (pending.get(target) ?? 0) - 1;
      pending.set(target, left);
      if (left === 0 && known.has(target)) order.push(target);
    }
  }
  return order;
}
