/** When a conversation was last continued, as people say it. */
export type DayGroup = 'today' | 'yesterday' | 'week' | 'month' | 'older';
export type Grouped<Item> = { readonly group: DayGroup; readonly items: readonly Item[] };

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** Items in their order, latest first, in groups of the days of the reader. */
export function groupByDay<Item extends { readonly updatedAt: string }>(items: readonly Item[], now: Date): Grouped<Item>[] {
  const groups: { group: DayGroup; items: Item[] }[] = [];
  for (const item of items) {
    const group = groupOf(new Date(item.updatedAt), now);
    const last = groups.at(-1);
    if (last?.group === group) last.items.push(item);
    else groups.push({ group, items: [item] });
  }
  return groups;
}

function groupOf(at: Date, now: Date): DayGroup {
  // Days of the calendar, not spans of 24 hours; rounded, since a day may have 23 or 25 of them.
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days <= WEEK_DAYS) return 'week';
  return days <= MONTH_DAYS ? 'month' : 'older';
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
