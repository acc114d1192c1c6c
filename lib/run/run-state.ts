import { z } from 'zod';
import { chatAnswerSchema } from '../chat/chat-answer.ts';
import { citationSchema } from '../text/citation.ts';
import {
  approvalKindSchema,
  eventParentSchema,
  fixedArgumentsSchema,
  nodeErrorSchema,
  nodeWarningSchema,
  tokenUsageSchema,
  toolCallStatusSchema,
} from './event-parts.ts';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { openedTabSchema } from './opened-tab.ts';
import { retrievalSchema } from './retrieval.ts';
import { forkOfSchema } from './run-fork.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from './run-status.ts';
import { todoSchema } from './todo.ts';
import { verdictSchema } from './verdict.ts';

/** One call of a tool, as every view shows it. */
const toolCallStateSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'running', ...toolCallStatusSchema.options]),
  args: jsonValueSchema.optional(),
  /** What it last said of its work, while it runs. */
  progress: z.object({ message: z.string().optional(), share: z.number().optional() }).optional(),
  /** One line of output. */
  summary: z.string().optional(),
  result: jsonValueSchema.optional(),
  error: z.string().optional(),
  /** What of the result was omitted or changed, and why. */
  warnings: z.array(z.string()).optional(),
  /** What a check of the result found. */
  verdict: verdictSchema.optional(),
  /** Its sources, numbered within this call. */
  citations: z.array(citationSchema).optional(),
  /** Of a search in a knowledge base: what it looked at. */
  retrieval: retrievalSchema.optional(),
  /** An app of its MCP server shows the result. `seq`: of the event with the result. */
  app: z.object({ uri: z.string(), seq: z.int() }).optional(),
  /** The interface that it answered with, an `a2ui` by whatever name. */
  surface: jsonObjectSchema.optional(),
  /** The page that it shows, an `open_url` by whatever name. */
  tab: openedTabSchema.optional(),
  /** When it was called; until then, when it was requested. */
  startedAt: z.iso.datetime().optional(),
  durationMs: z.number().nonnegative().optional(),
  /** Of a call that is handed to another agent: what that one does. */
  get worker(): z.ZodOptional<typeof workerStateSchema> {
    return workerStateSchema.optional();
  },
});

/** The skill of a conversation, as its event says. */
const activeSkillSchema = z.object({
  skill: z.string(),
  title: z.string(),
  version: z.string(),
  score: z.number(),
  by: z.enum(['lexical', 'embedding', 'model', 'session']),
  reason: z.string().optional(),
  missingTools: z.array(z.string()).optional(),
});
export type ActiveSkillState = z.output<typeof activeSkillSchema>;

/** The messages and calls of one conversation with models: a node's own, or an agent's. */
const conversationFields = {
  /** What the model wrote and what counts of it, in earlier attempts too. Workers' words are theirs alone. */
  text: z.string(),
  thinking: z.string(),
  model: z.string().optional(),
  llmCalls: z.int().nonnegative(),
  /** What its model calls took, a node's with those of its workers; missing before the first has ended. */
  usage: tokenUsageSchema.optional(),
  /** In the order of the requests. */
  toolCalls: z.array(toolCallStateSchema),
  /** Its latest plan, of a strategy that makes one. Texts are missing at level `summary`. */
  plan: z.array(todoSchema.partial({ text: true })).optional(),
  /** The skill that is active in it. */
  skill: activeSkillSchema.optional(),
  /** A model is answering. */
  isCalling: z.boolean(),
  /** The latest model call has no answer: it is in progress or failed. Resuming the node repeats it. */
  isUnanswered: z.boolean(),
  /** How much there was when the latest model call began, for when its stream breaks and starts over. */
  callStart: z.object({ text: z.int().nonnegative(), thinking: z.int().nonnegative(), toolCalls: z.int().nonnegative() }),
};

const workerStateSchema = z.object({ agent: z.string(), ...conversationFields });

export type ToolCallState = z.output<typeof toolCallStateSchema>;
export type AgentState = z.output<typeof workerStateSchema>;
export type Conversation = Omit<AgentState, 'agent'>;

