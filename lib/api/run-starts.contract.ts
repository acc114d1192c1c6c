import { z } from 'zod';
import { nodeErrorSchema, pendingApprovalSchema, tokenUsageSchema } from '../run/event-parts.ts';
import { publicEventSchema } from '../run/public-event.ts';
import { runStatusSchema } from '../run/run-status.ts';
import { nodeIdSchema, workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { eventLevel, lastEventId } from './run-events.contract.ts';
import { runIdSchema as runId } from './run-summary.ts';
import { valuesSchema as values } from './runs.contract.ts';
import { storableText } from './storable-text.ts';

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
  sessionId: storableText(z.string().min(1).max(200)).optional().meta({
    description:
      'Name of a session, chosen by the caller. Runs of one session are its turns: they run one after the other and share its variables and conversations. A new name begins a session.',
  }),
  afterRunId: runId.optional().meta({
    description:
      'With `sessionId`: the run of the turn that this one follows, or `none` to begin anew; both branches are kept. Defaults to the latest turn.',
  }),
};

const IDEMPOTENCY_KEY_LENGTH = 255;
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
    resumesAt: z.iso.datetime().optional().meta({ description: 'When its first wait for a time ends.' }),
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
      '`async`: the run is stored and continues even if this process fails. `sync`: the run waits for a decision, or for a time of more than 45 seconds (`status` is `waiting`).',
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
  scope: 'run',
  fieldScopes: { skip: 'edit' },
  method: 'POST',
  path: '/api/v1/workflows/{id}/runs',
  tag: 'runs',
  summary: 'Run the draft of a workflow',
  params: z.object({ id: z.string().min(1).max(100) }),
  headers: startHeaders,
  takesForm: true,
  body: z.strictObject({ ...startFields, ...turnFields, ...partFields }),
  results: startResults,
  errors: ['not-found', ...startErrors],
});

export const runDocument = defineContract({
  name: 'runDocument',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/runs',
  tag: 'runs',
  summary: 'Run a document without saving it',
  headers: startHeaders,
  body: z.strictObject({ document: workflowSchema, ...startFields, ...turnFields, ...partFields }),
  results: startResults,
  errors: startErrors,
});

/** Of starts by callers of a published workflow. */
export const publishedHeaders = startHeaders.extend({
  'threadloom-surface': z
    .enum(['chat-page', 'widget'])
    .optional()
    .meta({ description: 'Sent by hosted chat pages, for the usage report.' }),
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
  // Its inputs are values of other nodes, and no approval comes before it.
  scope: 'edit',
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
