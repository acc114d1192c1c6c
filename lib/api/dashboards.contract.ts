import { z } from 'zod';
import { isTimeZone } from '../statistics/zone-time.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';

/** Days of one dashboard. */
export const MAX_DASHBOARD_DAYS = 92;
/** Rows of each of its tables. */
export const MAX_DASHBOARD_ROWS = 20;

const count = z.int().nonnegative();
const ms = z.number().nonnegative().nullable();

const numbers = {
  runs: count.meta({ description: 'Runs that were created in that time, tests of single nodes apart.' }),
  succeeded: count,
  failed: count,
  cancelled: count,
  open: count.meta({ description: 'Runs that have not ended: queued, running or waiting.' }),
  p50Ms: ms.meta({ description: 'Median duration without waits of the runs that ended, to 2 %; null if none did.' }),
  p95Ms: ms,
  firstTokenMs: ms.meta({ description: 'Median time of the model calls to their first token; null without any.' }),
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative().nullable().meta({ description: 'null if no run has a known cost, which is not $0.' }),
  pricedRuns: count.meta({ description: 'Runs with a known cost.' }),
  unpricedRuns: count.meta({ description: 'Runs with tokens of a model without a price, which `costUsd` does not include.' }),
  liked: count,
  rated: count,
};
const numbersSchema = z.object(numbers).register(components, { id: 'DashboardNumbers' });
export type DashboardNumbers = z.output<typeof numbersSchema>;

const pointSchema = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime().meta({ description: 'The start of the next one.' }),
    isSoFar: z.boolean().meta({ description: 'It is not over.' }),
    ...numbers,
    models: z.array(z.object({ model: z.string(), costUsd: z.number().nullable() })),
  })
  .register(components, { id: 'DashboardPoint' });
export type DashboardPoint = z.output<typeof pointSchema>;

export const dashboardMeasures = ['success', 'p50', 'p95', 'firstToken', 'costPerRun', 'feedback'] as const;
export type DashboardMeasure = (typeof dashboardMeasures)[number];

const differenceSchema = z
  .object({
    measure: z.enum(dashboardMeasures),
    value: z.number().nullable().meta({ description: 'Of shares as a share, of durations in milliseconds, of cost in USD.' }),
    low: z.number().nullable().meta({ description: 'The 95 % interval; null if there are too few runs for one.' }),
    high: z.number().nullable(),
    verdict: z
      .enum(['better', 'worse', 'none'])
      .meta({ description: '`none`: the interval contains zero, or there is none: no evidence yet.' }),
  })
  .register(components, { id: 'DashboardDifference' });
export type DashboardDifference = z.output<typeof differenceSchema>;

const groupSchema = z
  .object({
    id: z.string().meta({ description: 'Id of a workflow or key, slug, number of a version, or name of a model.' }),
    name: z.string().nullable().meta({ description: 'Of a workflow or key; null if it was deleted, and for others.' }),
    ...numbers,
  })
  .register(components, { id: 'DashboardGroup' });
export type DashboardGroup = z.output<typeof groupSchema>;

