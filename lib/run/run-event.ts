import { z } from 'zod';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';

/** Tokens as the model's server counted them; 0 where it said nothing. */
export const tokenUsageSchema = z.object({
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  totalTokens: z.int().nonnegative(),
  reasoningTokens: z.int().nonnegative().optional(),
});
export type TokenUsage = z.output<typeof tokenUsageSchema>;

export const nodeErrorSchema = z.object({
  code: z.string().meta({ description: 'Stable, for programs; kebab-case.' }),
  message: z.string().meta({ description: 'For people: what happened, with the value that was wrong.' }),
  nodeId: z.string().optional(),
  path: z.string().optional().meta({ description: 'The config field at fault, as `config.url`.' }),
  hint: z.string().optional().meta({ description: 'What to do about it.' }),
  attempts: z.int().positive().optional(),
});
export type NodeError = z.output<typeof nodeErrorSchema>;

const fields = {
  run_started: {
    runId: z.string(),
    workflowId: z.string().optional(),
    workflowName: z.string(),
    documentHash: z.string(),
    mode: z.enum(['draft', 'deployed', 'node']),
    inputs: jsonObjectSchema,
  },
  run_resumed: { reason: z.enum(['process_lost', 'decided', 'forked']) },
  node_started: { nodeId: z.string(), attempt: z.int().positive(), inputs: jsonValueSchema },
  node_retried: { nodeId: z.string(), attempt: z.int().positive(), delayMs: z.int().nonnegative(), error: nodeErrorSchema },
  node_finished: {
    nodeId: z.string(),
    status: nodeEndSchema,
    reason: endReasonSchema.optional(),
    fired: jsonObjectSchema.optional().meta({ description: 'Value by port, of the ports that fired.' }),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    usage: tokenUsageSchema.optional(),
    llmCalls: z.int().nonnegative().optional(),
    toolCalls: z.int().nonnegative().optional(),
  },
  llm_call: {
    nodeId: z.string(),
    callId: z.string(),
    model: z.object({ name: z.string(), provider: z.string(), modelId: z.string() }),
    request: jsonValueSchema.meta({ description: 'What was asked: instructions, messages, settings, output schema.' }),
  },
  llm_result: {
    nodeId: z.string(),
    callId: z.string(),
    finishReason: z.string(),
    content: z.string(),
    thinking: z.string().optional(),
    usage: tokenUsageSchema,
    durationMs: z.number().nonnegative(),
    firstTokenMs: z.number().nonnegative().optional(),
    error: nodeErrorSchema.optional(),
  },
  llm_stream_retry: {
    nodeId: z.string(),
    callId: z.string(),
    attempt: z.int().positive(),
    delayMs: z.int().nonnegative(),
    error: nodeErrorSchema,
  },
  thinking: { nodeId: z.string(), content: z.string() },
  content: { nodeId: z.string(), content: z.string() },
  error: nodeErrorSchema.shape,
  done: {
    status: runStatusSchema,
    reason: endReasonSchema.optional(),
    outputs: jsonObjectSchema.optional(),
    error: nodeErrorSchema.optional(),
    tokensUsed: z.int().nonnegative(),
  },
} as const;

type Fields = typeof fields;
export type RunEventType = keyof Fields;

/** Newest version of each event type; `lib/run/upcast.ts` brings older stored events up to it. */
export const RUN_EVENT_VERSION = Object.fromEntries(Object.keys(fields).map((type) => [type, 1])) as Record<RunEventType, number>;

function eventSchema<T extends RunEventType>(type: T) {
  return z.object({
    seq: z.int().positive().meta({ description: 'Gapless within the run, from 1.' }),
    at: z.int().positive().meta({ description: 'Milliseconds since 1970, by the clock of the process that held the run.' }),
    v: z.int().positive(),
    type: z.literal(type),
    ...fields[type],
  });
}

/** One entry of a run's log, as stored: everything a trace needs. What the world sees is made by `toPublicEvent`. */
export const runEventSchema = z.discriminatedUnion('type', [
  eventSchema('run_started'),
  eventSchema('run_resumed'),
  eventSchema('node_started'),
  eventSchema('node_retried'),
  eventSchema('node_finished'),
  eventSchema('llm_call'),
  eventSchema('llm_result'),
  eventSchema('llm_stream_retry'),
  eventSchema('thinking'),
  eventSchema('content'),
  eventSchema('error'),
  eventSchema('done'),
]);
export type RunEvent = z.output<typeof runEventSchema>;
export type RunEventOf<T extends RunEventType> = Extract<RunEvent, { type: T }>;

/** An event before the log gave it its number, time and version. */
export type NewRunEvent = { [T in RunEventType]: Omit<RunEventOf<T>, 'seq' | 'at' | 'v'> }[RunEventType];

/** An event in transit: `json` is its only serialisation, made once, stored and sent as it is. */
export type StoredEvent = { readonly seq: number; readonly type: RunEventType; readonly json: string };
