import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

export const monitorRanges = ['hour', 'day', 'week', 'month'] as const;
const monitorRangeSchema = z.enum(monitorRanges);
export type MonitorRange = z.output<typeof monitorRangeSchema>;

const count = z.int().nonnegative();

const bucketSchema = z.object({
  at: z.iso.datetime().meta({ description: 'Start of the period.' }),
  succeeded: count,
  failed: count,
  cancelled: count,
  open: count.meta({ description: 'Runs that have not ended.' }),
  p50Ms: z.number().nullable().meta({ description: 'Median duration of the runs that ended; null if none ended.' }),
  p95Ms: z.number().nullable().meta({ description: '95th percentile of the duration.' }),
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative(),
  pricedRuns: count.meta({ description: 'Runs with a known cost; with 0 of them `costUsd` is unknown.' }),
});
export type MonitorBucket = z.output<typeof bucketSchema>;

const callsSchema = z.object({
  kind: z.enum(['tool', 'model']),
  name: z.string(),
  count,
  failed: count,
  averageMs: z.number().nonnegative(),
  cells: z
    .array(z.object({ step: count.meta({ description: 'Index into `steps`.' }), count, failed: count }))
    .meta({ description: 'Periods with at least one call.' }),
});
export type MonitorCalls = z.output<typeof callsSchema>;

const liveRunSchema = z.object({
  runId: z.string(),
  workflowName: z.string(),
  status: z.enum(['queued', 'running', 'waiting']),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  processId: z.string().nullable().meta({ description: 'The process that executes the run; null if none does.' }),
});

const processSchema = z.object({
  id: z.string(),
  kind: z.enum(['web', 'worker']),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  beatAgeMs: z.number().meta({ description: 'Time since its last heartbeat; 0 for the process that responds.' }),
  runs: count.meta({ description: 'Runs that it executes, of all workspaces.' }),
  isThis: z.boolean().meta({ description: 'True for the process that responds.' }),
  usage: z
    .object({
      version: z.string(),
      cpuShare: z.number().meta({ description: 'Share of one CPU core.' }),
      memoryBytes: z.number(),
      loopDelayMs: z.number().meta({ description: 'Longest delay of the event loop since the previous heartbeat.' }),
    })
    .nullable(),
});
export type MonitorProcess = z.output<typeof processSchema>;

const monitorSchema = z
  .object({
    range: monitorRangeSchema,
    stepMs: count.meta({ description: 'Length of a period.' }),
    steps: z
      .array(bucketSchema)
      .meta({ description: 'Runs by creation time, in periods of `stepMs`, oldest first, without gaps.' }),
    calls: z.array(callsSchema).meta({ description: 'At most 30, most calls first. Delayed by a few seconds.' }),
    errors: z
      .array(z.object({ code: z.string(), count, lastRunId: z.string() }))
      .meta({ description: 'Errors of failed runs, at most 20, most frequent first.' }),
    live: z.object({
      queued: count,
      running: count,
      waiting: count,
      runs: z.array(liveRunSchema).meta({ description: 'At most 50: running, then queued, then waiting.' }),
    }),
    processes: z.array(processSchema),
  })
  .register(components, { id: 'Monitor' });
export type MonitorResource = z.output<typeof monitorSchema>;

export const getMonitor = defineContract({
  name: 'getMonitor',
  method: 'GET',
  path: '/api/v1/monitor',
  tag: 'system',
  summary: 'Get monitoring data',
  description: 'Runs, calls and errors of the workspace over time, active runs, and the processes that execute them.',
  query: z.object({ range: monitorRangeSchema.default('day') }),
  results: { 200: { description: 'The current data.', body: monitorSchema } },
  errors: [],
});
