import { z } from 'zod';
import { EVENT_ID } from '../run/event-id.ts';
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
/** Maximum of an `int` column. */
const MAX_INT = 2_147_483_647;

const runId = z.string().min(1).max(RUN_ID_LENGTH);
export const runIdSchema = runId;
const durationMs = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const costUsd = z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const values = jsonObjectSchema;
export const valuesSchema = values;
const eventLevel = eventLevelSchema.default('full').meta({
  description: '`full`: all fields. `summary`: without prompts, node inputs and outputs, reasoning and tool arguments.',
});

export const nodeIds = z.array(nodeIdSchema).max(5000);
/** Selects a part of the workflow, breakpoints, and nodes to skip. */
export const partFields = {
  until: nodeIds.min(1).optional().meta({
    description:
      'Runs only these nodes and their predecessors; the run reports nothing about other nodes. A node in a container selects the whole container.',
  }),
  breakpoints: nodeIds.optional().meta({
    description: 'The run pauses before each of these nodes starts, in every iteration. `POST /runs/{id}/continue` resumes it.',
  }),
  skip: nodeIds.optional().meta({
    description:
      'These nodes end as `skipped` with the reason `effect_skipped` instead of running, in every iteration. Nodes that have no other live input are skipped with them.',
  }),
};

export const startFields = {
  inputs: values.default({}).meta({ description: 'Inputs by the names that the `start` node declares.' }),
  mode: z.enum(['sync', 'stream', 'async']).default('sync').meta({
    description:
      '`sync` responds when the run has ended or waits, `stream` sends its events, `async` responds when the run is stored.',
  }),
  events: eventLevel,
};

/** Which session a run is a turn of, and where in it. */
export const turnFields = {
  sessionId: z.string().min(1).max(200).optional().meta({
    description:
      'Name of a session, chosen by the caller. Runs of one session are its turns: they run one after the other and share its variables and conversations. A new name begins a session.',
  }),
  afterRunId: runId.optional().meta({
    description:
      'With `sessionId`: the run of the turn that this one follows, or `none` to begin anew; both branches are kept. Defaults to the latest turn.',
  }),
};

