import { z } from 'zod';
import { nodeErrorSchema, tokenUsageSchema } from './run-event.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';

/** How much of a run a reader may see. `summary` never holds prompts, node inputs, reasoning or arguments. */
export const eventLevelSchema = z.enum(['summary', 'full']);
export type EventLevel = z.output<typeof eventLevelSchema>;

const base = { runId: z.string(), seq: z.int().positive(), at: z.iso.datetime() };
const json = z.json();

/** The events of spec EN-3 that exist so far, as every API stream, the CLI and the page see them. */
export const publicEventSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('run_started'),
    workflowId: z.string().optional(),
    inputs: z.record(z.string(), json).optional(),
  }),
  z.object({ ...base, type: z.literal('run_resumed'), reason: z.string() }),
  z.object({
    ...base,
    type: z.literal('node_started'),
    nodeId: z.string(),
    attempt: z.int().positive().optional(),
    inputs: json.optional(),
  }),
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
    output: json.optional(),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    usage: tokenUsageSchema.optional(),
  }),
  z.object({
    ...base,
    type: z.literal('llm_call'),
    nodeId: z.string(),
    callId: z.string(),
    status: z.enum(['running', 'finished']),
    model: z.string().optional(),
    request: json.optional(),
    finishReason: z.string().optional(),
    usage: tokenUsageSchema.optional(),
    durationMs: z.number().optional(),
    error: nodeErrorSchema.optional(),
  }),
  z.object({
    ...base,
    type: z.literal('llm_stream_retry'),
    nodeId: z.string(),
    attempt: z.int().positive(),
    delayMs: z.int(),
    error: nodeErrorSchema.optional(),
  }),
  z.object({ ...base, type: z.literal('thinking'), nodeId: z.string(), content: z.string() }),
  z.object({ ...base, type: z.literal('content'), nodeId: z.string(), content: z.string() }),
  z.object({ ...base, type: z.literal('error'), ...nodeErrorSchema.shape }),
  z.object({
    ...base,
    type: z.literal('done'),
    status: runStatusSchema,
    reason: endReasonSchema.optional(),
    outputs: z.record(z.string(), json).optional(),
    error: nodeErrorSchema.optional(),
    tokensUsed: z.int().nonnegative(),
  }),
]);
export type PublicEvent = z.output<typeof publicEventSchema>;
