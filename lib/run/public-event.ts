import { z } from 'zod';
import { fixedArgumentsSchema, nodeErrorSchema, nodeWarningSchema, tokenUsageSchema } from './event-parts.ts';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { loggedMemoryChangeSchema } from './memory.ts';
import { sharedEventFields, toolFindingFields } from './run-event.ts';
import { sessionChangeSchema, sessionStateSchema } from './session-state.ts';
import { todoSchema } from './todo.ts';

export type { EventLevel } from './event-level.ts';

/** An event of that type: what all of them have, and its fields. */
function eventOf<const Type extends string, Fields extends z.core.$ZodLooseShape>(type: Type, fields: Fields) {
  return z.object({ runId: z.string(), seq: z.int().positive(), at: z.iso.datetime(), type: z.literal(type), ...fields });
}

const shared = sharedEventFields;

/** The public run events, as every API stream, the CLI and the studio get them. */
export const publicEventSchema = z.discriminatedUnion('type', [
  eventOf('run_started', { ...shared.run_started, inputs: jsonObjectSchema.optional() }),
  eventOf('breakpoint_reached', { nodeId: z.string().meta({ description: 'Its path. It has not started.' }) }),
  eventOf('run_continued', shared.run_continued),
  eventOf('session_opened', {
    ...shared.session_opened,
    state: sessionStateSchema
      .optional()
      .meta({ description: 'What the session knew when the turn began. Missing with `summary`.' }),
  }),
  eventOf('reply', shared.reply),
  eventOf('queued', shared.queued),
  eventOf('run_resumed', { reason: z.string() }),
  eventOf('node_started', {
    nodeId: z.string(),
    attempt: z.int().positive().optional(),
    inputs: jsonValueSchema.optional(),
  }),
  eventOf('node_resumed', shared.node_resumed),
  eventOf('node_retried', { ...shared.node_retried, error: nodeErrorSchema.optional() }),
  eventOf('node_finished', {
    ...shared.node_finished,
    ports: z.array(z.string()).optional(),
    output: jsonValueSchema.optional(),
    warnings: z
      .array(nodeWarningSchema)
      .optional()
      .meta({ description: 'What it says of its value, such as that it is not whole. Missing with `summary`.' }),
    memory: loggedMemoryChangeSchema
      .optional()
      .meta({ description: 'What it wrote into the structured memory of the run. Missing with `summary`.' }),
    session: sessionChangeSchema.optional().meta({ description: 'What it left in the session. Missing with `summary`.' }),
    reused: z.object({ runId: z.string(), seq: z.int().positive(), at: z.iso.datetime() }).optional().meta({
      description: 'It did not run again: this event has its value, of another run or of an earlier attempt of its container.',
    }),
  }),
  eventOf('llm_call', {
    ...shared.llm_call,
    status: z.enum(['running', 'finished']),
    model: z.string().optional(),
    maxContext: z.number().positive().optional().meta({ description: 'Tokens that the model can read.' }),
    request: jsonValueSchema.optional(),
    finishReason: z.string().optional(),
    content: z
      .string()
      .optional()
      .meta({ description: 'The answer, where it is not the node’s and was not streamed: a plan, a summary, a verdict.' }),
    usage: tokenUsageSchema.optional(),
    durationMs: z.number().optional(),
    queuedMs: z.number().optional().meta({ description: 'The part of the duration spent waiting for `rate_limit`.' }),
    error: nodeErrorSchema.optional(),
  }),
  eventOf('llm_stream_retry', {
    ...shared.llm_stream_retry,
    callId: z.string().optional().meta({ description: 'The call whose text is void. Runs of earlier builds omit it.' }),
    error: nodeErrorSchema.optional(),
  }),
  eventOf('thinking', shared.thinking),
  eventOf('content', shared.content),
  eventOf('tool_call', { ...shared.tool_call, args: jsonValueSchema.optional() }),
  eventOf('tool_result', {
    ...shared.tool_result,
    ...toolFindingFields,
    summary: z.string().optional(),
    app: z
      .object({ uri: z.string() })
      .optional()
      .meta({ description: 'An app of its MCP server shows it: `GET /api/v1/runs/{id}/apps/{seq}`.' }),
  }),
  eventOf('tool_progress', { ...shared.tool_progress, message: z.string().optional() }),
  eventOf('confirm_required', {
    ...shared.confirm_required,
    args: jsonValueSchema.optional(),
    fixed: fixedArgumentsSchema.optional().meta({ description: 'What the call of a bound tool sends besides `args`.' }),
    schema: jsonObjectSchema.optional().meta({ description: 'JSON Schema of the value.' }),
  }),
  eventOf('approval_decided', shared.approval_decided),
  eventOf('effect', {
    nodeId: z.string(),
    key: z.string(),
    status: z
      .enum(['started', 'finished', 'failed', 'discarded'])
      .meta({ description: '`started` without an end: it is unknown whether it happened.' }),
    kind: z.string().optional(),
    name: z.string().optional(),
    isRepeatable: z.boolean().optional(),
    idempotencyKey: z.string().optional(),
    error: z.string().optional(),
  }),
  eventOf('code_output', shared.code_output),
  eventOf('context_compacted', shared.context_compacted),
  eventOf('plan_updated', {
    ...shared.plan_updated,
    todos: z
      .array(todoSchema.partial({ text: true }))
      .meta({ description: 'The whole plan as it is now; with `summary` without texts.' }),
  }),
  eventOf('skill_activated', {
    ...shared.skill_activated,
    reason: z.string().optional().meta({ description: 'What of the message speaks for it. Missing with `summary`.' }),
  }),
  eventOf('artifact_created', {
    ...shared.artifact_created,
    name: z.string().optional(),
    path: z.string().optional(),
    sizeBytes: z.int().nonnegative().optional().meta({ description: 'Missing with `summary`, as are name and path.' }),
  }),
  eventOf('open_url', shared.open_url),
  eventOf('a2ui', shared.a2ui),
  eventOf('token_usage', shared.token_usage),
  eventOf('error', shared.error),
  eventOf('done', shared.done),
]);
export type PublicEvent = z.output<typeof publicEventSchema>;
