import { type UsageGrouping, usageGroupings } from '#lib/api/usage.contract.ts';

export const usageRanges = ['7', '30', '90', '365'] as const;
export type UsageRange = (typeof usageRanges)[number];

/** What the address of the page says. */
export type UsageAddress = {
  /** Days up to today. */
  readonly range: UsageRange;
  readonly group: UsageGrouping;
  /** Only runs of this deployment. */
  readonly slug: string | undefined;
};

const DAY_MS = 86_400_000;
const SLUG = /^[a-z0-9-]{1,63}$/;

/** What it does not know is the default: 30 days by surface. */
export function readUsageAddress(query: Readonly<Record<string, string | string[] | undefined>>): UsageAddress {
  const one = (name: string) => [query[name]].flat()[0];
  return {
    range: usageRanges.find((range) => range === one('days')) ?? '30',
    group: usageGroupings.find((group) => group === one('group')) ?? 'surface',
    slug: SLUG.test(one('slug') ?? '') ? one('slug') : undefined,
  };
}

export function formatUsageAddress({ range, group, slug }: UsageAddress): string {
  return `?${new URLSearchParams({ days: range, group, ...(slug !== undefined && { slug }) })}`;
}

/** The query of the report, whose last day is today in UTC. */
export function toUsageQuery({ range, group, slug }: UsageAddress, nowMs: number) {
  const from = new Date(nowMs - (Number(range) - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from, group, ...(slug !== undefined && { slug }) };
}
