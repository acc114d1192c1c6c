import { z } from 'zod';
import { chatAnswerSchema } from '../chat/chat-answer.ts';
import { citationSchema } from '../text/citation.ts';
import {
  approvalKindSchema,
  eventParentSchema,
  fixedArgumentsSchema,
  nodeErrorSchema,
  nodeWarningSchema,
  pendingApprovalSchema,
  tokenUsageSchema,
  toolCallStatusSchema,
} from './event-parts.ts';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { loggedMemoryChangeSchema } from './memory.ts';
import { retrievalSchema } from './retrieval.ts';
import { forkChangesSchema, forkOfSchema, reusedFromSchema } from './run-fork.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';
import { sessionChangeSchema, sessionStateSchema } from './session-state.ts';
import { planReasonSchema, todoSchema } from './todo.ts';
import { verdictSchema } from './verdict.ts';

export type {
  ApprovalKind,
  EventParent,
  NodeError,
  NodeWarning,
  PendingApproval,
  TokenUsage,
  ToolCallStatus,
} from './event-parts.ts';

/** The cost of a run so far. */
const costFields = { costUsd: tokenUsageSchema.shape.costUsd, isCostPartial: tokenUsageSchema.shape.isCostPartial };

/** A message that a compaction took out of a conversation. */
const removedMessageSchema = z.object({
  hash: z.string().meta({ description: 'Identifies it, for a fork that pins it.' }),
  role: z.string(),
  excerpt: z.string(),
  tokens: z.int().nonnegative(),
});

/** A conversation that nodes share by its name, apart from its messages. */
const conversationStateSchema = z.object({
  name: z.string(),
  variables: jsonObjectSchema,
  llmCalls: z.int().nonnegative(),
  toolCalls: z.int().nonnegative(),
  tokenUsage: tokenUsageSchema,
});
export type ConversationState = z.output<typeof conversationStateSchema>;

const inAgent = { parent: eventParentSchema.optional() };

