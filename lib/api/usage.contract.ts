import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';

export const usageGroupings = ['surface', 'client', 'key', 'deployment', 'day'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** Groups of one report; the others are counted in its total alone. */
export const MAX_USAGE_GROUPS = 200;
/** Days of one report. */
export const MAX_USAGE_DAYS = 366;

const count = z.int().nonnegative();

const numbers = {
  runs: count,
  failed: count,
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative().meta({ description: 'Models without a price are not counted.' }),
  pricedRuns: count.meta({ description: 'Runs with a known cost; with 0 of them `costUsd` is unknown.' }),
  p50Ms: z
    .number()
    .nullable()
    .meta({ description: 'Median duration, waits included, of the runs that ended; null if none did.' }),
  p95Ms: z.number().nullable(),
};

const groupSchema = z
  .object({
    id: z.string().nullable().meta({
      description:
        'Surface, name of the client, id of the key, slug, or day. null: a run without one, such as a run of a draft without a deployment.',
    }),
    name: z.string().nullable().meta({ description: 'The name of a key; null if it was deleted, and for other groups.' }),
    ...numbers,
  })
  .register(components, { id: 'UsageGroup' });
export type UsageGroup = z.output<typeof groupSchema>;

const daySchema = z.object({ day: z.iso.date(), ...numbers });
export type UsageDay = z.output<typeof daySchema>;

const reportSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    group: z.enum(usageGroupings),
    total: z.object(numbers),
    groups: z.array(groupSchema).meta({ description: `Most runs first, at most ${MAX_USAGE_GROUPS}; days in order.` }),
    hasMore: z.boolean().meta({ description: 'There are more groups; their runs are in `total` and `days`.' }),
    days: z.array(daySchema).meta({ description: 'Every day (UTC) of the range, in order.' }),
  })
  .register(components, { id: 'UsageReport' });
export type UsageReport = z.output<typeof reportSchema>;

const query = z.object({
  from: z.iso.date().optional().meta({ description: 'First day (UTC). Defaults to 29 days before `to`.' }),
  to: z.iso.date().optional().meta({ description: 'Last day (UTC). Defaults to today.' }),
  group: z.enum(usageGroupings).default('surface'),
  slug: slugSchema.optional().meta({ description: 'Only runs of this deployment.' }),
});
export type UsageQuery = z.output<typeof query>;

export const getUsageReport = defineContract({
  name: 'getUsageReport',
  method: 'GET',
  path: '/api/v1/usage/report',
  tag: 'system',
  summary: 'Get the usage of a range of days',
  description: `Runs by the interface, client, key or deployment that started them, for at most ${MAX_USAGE_DAYS} days. Runs that were deleted, by hand or by the retention of the server, are not counted.`,
  query,
  results: { 200: { description: 'The report.', body: reportSchema } },
  errors: [],
});

export const exportUsage = defineContract({
  name: 'exportUsage',
  method: 'GET',
  path: '/api/v1/usage/report.csv',
  tag: 'system',
  summary: 'Export the usage of a range of days',
  description: 'The groups of the same report as CSV (UTF-8, RFC 4180).',
  query,
  results: { 200: { description: 'A CSV file.', isFile: true, mediaType: 'text/csv' } },
  errors: [],
});