const IDEMPOTENCY_KEY_LENGTH = 255;
const lastEventId = z.string().regex(EVENT_ID, 'Last-Event-ID is the id of the last event received');
/** Headers of all operations that start a run. */
export const startHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_LENGTH)
    .regex(/^[\x21-\x7e]+$/, 'A key has printable ASCII characters and no spaces')
    .optional()
    .meta({
      description:
        'A unique value for this start, such as a UUID. The same key and body within 24 hours return the same run with `Idempotent-Replayed: true`, also for concurrent requests; the same key with another body fails with `idempotency-key-reused`. Keys are scoped to a workflow or endpoint.',
    }),
  'last-event-id': lastEventId.optional().meta({
    description:
      'With `stream`: the id of the last event that a client received before its connection was cut. The response is the rest of that run, or 204 if it has ended; no run is started.',
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
    approvals: z
      .array(pendingApprovalSchema)
      .meta({ description: 'Approvals that the run waits for. The run resumes when they are decided.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'Paths of the nodes before which the run is paused.' }),
    statusUrl: z.string(),
    eventsUrl: z.string(),
  })
  .register(components, { id: 'RunWaiting' });
export type RunWaiting = z.output<typeof runWaitingSchema>;

export const startResults = {
  200: {
    description: '`sync`: the result of the run, which succeeded or failed. `stream`: its events; the last one is `done`.',
    body: runResultSchema,
    stream: publicEventSchema,
  },
  202: {
    description:
      '`async`: the run is stored and continues even if this process fails. `sync`: the run waits for a decision (`status` is `waiting`).',
    body: z.union([runWaitingSchema, runAcceptedSchema]),
  },
  204: { description: 'With `Last-Event-ID`: the run has ended and there are no further events.' },
} as const;
export const startErrors = [
  'workflow-invalid',
  'inputs-invalid',
  'model-not-found',
  'body-too-large',
  'idempotency-key-reused',
  'rate-limited',
  // With `Last-Event-ID`.
  'run-not-found',
] as const;

export const runWorkflow = defineContract({
  name: 'runWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/runs',
  tag: 'runs',
  summary: 'Run the draft of a workflow',
  params: z.object({ id: z.string().min(1).max(100) }),
  headers: startHeaders,
  body: z.strictObject({ ...startFields, ...turnFields, ...partFields }),
  results: startResults,
  errors: ['not-found', ...startErrors],
});

export const runDocument = defineContract({
  name: 'runDocument',
  method: 'POST',
  path: '/api/v1/runs',
  tag: 'runs',
  summary: 'Run a document without saving it',
  headers: startHeaders,
  body: z.strictObject({ document: workflowSchema, ...startFields, ...turnFields, ...partFields }),
  results: startResults,
  errors: startErrors,
});

const nodeRunResultSchema = z
  .object({
    runId: runId.optional().meta({ description: 'Missing if the node is invalid and nothing ran.' }),
    success: z.boolean(),
    output: z.json().meta({ description: 'The value of the output port that fired; null if the node failed.' }),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    approvals: z
      .array(pendingApprovalSchema)
      .optional()
      .meta({ description: 'Approvals that the node waits for. While it waits it has neither succeeded nor failed.' }),
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
  summary: 'Run one node',
  description:
    'Runs one node of the draft without its predecessors. If the node fails, the response is 200 with `success: false`.',
  params: z.object({ id: z.string().min(1).max(100), nodeId: nodeIdSchema }),
  body: z.object({
    inputs: values.default({}).meta({ description: 'Values of the nodes that this node refers to, by node id.' }),
  }),
  results: {
    200: { description: 'The result of the node.', body: nodeRunResultSchema },
    202: { description: 'The node waits for a decision. Its run resumes when it is decided.', body: nodeRunResultSchema },
  },
  errors: ['not-found', 'workflow-invalid', 'inputs-invalid', 'body-too-large'],
});

const runModeSchema = z.enum(['draft', 'deployed', 'node']);

const summaryFields = {
  runId,
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: runModeSchema,
  slug: z.string().nullable().meta({ description: 'Slug of the endpoint that started the run; null for runs of the studio.' }),
  version: z.int().positive().nullable().meta({ description: 'The published version that the run executes; null for drafts.' }),
  nodeId: z.string().nullable().meta({ description: 'With mode `node`: the node that runs.' }),
  forkOf: forkOfSchema.nullable().meta({ description: 'The run that this run is a fork of; null if it is not a fork.' }),
  status: runStatusSchema,
  queuePosition: z.int().positive().nullable().meta({
    description: 'Position of a queued run in the queue of its workspace, 1 for the next run. null for runs that are not queued.',
  }),
  reason: endReasonSchema.nullable(),
  tokensUsed: z.int().nonnegative(),
  costUsd: z
    .number()
    .nonnegative()
    .nullable()
    .meta({ description: 'Cost of the model calls in USD; null if none of the models has a price.' }),
  isCostPartial: z
    .boolean()
    .meta({ description: 'True if some of the models have no price, so that `costUsd` does not include all tokens.' }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
};
const runSummarySchema = z
  .object({
    ...summaryFields,
    error: z
      .object({ code: z.string(), number: z.int().optional(), message: z.string(), nodeId: z.string().optional() })
      .nullable()
      .meta({ description: 'Error of a failed run, in short. `GET /runs/{id}` returns all of it.' }),
    inputsPreview: z.string().meta({
      description: 'The inputs in one line of at most 200 characters; empty without inputs. `GET /runs/{id}` returns them.',
    }),
  })
  .register(components, { id: 'RunSummary' });
export type RunSummaryResource = z.output<typeof runSummarySchema>;

const runResourceSchema = z
  .object({
    ...summaryFields,
    documentHash: z.string(),
    lastSeq: z.int().nonnegative().meta({ description: '`seq` of the last stored event.' }),
    inputs: values,
    outputs: values.nullable().meta({ description: 'Outputs of the `end` nodes; null until the run has ended.' }),
    error: nodeErrorSchema.nullable(),
    approvals: z.array(pendingApprovalSchema).meta({ description: 'Pending approvals of the run.' }),
    forkChanges: forkChangesSchema
      .nullable()
      .meta({ description: 'Changes of this fork to its source run; null if it is not a fork.' }),
    user: z.string().nullable().meta({ description: 'The end user, as given by the caller.' }),
    sessionId: z.string().nullable(),
    model: z
      .string()
      .nullable()
      .meta({ description: 'The model that the caller chose instead of the workflow’s default model.' }),
    toolNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Allowlist of tools that the caller set for this run; null for no restriction.' }),
    webhook: z
      .object({
        status: z.enum(['open', 'delivered', 'given-up']),
        attempts: z.int().nonnegative().meta({ description: 'Number of delivery attempts.' }),
        failure: z
          .string()
          .nullable()
          .meta({ description: 'Why the latest attempt failed. null for a key whose endpoint has the event level `summary`.' }),
      })
      .nullable()
      .meta({ description: 'Delivery state of the webhook that reports the end of the run; null without a webhook.' }),
  })
  .register(components, { id: 'Run' });
export type RunResource = z.output<typeof runResourceSchema>;

/** Comma-separated values of a query field. */
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
    'A run must match all filters. Runs that start while you page are newer than the first page, so no run is listed twice or skipped.',
  query: z.object({
    ...pageQuery,
    workflowId: z.string().max(100).optional(),
    version: z.coerce.number().int().positive().max(MAX_INT).optional().meta({ description: 'Number of the published version.' }),
    slug: z.string().max(100).optional().meta({ description: 'Slug of the endpoint that started the run.' }),
    mode: runModeSchema.optional(),
    status: listOf(runStatusSchema, { max: 6 })
      .optional()
      .meta({ description: 'One or more, separated by commas: `failed,waiting`.' }),
    search: z.string().max(SEARCH_LENGTH).optional().meta({
      description:
        'Case-insensitive text in the workflow’s name, the run’s id, or its error’s code or message; and in the first 8000 characters of the inputs of the newest 2000 runs that match the other filters.',
    }),
    from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Runs created at or after this time.' }),
    before: z.iso.datetime({ offset: true }).optional().meta({ description: 'Runs created before this time.' }),
    minDurationMs: durationMs.optional().meta({
      description: 'Runs that took at least this long, or have been running for at least this long. Includes time spent waiting.',
    }),
    maxDurationMs: durationMs.optional().meta({ description: 'Ended runs that took at most this long.' }),
    minCostUsd: costUsd.optional().meta({
      description:
        'Runs whose model calls cost at least this much so far, in USD. Runs of models without a price have no known cost.',
    }),
    maxCostUsd: costUsd.optional().meta({ description: 'Runs with a known cost of at most this much, in USD.' }),
    runIds: listOf(runId, { max: 100 })
      .optional()
      .meta({ description: 'Only these runs, separated by commas: `run_a,run_b`. Use it to poll their status.' }),
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
  summary: 'Get a run',
  params: z.object({ id: runId }),
  results: { 200: { description: 'Status, inputs, outputs, usage and pending approvals of the run.', body: runResourceSchema } },
  errors: ['run-not-found'],
});

export const getRunWorkflow = defineContract({
  name: 'getRunWorkflow',
  method: 'GET',
  path: '/api/v1/runs/{id}/workflow',
  tag: 'runs',
  summary: 'Get the document of a run',
  description: 'The workflow as it was when the run started. Later changes and deletion of the workflow do not affect it.',
  params: z.object({ id: runId }),
  results: {
    200: {
      description: 'The document.',
      body: z.object({ documentHash: z.string(), document: workflowSchema }).register(components, { id: 'RunWorkflow' }),
    },
  },
  errors: ['run-not-found', 'workflow-invalid'],
});

const eventPageQuery = {
  after: z.coerce.number().int().nonnegative().optional().meta({ description: 'Only events with a greater `seq`.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(EVENTS_LIMIT_MAX)
    .default(EVENTS_LIMIT_DEFAULT)
    .meta({ description: 'Approximate number of events on a JSON page.' }),
};
const eventPageSchema = z
  .object({
    items: z.array(publicEventSchema),
    nextAfter: z.int().nonnegative().meta({ description: 'Pass it as `after` to read the next page.' }),
    status: runStatusSchema,
    isComplete: z.boolean().meta({ description: 'True if the run has ended and this is the last page.' }),
  })
  .register(components, { id: 'EventPage' });

export const readRunEvents = defineContract({
  name: 'readRunEvents',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/runs/{id}/events',
  tag: 'runs',
  summary: 'Read or stream the events of a run',
  description:
    'Server-sent events by default: `id` names run and event, `event` is the type, `data` the event as JSON. The stream ends after `done`. A run that starts to wait sends a `done` with the status `waiting`; a stream that is opened after that event stays open until the run resumes. `Last-Event-ID` skips events up to that id, `after` up to that `seq`. With `Accept: application/json`: one page of the stored events.',
  params: z.object({ id: runId }),
  query: z.object({
    ...eventPageQuery,
    events: eventLevel,
  }),
  headers: z.object({
    'last-event-id': lastEventId.optional(),
    accept: z.string().optional(),
  }),
  results: {
    200: {
      description: 'The events.',
      body: eventPageSchema,
      stream: publicEventSchema,
    },
    204: {
      description: 'For streams: the run has ended and there are no further events. An `EventSource` does not reconnect.',
    },
  },
  errors: ['run-not-found', 'rate-limited'],
});

export const readRunLog = defineContract({
  name: 'readRunLog',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/runs/{id}/log',
  tag: 'runs',
  summary: 'Read a page of the stored events of a run',
  params: z.object({ id: runId }),
  query: z.object({ ...eventPageQuery, events: eventLevel }),
  results: { 200: { description: 'The events.', body: eventPageSchema } },
  errors: ['run-not-found', 'rate-limited'],
});

export const deleteRun = defineContract({
  name: 'deleteRun',
  method: 'DELETE',
  path: '/api/v1/runs/{id}',
  tag: 'runs',
  summary: 'Delete a run that has ended',
  description:
    'Deletes the run with its events, node results, approvals and undelivered webhook. Large values that other runs may share are deleted after the retention period. A run that has not ended is not deleted: 409 `run-active` with its status in `details.status`. Forks of the run are kept.',
  params: z.object({ id: runId }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['run-not-found', 'run-active'],
});

export const stopRun = defineContract({
  name: 'stopRun',
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/runs/{id}/stop',
  tag: 'runs',
  summary: 'Stop a run',
  description: 'Cancels a run. A run that has ended is not changed: 409 `run-ended` with its status in `details.status`.',
  params: z.object({ id: runId }),
  results: {
    200: { description: 'The run has stopped.', body: z.object({ status: z.literal('stopped') }) },
    202: {
      description: 'The command is stored. The process that executes the run applies it.',
      body: z.object({ status: z.literal('stopping') }),
    },
  },
  errors: ['run-not-found', 'run-ended'],
});