const dashboardSchema = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    zone: z.string(),
    step: z.enum(['hour', 'day']),
    asOf: z.iso.datetime(),
    storedSince: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Creation of the oldest run that is stored. Runs before were deleted; their numbers stay.' }),
    total: numbersSchema,
    points: z.array(pointSchema),
    before: z
      .object({
        total: numbersSchema.meta({ description: 'Up to the same time as `total`, to half an hour.' }),
        points: z.array(pointSchema).meta({ description: 'As many as `points`, each as long before.' }),
        changes: z.array(differenceSchema).meta({ description: 'What has changed since.' }),
      })
      .nullable(),
    hours: z
      .array(z.array(count.nullable()))
      .meta({ description: 'Runs by weekday, from Monday, and hour of the zone; null where the range has no such hour.' }),
    models: z.array(
      z.object({
        model: z.string(),
        calls: count,
        tokens: z.number().nonnegative(),
        costUsd: z.number().nonnegative().nullable().meta({ description: 'null if the model has no price.' }),
      }),
    ),
    nodes: z
      .array(
        z.object({
          workflowId: z.string().nullable(),
          nodeId: z.string(),
          label: z.string().meta({ description: 'Its label in the current document, else its id.' }),
          count: count.meta({ description: 'How often it was executed.' }),
          failed: count,
          p50Ms: z.number(),
          p95Ms: z.number(),
          totalMs: z.number(),
        }),
      )
      .nullable()
      .meta({
        description: `Without waits; at most ${MAX_DASHBOARD_ROWS}, those with the most time in all first. null with \`model\` or \`key\`, which their sums do not know.`,
      }),
    errors: z
      .array(
        z.object({
          code: z.string(),
          nodeId: z.string().nullable(),
          nodeLabel: z
            .string()
            .nullable()
            .meta({ description: 'Label in the document of the last run, with the id if several nodes have it.' }),
          text: z.string().meta({ description: 'The message of the last one, shortened.' }),
          count,
          counts: z.array(count).meta({ description: 'By point.' }),
          lastAt: z.iso.datetime(),
          lastRunId: z.string(),
        }),
      )
      .meta({ description: `At most ${MAX_DASHBOARD_ROWS}, most frequent first.` }),
    workflows: z.array(groupSchema).meta({ description: 'Of a dashboard of the workspace; most runs first.' }),
    keys: z.array(groupSchema),
    byModel: z.array(groupSchema).meta({ description: 'Runs that called the model.' }),
    versions: z.array(groupSchema).meta({ description: 'Of a dashboard of a workflow or endpoint; the newest first.' }),
    versus: z
      .object({
        base: z.string().meta({ description: 'The older version.' }),
        other: z.string(),
        differences: z.array(differenceSchema),
        runsToDecide: count
          .nullable()
          .meta({ description: 'How many more runs of `other` decide success; null if none or unknown.' }),
      })
      .nullable()
      .meta({ description: 'The two newest versions with runs side by side.' }),
  })
  .register(components, { id: 'Dashboard' });
export type DashboardResource = z.output<typeof dashboardSchema>;

const query = z
  .object({
    from: z.iso.datetime({ offset: true }).meta({ description: 'The range begins with the day, or hour, of this moment.' }),
    to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Defaults to now.' }),
    zone: z.string().max(64).refine(isTimeZone, 'Set the name of a time zone, such as Europe/Berlin').default('UTC').meta({
      description:
        'Whose days and hours are meant. Sums are of half hours: in zones with quarters a day begins up to 15 minutes late.',
    }),
    step: z.enum(['hour', 'day']).optional().meta({ description: 'Defaults to hours for up to two days.' }),
    compare: z
      .enum(['before', 'none'])
      .default('before')
      .meta({ description: '`before`: with the time of the same length before.' }),
    workflowId: z.string().max(100).optional(),
    slug: slugSchema.optional().meta({ description: 'Instead of `workflowId`: one endpoint.' }),
    version: z.coerce.number().int().positive().max(2_147_483_647).optional().meta({
      description: 'Only runs of this version of the workflow or endpoint. One of `version`, `model` and `key` at a time.',
    }),
    model: z.string().min(1).max(200).optional().meta({ description: 'Only runs that called this model.' }),
    key: z.string().min(1).max(100).optional().meta({ description: 'Only runs that were started with the key of this id.' }),
  })
  .refine(({ workflowId, slug }) => workflowId === undefined || slug === undefined, {
    path: ['slug'],
    message: 'Set workflowId or slug, not both',
  })
  .refine(({ version, model, key }) => [version, model, key].filter((one) => one !== undefined).length <= 1, {
    path: ['version'],
    message: 'Set one of version, model and key',
  })
  .refine(({ version, workflowId, slug }) => version === undefined || workflowId !== undefined || slug !== undefined, {
    path: ['version'],
    message: 'Set workflowId or slug as well',
  });
export type DashboardQuery = z.output<typeof query>;

const description = `Numbers of the runs of a workspace, workflow or endpoint for at most ${MAX_DASHBOARD_DAYS} days. They are kept as sums by half hour, which ended runs are added to within seconds; runs that are deleted later stay in them.`;

export const getDashboard = defineContract({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/v1/dashboard',
  tag: 'system',
  summary: 'Get the numbers of a dashboard',
  description,
  query,
  results: { 200: { description: 'The numbers.', body: dashboardSchema } },
  errors: [],
});

export const exportDashboard = defineContract({
  name: 'exportDashboard',
  method: 'GET',
  path: '/api/v1/dashboard.csv',
  tag: 'system',
  summary: 'Export the numbers of a dashboard',
  description: 'Its points as CSV (UTF-8, RFC 4180).',
  query,
  results: { 200: { description: 'A CSV file.', isFile: true, mediaType: 'text/csv' } },
  errors: [],
});
