import { z } from 'zod';
import { jsonObjectSchema } from '../run/json-value.ts';
import { eventLevelSchema, publicEventSchema } from '../run/public-event.ts';
import { nodeErrorSchema, pendingApprovalSchema, tokenUsageSchema } from '../run/run-event.ts';
import { forkChangesSchema, forkOfSchema } from '../run/run-fork.ts';
import { endReasonSchema, runStatusSchema } from '../run/run-status.ts';
import { nodeIdSchema, workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

const EVENTS_LIMIT_DEFAULT = 500;
const EVENTS_LIMIT_MAX = 5000;

nodeErrorSchema.register(components, { id: 'NodeError' });
tokenUsageSchema.register(components, { id: 'TokenUsage' });
runStatusSchema.register(components, { id: 'RunStatus' });
publicEventSchema.register(components, { id: 'RunEvent' });

const RUN_ID_LENGTH = 100;
const SEARCH_LENGTH = 200;
/** The largest number of an `int` column. */
const MAX_INT = 2_147_483_647;

const runId = z.string().min(1).max(RUN_ID_LENGTH);
export const runIdSchema = runId;
const durationMs = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const costUsd = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const values = jsonObjectSchema;
export const valuesSchema = values;
const eventLevel = eventLevelSchema
  .default('full')
  .meta({ description: '`summary` leaves out prompts, node inputs and outputs, reasoning and arguments.' });

const nodeIds = z.array(nodeIdSchema).max(5000);
/** Which part of a workflow runs, and where it stops. */
export const partFields = {
  until: nodeIds.min(1).optional().meta({
    description:
      'Only these nodes and what comes before them run; nothing is said of the others. A node inside of a container stands for the container.',
  }),
  breakpoints: nodeIds.optional().meta({
    description: 'The run waits before each of these nodes starts, in every pass; `POST /runs/{id}/continue` lets it go on.',
  }),
};

export const startFields = {
  inputs: values.default({}).meta({ description: 'By the names the `start` node gives them.' }),
  mode: z
    .enum(['sync', 'stream', 'async'])
    .default('sync')
    .meta({ description: '`sync` waits for the end, `stream` sends events, `async` answers once the run is stored.' }),
  events: eventLevel,
};

const IDEMPOTENCY_KEY_LENGTH = 255;
/** Of every operation that starts a run. */
export const startHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_LENGTH)
    .regex(/^[\x21-\x7e]+$/, 'A key has printable ASCII characters and no spaces')
    .optional()
    .meta({
      description:
        'Whatever you choose for this one start, as a UUID. Sent again within 24 hours with the same body, it is answered with the same run and `Idempotent-Replayed: true`, also when both come at once; with another body it is refused (`idempotency-key-reused`). Each workflow and endpoint has its own keys.',
    }),
});

export const runResultSchema = z
  .object({
    runId,
    status: runStatusSchema,
    reason: z.string().optional(),
    outputs: values,
    error: nodeErrorSchema.optional(),
    usage: tokenUsageSchema,
  })
  .register(components, { id: 'RunResult' });
export type RunResult = z.output<typeof runResultSchema>;

export const runAcceptedSchema = z
  .object({ runId, statusUrl: z.string(), eventsUrl: z.string() })
  .register(components, { id: 'RunAccepted' });