/** Fields that an event has in the log and in the API alike; each adds its own. */
export const sharedEventFields = {
  run_started: {
    workflowId: z.string().optional(),
    forkOf: forkOfSchema.optional(),
    until: z.array(z.string()).optional().meta({ description: 'Only what these nodes need runs.' }),
    skip: z.array(z.string()).optional().meta({ description: 'These nodes end as skipped instead of running.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'It waits before these nodes.' }),
  },
  session_opened: {
    turn: z.int().positive().meta({ description: 'Number of the turn on its branch of the session, 1 for the first.' }),
    afterRunId: z.string().optional().meta({ description: 'The run of the turn before. Missing for the first one.' }),
  },
  reply: {
    nodeId: z.string(),
    content: z.string().meta({ description: 'What a `reply` node says to the caller.' }),
    from: z.string().optional().meta({ description: 'The node that wrote it: its `content` events have the text already.' }),
  },
  queued: { position: z.int().positive().meta({ description: '1 for the next run to be claimed, when it was queued.' }) },
  run_continued: {
    nodeIds: z.array(z.string()).meta({ description: 'Paths of the nodes that were paused at breakpoints and continue.' }),
    step: z.boolean().meta({ description: 'It stops again before the next node.' }),
    breakpoints: z.array(z.string()).optional().meta({ description: 'Replace the earlier ones.' }),
  },
  node_resumed: { nodeId: z.string() },
  node_retried: { nodeId: z.string(), attempt: z.int().positive(), delayMs: z.int().nonnegative() },
  node_finished: {
    nodeId: z.string(),
    status: nodeEndSchema,
    reason: endReasonSchema.optional(),
    error: nodeErrorSchema.optional(),
    executionTimeMs: z.number().nonnegative(),
    usage: tokenUsageSchema.optional(),
  },
  llm_call: {
    ...inAgent,
    nodeId: z.string(),
    callId: z.string(),
    operation: z
      .enum(['embed', 'rerank'])
      .optional()
      .meta({ description: 'Of a model that writes no answer; it is no part of the conversation.' }),
    toolCallId: z.string().optional().meta({ description: 'With `operation`: the tool call that needs it.' }),
  },
  llm_stream_retry: { ...inAgent, nodeId: z.string(), attempt: z.int().positive(), delayMs: z.int().nonnegative() },
  thinking: { ...inAgent, nodeId: z.string(), content: z.string() },
  content: {
    ...inAgent,
    nodeId: z.string(),
    content: z.string(),
    citations: z
      .array(citationSchema)
      .optional()
      .meta({ description: 'After the last text of an answer: the sources that it cites as `[n]`.' }),
  },
  tool_call: {
    ...inAgent,
    nodeId: z.string(),
    id: z.string().meta({ description: 'The same for all events of one call.' }),
    name: z.string(),
    status: z.enum(['pending', 'running']).meta({ description: '`pending` when requested; `running` from when it is called.' }),
  },
  tool_result: {
    ...inAgent,
    nodeId: z.string(),
    id: z.string(),
    name: z.string(),
    status: toolCallStatusSchema,
    result: jsonValueSchema
      .optional()
      .meta({ description: 'What the caller gets; a large result as `{ ref, chars, excerpt }`.' }),
    error: z.string().optional(),
    durationMs: z.number().nonnegative(),
  },
  tool_progress: {
    ...inAgent,
    nodeId: z.string(),
    id: z.string().meta({ description: 'Of the call.' }),
    name: z.string(),
    message: z.string().meta({ description: 'What the tool says of its work, at most 500 characters.' }),
    share: z.number().min(0).max(1).optional().meta({ description: 'The part of it that is done.' }),
  },
  confirm_required: {
    ...inAgent,
    nodeId: z.string(),
    actionId: z.string(),
    kind: approvalKindSchema,
    tool: z.string(),
    toolCallId: z.string().optional(),
    description: z.string(),
    expiresAt: z.iso.datetime(),
  },
  approval_decided: {
    ...inAgent,
    nodeId: z.string(),
    actionId: z.string(),
    status: z.enum(['confirmed', 'rejected', 'expired', 'skipped']),
    args: jsonValueSchema.optional().meta({ description: 'The replacement of the arguments or the value by the person.' }),
    comment: z.string().optional(),
  },
  code_output: {
    ...inAgent,
    nodeId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    content: z.string().meta({ description: 'What code printed: whole lines where it printed whole lines.' }),
  },
  context_compacted: {
    ...inAgent,
    nodeId: z.string(),
    strategy: z.string(),
    originalTokens: z.int().nonnegative(),
    newTokens: z.int().nonnegative(),
    removedCount: z.int().nonnegative().optional().meta({ description: 'Messages that it removed, shortened or summarized.' }),
    removed: z.array(removedMessageSchema).optional().meta({ description: 'The last fifty of them. Missing with `summary`.' }),
  },
  plan_updated: { ...inAgent, nodeId: z.string(), reason: planReasonSchema },
  skill_activated: {
    ...inAgent,
    nodeId: z.string(),
    skill: z.string().meta({ description: 'Its name.' }),
    title: z.string().meta({ description: 'Its display name in the language of the workflow.' }),
    version: z.string(),
    score: z.number().min(0).max(1).meta({ description: 'How well it fits the message; 0.7 and more is active.' }),
    by: z
      .enum(['lexical', 'embedding', 'model', 'session'])
      .meta({ description: 'What chose it: words, meanings too, a model, or an earlier turn of the session.' }),
    missingTools: z
      .array(z.string())
      .optional()
      .meta({ description: 'Tools that the skill names and that its model does not have.' }),
  },
  open_url: {
    ...inAgent,
    nodeId: z.string(),
    toolCallId: z.string().meta({ description: 'The call of `open_url`, or of a tool that was made of it.' }),
    tabId: z.string(),
    url: z.string(),
    title: z.string(),
    viewKey: z.string().optional(),
    panelKey: z.string().optional(),
  },
  a2ui: {
    ...inAgent,
    nodeId: z.string(),
    toolCallId: z.string().meta({ description: 'The call of `a2ui`, or of a tool that was made of it.' }),
    /** `{ text, components, data }`, components of A2UI 0.9. */
    surface: jsonObjectSchema,
  },
  token_usage: {
    nodeId: z.string().meta({ description: 'The node whose model call has ended.' }),
    llmCalls: z.int().nonnegative().meta({ description: 'Of the run so far, agents and judges included.' }),
    usage: tokenUsageSchema.meta({ description: 'Of the run so far.' }),
  },
  artifact_created: {
    ...inAgent,
    nodeId: z.string(),
    artifactId: z.string().optional().meta({ description: 'Missing in runs of the command line.' }),
    name: z.string().meta({ description: 'Of the file.' }),
    path: z.string().meta({ description: 'In the workspace.' }),
    mediaType: z.string(),
    sizeBytes: z.int().nonnegative(),
    revision: z.int().positive().meta({ description: 'Number of this version of it, from 1.' }),
  },
  error: nodeErrorSchema.shape,
  done: {
    status: runStatusSchema,
    reason: endReasonSchema.optional(),
    outputs: jsonObjectSchema.optional().meta({ description: 'For visitors of a chat page `answer` alone, as Markdown.' }),
    answerParts: chatAnswerSchema.optional().meta({ description: 'Of a turn of a session: the answer as chat pages show it.' }),
    error: nodeErrorSchema.optional(),
    tokensUsed: z.int().nonnegative(),
    ...costFields,
    approvals: z
      .array(pendingApprovalSchema)
      .optional()
      .meta({ description: 'With status `waiting`: the first twenty of its pending approvals.' }),
    resumesAt: z.iso.datetime().optional().meta({ description: 'With status `waiting`: when its first wait for a time ends.' }),
    breakpoints: z
      .array(z.string())
      .optional()
      .meta({ description: 'With status `waiting`: the first twenty nodes before which it is paused.' }),
  },
} as const;
const shared = sharedEventFields;

/** What a tool call brought besides its result; missing with `summary`. */
export const toolFindingFields = {
  warnings: z.array(z.string()).optional().meta({ description: 'What of the result was omitted or changed, and why.' }),
  verdict: verdictSchema.optional().meta({ description: 'What a check of the result found.' }),
  citations: z.array(citationSchema).optional().meta({ description: 'Its sources, numbered within this call.' }),
  retrieval: retrievalSchema.optional().meta({ description: 'Of a search in a knowledge base: what it looked at.' }),
};

const fields = {
  run_started: {
    ...shared.run_started,
    runId: z.string(),
    workflowName: z.string(),
    documentHash: z.string(),
    mode: z.enum(['draft', 'deployed', 'node']),
    inputs: jsonObjectSchema,
    changes: forkChangesSchema.optional(),
    traceparent: z.string().optional().meta({ description: 'W3C trace context of the request that started it.' }),
  },
  session_opened: { ...shared.session_opened, state: sessionStateSchema },
  reply: shared.reply,
  queued: shared.queued,
  run_resumed: { reason: z.enum(['process_lost', 'decided', 'stop_requested', 'forked', 'continued']) },
  breakpoint_reached: { nodeId: z.string() },
  run_continued: { ...shared.run_continued, commandId: z.string().meta({ description: 'The applied command.' }) },
  node_started: { nodeId: z.string(), attempt: z.int().positive(), inputs: jsonValueSchema },
  moment_recorded: { nodeId: z.string(), now: z.int().meta({ description: 'What `now()` gives in its expressions.' }) },
  node_resumed: shared.node_resumed,
  node_retried: { ...shared.node_retried, error: nodeErrorSchema },
  node_finished: {
    ...shared.node_finished,
    warnings: z.array(nodeWarningSchema).optional().meta({ description: 'What it says of its value; at most 20.' }),
    by: z.string().optional().meta({ description: 'With `lost_race`: the join that continued without it.' }),
    winner: z.string().optional().meta({ description: 'Of a join `any` or `first`: the node whose branch it continued with.' }),
    fired: jsonObjectSchema.optional().meta({ description: 'Value by port, of the ports that fired.' }),
    llmCalls: z.int().nonnegative().optional(),
    toolCalls: z.int().nonnegative().optional(),
    conversations: z
      .array(conversationStateSchema)
      .optional()
      .meta({ description: 'The shared conversations that it changed; their messages are in its value.' }),
    memory: loggedMemoryChangeSchema.optional().meta({ description: 'What it wrote into the structured memory of the run.' }),
    session: sessionChangeSchema.optional().meta({ description: 'What it left in the session of the run.' }),
    reused: reusedFromSchema
      .optional()
      .meta({ description: 'It did not run again: another run, or an earlier attempt of its container, made this.' }),
  },
  llm_call: {
    ...shared.llm_call,
    model: z.object({
      name: z.string(),
      provider: z.string(),
      modelId: z.string(),
      maxContext: z.number().positive().optional().meta({ description: 'Tokens that it can read.' }),
    }),
    request: jsonValueSchema.meta({ description: 'The request: instructions, messages, settings, output schema.' }),
  },
  llm_result: {
    ...shared.llm_call,
    finishReason: z.string(),
    content: z.string(),
    isHidden: z
      .literal(true)
      .optional()
      .meta({ description: 'The answer is not the node’s, as of a plan or a summary: it has no `content` events.' }),
    thinking: z.string().optional(),
    usage: tokenUsageSchema,
    durationMs: z.number().nonnegative(),
    firstTokenMs: z.number().nonnegative().optional(),
    queuedMs: z
      .number()
      .nonnegative()
      .optional()
      .meta({ description: 'The part of the duration spent waiting for `rate_limit`.' }),
    error: nodeErrorSchema.optional(),
  },
  llm_stream_retry: { ...shared.llm_stream_retry, callId: z.string(), error: nodeErrorSchema },
  thinking: shared.thinking,
  content: shared.content,
  tool_call: { ...shared.tool_call, args: jsonValueSchema },
  tool_result: {
    ...shared.tool_result,
    ...toolFindingFields,
    summary: z.string(),
    app: z.object({ uri: z.string(), tool: z.string(), result: jsonValueSchema }).optional().meta({
      description: 'The whole result, for the app of its MCP server that shows it; a large one as a reference.',
    }),
  },
  tool_progress: shared.tool_progress,
  effect_started: {
    nodeId: z.string(),
    key: z.string().meta({ description: 'Unique within the node, the same when it is started again.' }),
    kind: z.string(),
    name: z.string(),
    isRepeatable: z.boolean(),
    idempotencyKey: z.string(),
  },
  effect_finished: {
    nodeId: z.string(),
    key: z.string(),
    result: jsonValueSchema.optional().meta({ description: 'What a replay gets instead of the effect. Missing when it failed.' }),
    error: z.string().optional(),
  },
  effect_discarded: { nodeId: z.string(), key: z.string() },
  confirm_required: {
    ...shared.confirm_required,
    key: z.string().meta({ description: 'What the decision belongs to, unique within the node.' }),
    args: jsonValueSchema,
    fixed: fixedArgumentsSchema.optional().meta({ description: 'What the call sends besides `args`.' }),
    schema: jsonObjectSchema.optional().meta({ description: 'JSON Schema of the value; a form in the studio.' }),
  },
  approval_decided: { ...shared.approval_decided, isRemembered: z.boolean().optional() },
  code_output: shared.code_output,
  context_compacted: shared.context_compacted,
  plan_updated: {
    ...shared.plan_updated,
    todos: z.array(todoSchema).meta({ description: 'The whole plan as it is now.' }),
  },
  skill_activated: {
    ...shared.skill_activated,
    reason: z.string().meta({ description: 'What of the message speaks for it.' }),
  },
  artifact_created: shared.artifact_created,
  open_url: shared.open_url,
  a2ui: shared.a2ui,
  token_usage: shared.token_usage,
  error: shared.error,
  done: shared.done,
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

/**
 * One entry of a run's log, as stored: everything a trace needs. What the world sees is made by
 * `toPublicEvent`.
 */
export const runEventSchema = z.discriminatedUnion('type', [
  eventSchema('run_started'),
  eventSchema('session_opened'),
  eventSchema('reply'),
  eventSchema('queued'),
  eventSchema('run_resumed'),
  eventSchema('breakpoint_reached'),
  eventSchema('run_continued'),
  eventSchema('moment_recorded'),
  eventSchema('node_started'),
  eventSchema('node_resumed'),
  eventSchema('node_retried'),
  eventSchema('node_finished'),
  eventSchema('llm_call'),
  eventSchema('llm_result'),
  eventSchema('llm_stream_retry'),
  eventSchema('thinking'),
  eventSchema('content'),
  eventSchema('tool_call'),
  eventSchema('tool_result'),
  eventSchema('tool_progress'),
  eventSchema('effect_started'),
  eventSchema('effect_finished'),
  eventSchema('effect_discarded'),
  eventSchema('confirm_required'),
  eventSchema('approval_decided'),
  eventSchema('context_compacted'),
  eventSchema('plan_updated'),
  eventSchema('skill_activated'),
  eventSchema('code_output'),
  eventSchema('artifact_created'),
  eventSchema('open_url'),
  eventSchema('a2ui'),
  eventSchema('token_usage'),
  eventSchema('error'),
  eventSchema('done'),
]);
export type RunEvent = z.output<typeof runEventSchema>;
export type RunEventOf<T extends RunEventType> = Extract<RunEvent, { type: T }>;

/** An event before the log gave it its number, time and version. */
export type NewEventOf<T extends RunEventType> = Omit<RunEventOf<T>, 'seq' | 'at' | 'v'>;
export type NewRunEvent = { [T in RunEventType]: NewEventOf<T> }[RunEventType];

/** An event in transit: `json` is its only serialisation, made once, stored and sent as it is. */
export type StoredEvent = { readonly seq: number; readonly type: RunEventType; readonly json: string };
