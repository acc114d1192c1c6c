import { z } from 'zod';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import {
  approvalKindSchema,
  costFields,
  eventParentSchema,
  nodeErrorSchema,
  pendingApprovalSchema,
  tokenUsageSchema,
  toolCallStatusSchema,
} from './run-event.ts';
import { forkOfSchema } from './run-fork.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';

/**
 * How much of a run a reader may see. `summary` never holds prompts, node inputs, reasoning, or
 * what tools were given and gave.
 */
export const eventLevelSchema = z.enum(['summary', 'full']);
export type EventLevel = z.output<typeof eventLevelSchema>;

const base = { runId: z.string(), seq: z.int().positive(), at: z.iso.datetime() };
/** Set for events of an agent inside a tool call. */
const inAgent = { parent: eventParentSchema.optional() };

/** The events that API streams, the CLI and the studio receive. */
export const publicEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('run_started'),
    workflowId: z.string().optional(),
    inputs: jsonObjectSchema.optional(),
    forkOf: forkOfSchema.optional(),
    until: z.array(z.string()).optional().meta({ description: 'Only what these nodes need runs.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'It waits before these nodes.' }),
  }),
  z.object({
    ...base,
    type: z.literal('breakpoint_reached'),
    nodeId: z.string().meta({ description: 'Its path. It has not started.' }),
  }),
  z.object({
    ...base,
    type: z.literal('run_continued'),
    nodeIds: z.array(z.string()).meta({ description: 'Paths of the nodes that stood at breakpoints and go on.' }),
    step: z.boolean().meta({ description: 'It stops again before the next node.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'From here on, in the place of those before.' }),
  }),
  z.object({ ...base, type: z.literal('queued'), position: z.int().positive() }),
  z.object({ ...base, type: z.literal('run_resumed'), reason: z.string() }),
  z.object({
    ...base,
    type: z.literal('node_started'),
    nodeId: z.string(),
    attempt: z.int().positive().optional(),
    inputs: jsonValueSchema.optional(),
  }),
  z.object({ ...base, type: z.literal('node_resumed'), nodeId: z.string() }),
  z.object({
    ...base,
    type: z.literal('node_retried'),
    nodeId: z.string(),
    attempt: z.int().positive(),
    delayMs: z.int().nonnegative(),
    error: nodeErrorSchema.optional(),
  }),
  z.object({
    ...base,
    type: z.literal('node_finished'),
    nodeId: z.string(),
    status: nodeEndSchema,
    reason: endReasonSchema.optional(),
    ports: z.array(z.string()).optional(),
    output: jsonValueSchema.optional(),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    usage: tokenUsageSchema.optional(),
    reused: z
      .object({ runId: z.string(), seq: z.int().positive(), at: z.iso.datetime() })
      .optional()
      .meta({ description: 'It did not run here: this event of another run, at that time, is where its value was made.' }),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('llm_call'),
    nodeId: z.string(),
    callId: z.string(),
    status: z.enum(['running', 'finished']),
    model: z.string().optional(),
    request: jsonValueSchema.optional(),
    finishReason: z.string().optional(),
    usage: tokenUsageSchema.optional(),
    durationMs: z.number().optional(),
    queuedMs: z.number().optional().meta({ description: 'Of the duration, what it waited for its turn under `rate_limit`.' }),
    error: nodeErrorSchema.optional(),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('llm_stream_retry'),
    nodeId: z.string(),
    attempt: z.int().positive(),
    delayMs: z.int(),
    error: nodeErrorSchema.optional(),
  }),
  z.object({ ...base, ...inAgent, type: z.literal('thinking'), nodeId: z.string(), content: z.string() }),
  z.object({ ...base, ...inAgent, type: z.literal('content'), nodeId: z.string(), content: z.string() }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('tool_call'),
    nodeId: z.string(),
    id: z.string(),
    name: z.string(),
    args: jsonValueSchema.optional(),
    status: z.enum(['pending', 'running']),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('tool_result'),
    nodeId: z.string(),
    id: z.string(),
    name: z.string(),
    status: toolCallStatusSchema,
    summary: z.string().optional(),
    result: jsonValueSchema.optional(),
    error: z.string().optional(),
    durationMs: z.number().nonnegative(),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('confirm_required'),
    nodeId: z.string(),
    actionId: z.string(),
    kind: approvalKindSchema,
    tool: z.string(),
    toolCallId: z.string().optional(),
    args: jsonValueSchema.optional(),
    description: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('approval_decided'),
    nodeId: z.string(),
    actionId: z.string(),
    status: z.enum(['confirmed', 'rejected', 'expired', 'skipped']),
    args: jsonValueSchema.optional(),
    comment: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('effect'),
    nodeId: z.string(),
    key: z.string(),
    status: z
      .enum(['started', 'finished', 'failed', 'discarded'])
      .meta({ description: '`started` and nothing after it: nobody knows whether it happened.' }),
    kind: z.string().optional(),
    name: z.string().optional(),
    isRepeatable: z.boolean().optional(),
    idempotencyKey: z.string().optional(),
    error: z.string().optional(),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('code_output'),
    nodeId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    content: z.string(),
  }),
  z.object({
    ...base,
    ...inAgent,
    type: z.literal('context_compacted'),
    nodeId: z.string(),
    strategy: z.string(),
    originalTokens: z.int().nonnegative(),
    newTokens: z.int().nonnegative(),
  }),
  z.object({ ...base, type: z.literal('error'), ...nodeErrorSchema.shape }),
  z.object({
    ...base,
    type: z.literal('done'),
    status: runStatusSchema,
    reason: endReasonSchema.optional(),
    outputs: jsonObjectSchema.optional(),
    error: nodeErrorSchema.optional(),
    tokensUsed: z.int().nonnegative(),
    ...costFields,
    approvals: z
      .array(pendingApprovalSchema)
      .optional()
      .meta({ description: 'With status `waiting`: what the run waits for, the first twenty of it.' }),
    breakpoints: z
      .array(z.string())
      .optional()
      .meta({ description: 'With status `waiting`: the nodes before which it stands, the first twenty of them.' }),
  }),
]);
export type PublicEvent = z.output<typeof publicEventSchema>;