/** One node of a run, as every view shows it. */
const nodeStateSchema = z.object({
  nodeId: z.string(),
  /** `waiting` while it has a pending approval, whatever else it does. */
  status: z.enum(['running', 'waiting', ...nodeEndSchema.options]),
  reason: endReasonSchema.optional(),
  /** 0 for a node that never started. */
  attempts: z.int().nonnegative(),
  inputs: jsonValueSchema.optional(),
  ports: z.array(z.string()).optional(),
  output: jsonValueSchema.optional(),
  error: nodeErrorSchema.optional(),
  ...conversationFields,
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
  executionTimeMs: z.number().nonnegative().optional(),
  /** What it says of its value. */
  warnings: z.array(nodeWarningSchema).optional(),
  /** It did not run here: where its value was made. */
  reused: z.object({ runId: z.string(), seq: z.int().positive(), at: z.iso.datetime() }).optional(),
});
export type NodeState = z.output<typeof nodeStateSchema>;

/** A pending approval. */
const openApprovalSchema = z.object({
  actionId: z.string(),
  nodeId: z.string(),
  kind: approvalKindSchema,
  /** Tool id; `approval` for the node of that type. */
  tool: z.string(),
  toolCallId: z.string().optional(),
  /** The arguments or the value to be decided on. */
  args: jsonValueSchema.optional(),
  /** What the call of a tool with fixed arguments sends besides. */
  fixed: fixedArgumentsSchema.optional(),
  /** JSON Schema of the value. */
  schema: jsonObjectSchema.optional(),
  description: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The call of an agent that requests it. */
  parent: eventParentSchema.optional(),
});
export type OpenApproval = z.output<typeof openApprovalSchema>;

/** What all views of a run are drawn from; plain JSON. */
export const runStateSchema = z.object({
  runId: z.string().optional(),
  workflowId: z.string().optional(),
  status: runStatusSchema,
  /** Queue position when it was queued, from 1; obsolete once the run started. */
  queuePosition: z.int().positive().optional(),
  reason: endReasonSchema.optional(),
  /** The run it was made from. */
  forkOf: forkOfSchema.optional(),
  /** Only what these nodes need runs. */
  until: z.array(z.string()).optional(),
  /** It waits before these nodes. */
  breakpoints: z.array(z.string()),
  /** Paths of the nodes before which it is paused. They are `waiting` and have not started. */
  pausedAt: z.array(z.string()),
  /** Number of the turn in its session. */
  turn: z.int().positive().optional(),
  /** What `reply` nodes said, in order. */
  replies: z.array(z.object({ nodeId: z.string(), content: z.string(), from: z.string().optional() })),
  inputs: jsonObjectSchema.optional(),
  outputs: jsonObjectSchema.optional(),
  /** Of a turn of a session that ended, or waits: its answer so far. */
  answerParts: chatAnswerSchema.optional(),
  error: nodeErrorSchema.optional(),
  startedAt: z.iso.datetime().optional(),
  finishedAt: z.iso.datetime().optional(),
  /** How often another process took the run over. */
  resumes: z.int().nonnegative(),
  /** Of the model calls that ended. */
  usage: tokenUsageSchema,
  nodes: z.record(z.string(), nodeStateSchema),
  /** Pending approvals by action id, oldest first. Other nodes may run meanwhile. */
  approvals: z.record(z.string(), openApprovalSchema),
  /** Milliseconds in which the whole run was suspended, up to its last resumption. */
  waitedMs: z.number().nonnegative(),
  /** Since when it does so again. */
  waitsSince: z.iso.datetime().optional(),
  /** Events up to this one are in here. */
  lastSeq: z.int().nonnegative(),
});
export type RunState = z.output<typeof runStateSchema>;

/** A run before its first event. */
export const initialRunState: RunState = {
  status: 'queued',
  breakpoints: [],
  pausedAt: [],
  replies: [],
  resumes: 0,
  usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  nodes: {},
  approvals: {},
  waitedMs: 0,
  lastSeq: 0,
};

/**
 * 2: tool calls, workers and approvals. 3: what an attempt left unanswered. 4: breakpoints. 5:
 * waits instead of a log. 6: `pausedAt`. 7: `plan`. 9: `replies`.
 */
const SNAPSHOT_VERSION = 9;
const snapshotSchema = z.object({ v: z.literal(SNAPSHOT_VERSION), state: runStateSchema });

/** The state as JSON text, to be continued with the events after `lastSeq`. */
export function snapshotRun(state: RunState): string {
  return JSON.stringify({ v: SNAPSHOT_VERSION, state });
}

/**
 * The state a snapshot holds; undefined when another build made it, and the log has to be read from
 * its start.
 */
export function restoreRun(snapshot: string): RunState | undefined {
  const parsed = snapshotSchema.safeParse(JSON.parse(snapshot));
  return parsed.success ? parsed.data.state : undefined;
}