export const runWaitingSchema = z
  .object({
    runId,
    status: z.literal('waiting'),
    approvals: z.array(pendingApprovalSchema).meta({ description: 'What people are asked; the run goes on once they decide.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'Paths of the nodes before which it stands.' }),
    statusUrl: z.string(),
    eventsUrl: z.string(),
  })
  .register(components, { id: 'RunWaiting' });
export type RunWaiting = z.output<typeof runWaitingSchema>;

export const startResults = {
  200: {
    description: '`sync`: the run has ended, well or not. `stream`: its events, the last one `done`.',
    body: runResultSchema,
    stream: publicEventSchema,
  },
  202: {
    description:
      '`async`: the run is stored and will end, whatever happens to this process. `sync`: it waits for a person (`status` is `waiting`).',
    body: z.union([runWaitingSchema, runAcceptedSchema]),
  },
} as const;
export const startErrors = [
  'workflow-invalid',
  'inputs-invalid',
  'model-not-found',
  'body-too-large',
  'idempotency-key-reused',
  'rate-limited',
] as const;

export const runWorkflow = defineContract({
  name: 'runWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/runs',
  tag: 'runs',
  summary: 'Run the draft of a workflow',
  params: z.object({ id: z.string().min(1).max(100) }),
  headers: startHeaders,
  body: z.strictObject({ ...startFields, ...partFields }),
  results: startResults,
  errors: ['not-found', ...startErrors],
});

export const runDocument = defineContract({
  name: 'runDocument',
  method: 'POST',
  path: '/api/v1/runs',
  tag: 'runs',
  summary: 'Run a document without saving it as a workflow',
  headers: startHeaders,
  body: z.strictObject({ document: workflowSchema, ...startFields, ...partFields }),
  results: startResults,
  errors: startErrors,
});

const nodeRunResultSchema = z
  .object({
    runId: runId.optional().meta({ description: 'Left out when the node did not validate and nothing ran.' }),
    success: z.boolean(),
    output: z.json().meta({ description: 'What the fired port carries; null when the node failed.' }),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    approvals: z
      .array(pendingApprovalSchema)
      .optional()
      .meta({ description: 'What the node waits for: then it has neither succeeded nor failed.' }),
    metadata: z.object({
      llmCalls: z.int().nonnegative(),
      toolCalls: z.int().nonnegative(),
      tokenUsage: tokenUsageSchema,
      toolName: z.string().optional(),
      processorName: z.string().optional(),
    }),
  })
  .register(components, { id: 'NodeRunResult' });

export const runNode = defineContract({
  name: 'runNode',
  method: 'POST',
  path: '/api/v1/workflows/{id}/nodes/{nodeId}/run',
  tag: 'runs',
  summary: 'Run one node alone',
  description: 'A node that fails is an answer (`success: false`), not an error.',
  params: z.object({ id: z.string().min(1).max(100), nodeId: nodeIdSchema }),
  body: z.object({ inputs: values.default({}).meta({ description: 'Values of the nodes it refers to, by node id.' }) }),
  results: {
    200: { description: 'The node has run.', body: nodeRunResultSchema },
    202: { description: 'The node waits for a person; its run goes on once they decide.', body: nodeRunResultSchema },
  },
  errors: ['not-found', 'workflow-invalid', 'inputs-invalid', 'body-too-large'],
});

const runModeSchema = z.enum(['draft', 'deployed', 'node']);

const summaryFields = {
  runId,
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: runModeSchema,
  slug: z.string().nullable().meta({ description: 'The endpoint a published run came through.' }),
  version: z.int().positive().nullable().meta({ description: 'The published version that ran.' }),
  nodeId: z.string().nullable().meta({ description: 'The node that ran alone, in mode `node`.' }),
  forkOf: forkOfSchema.nullable().meta({ description: 'The run that this one was made from.' }),
  status: runStatusSchema,
  queuePosition: z
    .int()
    .positive()
    .nullable()
    .meta({ description: 'Of a queued run: its place among those of its workspace now, 1 for the next. null for any other.' }),
  reason: endReasonSchema.nullable(),
  tokensUsed: z.int().nonnegative(),
  costUsd: z
    .number()
    .nonnegative()
    .nullable()
    .meta({ description: 'What its model calls cost; null when no model has a price.' }),
  isCostPartial: z.boolean().meta({ description: 'Some of the tokens came from models without a price.' }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
};
const runSummarySchema = z
  .object({
    ...summaryFields,
    error: z
      .object({ code: z.string(), message: z.string(), nodeId: z.string().optional() })
      .nullable()
      .meta({ description: 'Of a run that failed, in one line; the run itself has all of it.' }),
  })
  .register(components, { id: 'RunSummary' });
export type RunSummaryResource = z.output<typeof runSummarySchema>;

const runResourceSchema = z
  .object({
    ...summaryFields,
    documentHash: z.string(),
    lastSeq: z.int().nonnegative().meta({ description: 'Of the last stored event.' }),
    inputs: values,
    outputs: values.nullable().meta({ description: 'null until the run has ended.' }),
    error: nodeErrorSchema.nullable(),
    approvals: z.array(pendingApprovalSchema).meta({ description: 'What people are asked and have not decided.' }),
    forkChanges: forkChangesSchema.nullable().meta({ description: 'What makes it another run than the one it was made from.' }),
    user: z.string().nullable().meta({ description: 'For whom, as the caller said.' }),
    sessionId: z.string().nullable(),
    model: z.string().nullable().meta({ description: 'In the place of the workflow’s default model, as the caller said.' }),
    toolNames: z.array(z.string()).nullable().meta({ description: 'The only tools it may use, as the caller said.' }),
    webhook: z
      .object({
        status: z.enum(['open', 'delivered', 'given-up']),
        attempts: z.int().nonnegative().meta({ description: 'How often the end was told, or tried to be.' }),
        failure: z
          .string()
          .nullable()
          .meta({ description: 'Why the latest try came to nothing. null for a key whose endpoint shows `summary`.' }),
      })
      .nullable()
      .meta({ description: 'Where the caller asked to be told of the end: how far that is.' }),
  })
  .register(components, { id: 'Run' });
export type RunResource = z.output<typeof runResourceSchema>;

/** Several values in one query field, with commas between them. */
function listOf<Item extends z.ZodType<string, string>>(item: Item, { max }: { max: number }) {
  return z
    .string()
    .max(max * RUN_ID_LENGTH)
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(max));
}

export const listRuns = defineContract({
  name: 'listRuns',
  method: 'GET',
  path: '/api/v1/runs',
  tag: 'runs',
  summary: 'List runs, newest first',
  description:
    'Filters narrow each other. Runs that begin while you page come before your first page: none is listed twice or left out.',
  query: z.object({
    ...pageQuery,
    workflowId: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().max(MAX_INT).optional().meta({ description: 'The published version that ran.' }),
    slug: z.string().max(100).optional().meta({ description: 'The endpoint it came through.' }),
    mode: runModeSchema.optional(),
    status: listOf(runStatusSchema, { max: 6 }).optional().meta({ description: 'One or several: `failed,waiting`.' }),
    search: z
      .string()
      .max(SEARCH_LENGTH)
      .optional()
      .meta({ description: 'In the workflow’s name, the run’s id, or the code or message of its error; in any case.' }),
    from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Began at this moment or later.' }),
    before: z.iso.datetime({ offset: true }).optional().meta({ description: 'Began before this moment.' }),
    minDurationMs: durationMs
      .optional()
      .meta({ description: 'Took, or has been taking, at least this long; time waited counts.' }),
    maxDurationMs: durationMs.optional().meta({ description: 'Took at most this long; only runs that have ended.' }),
    minCostUsd: costUsd.optional().meta({
      description:
        'Its model calls cost at least this much so far, in USD. Runs of models without a price cost nothing that is known.',
    }),
    maxCostUsd: costUsd.optional().meta({ description: 'Its model calls cost at most this much; only runs with a known cost.' }),
    runIds: listOf(runId, { max: 100 }).optional().meta({ description: 'Only these, to ask how they stand: `run_a,run_b`.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(runSummarySchema) } },
  errors: [],
});

export const getRun = defineContract({
  name: 'getRun',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/runs/{id}',
  tag: 'runs',
  summary: 'One run: its status, inputs and outputs',
  params: z.object({ id: runId }),
  results: { 200: { description: 'The run as it stands.', body: runResourceSchema } },
  errors: ['run-not-found'],
});

export const getRunWorkflow = defineContract({
  name: 'getRunWorkflow',
  method: 'GET',
  path: '/api/v1/runs/{id}/workflow',
  tag: 'runs',
  summary: 'The document that a run ran',
  description: 'As it was then, whatever has become of the workflow since.',
  params: z.object({ id: runId }),
  results: {
    200: {
      description: 'The document.',
      body: z.object({ documentHash: z.string(), document: workflowSchema }).register(components, { id: 'RunWorkflow' }),
    },
  },
  errors: ['run-not-found', 'workflow-invalid'],
});

export const readRunEvents = defineContract({
  name: 'readRunEvents',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/runs/{id}/events',
  tag: 'runs',
  summary: "A run's log: live, from any point on, or as a page",
  description:
    'Server-sent events by default: `id` is the seq, the event name its type, the data JSON; the stream ends after `done`. A run that waits has such an end too, with the status `waiting`: asked for what comes after it, the stream stays open until the run goes on. `Last-Event-ID` (or `after`) leaves out what was seen. With `Accept: application/json` one page of the stored log.',
  params: z.object({ id: runId }),
  query: z.object({
    after: z.coerce.number().int().nonnegative().optional().meta({ description: 'Only events with a greater seq.' }),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(EVENTS_LIMIT_MAX)
      .default(EVENTS_LIMIT_DEFAULT)
      .meta({ description: 'About how many on a JSON page.' }),
    events: eventLevel,
  }),
  headers: z.object({
    'last-event-id': z
      .string()
      .regex(/^\d{1,15}$/, 'Last-Event-ID is the seq of the last event that was seen')
      .optional(),
    accept: z.string().optional(),
  }),
  results: {
    200: {
      description: 'The events.',
      body: z
        .object({
          items: z.array(publicEventSchema),
          nextAfter: z.int().nonnegative().meta({ description: 'Give it as `after` to go on from here.' }),
          status: runStatusSchema,
          isComplete: z.boolean().meta({ description: 'The run has ended and nothing comes after this page.' }),
        })
        .register(components, { id: 'EventPage' }),
      stream: publicEventSchema,
    },
    204: {
      description:
        'A stream was asked for and nothing is left: the run has ended and everything was seen. An `EventSource` stops here.',
    },
  },
  errors: ['run-not-found', 'rate-limited'],
});

export const stopRun = defineContract({
  name: 'stopRun',
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/runs/{id}/stop',
  tag: 'runs',
  summary: 'Stop a run',
  description: 'A run that has ended stays what it was: 409 `run-ended`, with its status in `details.status`.',
  params: z.object({ id: runId }),
  results: {
    200: { description: 'The run has let go.', body: z.object({ status: z.literal('stopped') }) },
    202: { description: 'The command is stored and will be obeyed.', body: z.object({ status: z.literal('stopping') }) },
  },
  errors: ['run-not-found', 'run-ended'],
});
