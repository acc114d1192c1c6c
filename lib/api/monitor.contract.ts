import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

export const monitorRanges = ['hour', 'day', 'week', 'month'] as const;
const monitorRangeSchema = z.enum(monitorRanges);
export type MonitorRange = z.output<typeof monitorRangeSchema>;

const count = z.int().nonnegative();

const stepSchema = z.object({
  at: z.iso.datetime().meta({ description: 'When the step begins.' }),
  succeeded: count,
  failed: count,
  cancelled: count,
  open: count.meta({ description: 'Not ended yet.' }),
  p50Ms: z.number().nullable().meta({ description: 'Half of the runs that ended took no longer; null when none did.' }),
  p95Ms: z.number().nullable(),
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative(),
});
export type MonitorStep = z.output<typeof stepSchema>;

const callsSchema = z.object({
  kind: z.enum(['tool', 'model']),
  name: z.string(),
  count,
  failed: count,
  averageMs: z.number().nonnegative(),
  cells: z
    .array(z.object({ step: count.meta({ description: 'Index into `steps`.' }), count, failed: count }))
    .meta({ description: 'Steps in which there were calls.' }),
});
export type MonitorCalls = z.output<typeof callsSchema>;

const liveRunSchema = z.object({
  runId: z.string(),
  workflowName: z.string(),
  status: z.enum(['queued', 'running', 'waiting']),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  processId: z.string().nullable().meta({ description: 'The process that holds it; null while none does.' }),
});

const processSchema = z.object({
  id: z.string(),
  kind: z.enum(['web', 'worker']),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  beatAgeMs: z.number().meta({ description: 'Since it last renewed its lease; 0 for the process that answers.' }),
  runs: count.meta({ description: 'Runs it holds, of all workspaces.' }),
  isThis: z.boolean().meta({ description: 'It is the process that answers.' }),
  usage: z
    .object({
      version: z.string(),
      cpuShare: z.number().meta({ description: 'Of one core.' }),
      memoryBytes: z.number(),
      loopDelayMs: z.number().meta({ description: 'The longest hold-up of the event loop since the beat before.' }),
    })
    .nullable(),
});
export type MonitorProcess = z.output<typeof processSchema>;

const monitorSchema = z
  .object({
    range: monitorRangeSchema,
    stepMs: count,
    steps: z.array(stepSchema).meta({ description: 'Runs by when they were made, oldest step first, without gaps.' }),
    calls: z.array(callsSchema).meta({ description: 'At most 30, the most called first. A few seconds behind.' }),
    errors: z
      .array(z.object({ code: z.string(), count, lastRunId: z.string() }))
      .meta({ description: 'Of failed runs, at most 20, the most frequent first.' }),
    live: z.object({
      queued: count,
      running: count,
      waiting: count,
      runs: z.array(liveRunSchema).meta({ description: 'At most 50: running first, then queued, then waiting.' }),
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
  summary: 'What runs now and what ran, by time',
  description: 'Runs, calls and errors of the workspace, and the processes that run them.',
  query: z.object({ range: monitorRangeSchema.default('day') }),
  results: { 200: { description: 'As it is now.', body: monitorSchema } },
  errors: [],
});
