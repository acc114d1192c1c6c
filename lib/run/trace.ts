import { PROGRAM } from '../agents/program.ts';
import { spentMs } from './node-time.ts';
import { pickDefined } from './pick-defined.ts';
import type { PublicEvent } from './public-event.ts';
import { skillOf } from './reduce-conversation.ts';
import type { ToolCallStatus } from './run-event.ts';
import { isTerminal } from './run-status.ts';
import { errorLine, newSpan, type Span } from './span.ts';
import {
  addSpan,
  changeSpan,
  closeWithin,
  draftOfTrace,
  endedWaits,
  endIteration,
  endWaits,
  nodeSpanIndex,
  resumeIteration,
  type TraceDraft,
} from './trace-draft.ts';

/** The spans of a run; each comes after its parent. */
export type Trace = {
  readonly spans: readonly Span[];
  readonly lastSeq: number;
  /** Time of the last event. */
  readonly lastMs: number;
  /** Index of the newest span by key: a node's path, else a prefix and an id (`tool NODE CALL`). */
  readonly spanIndexes: ReadonlyMap<string, number>;
  /** Indexes of the spans that wait for an approval, by action id. */
  readonly spansByApproval: ReadonlyMap<string, readonly number[]>;
  /** Indexes of the open spans. */
  readonly open: ReadonlySet<number>;
};

/** The reason of a call that ended with its process, as that of the resumption. */
export const PROCESS_LOST = 'process_lost';

/** A run before its first event. */
export const emptyTrace: Trace = {
  spans: [],
  lastSeq: 0,
  lastMs: 0,
  spanIndexes: new Map(),
  spansByApproval: new Map(),
  open: new Set(),
};

/**
 * Applies further events, in order, to a copy of the trace; spans without events stay the same
 * objects. Each call copies the list of spans, so pass the events of one frame together.
 */
export function extendTrace(trace: Trace, events: Iterable<PublicEvent>): Trace {
  const draft = draftOfTrace(trace);
  for (const event of events) {
    if (event.seq <= draft.lastSeq) continue;
    draft.lastSeq = event.seq;
    apply(draft, event);
    draft.lastMs = timeOf(event);
  }
  const { spans, lastSeq, lastMs, spanIndexes, spansByApproval, open } = draft;
  return { spans, lastSeq, lastMs, spanIndexes, spansByApproval, open };
}

type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;
type InNode = Extract<PublicEvent, { nodeId: string }>;

function apply(draft: TraceDraft, event: PublicEvent): void {
  switch (event.type) {
    case 'run_resumed':
      // A call ends with its process, of which the event before is the last one known.
      if (event.reason === PROCESS_LOST)
        closeWithin(draft, undefined, { at: draft.lastMs, status: 'cancelled', kinds: ['model'], reason: PROCESS_LOST });
      break;
    case 'node_started':
      startNode(draft, event);
      break;
    case 'node_resumed':
      closeWithin(draft, nodeSpanIndex(draft, event), { at: timeOf(event), status: 'cancelled', kinds: ['model'] });
      break;
    case 'node_retried':
      retryNode(draft, event);
      break;
    case 'node_finished':
      finishNode(draft, event);
      break;
    case 'llm_call':
      if (event.status === 'running') startCall(draft, event);
      else finishCall(draft, event);
      break;
    case 'llm_stream_retry':
      changeLatestCall(draft, event, () => ({ text: '', thinking: '', firstTokenMs: undefined }));
      break;
    case 'content':
      changeLatestCall(draft, event, (call) => appendText(call, event, 'text'));
      break;
    case 'thinking':
      changeLatestCall(draft, event, (call) => appendText(call, event, 'thinking'));
      break;
    case 'tool_call':
      startTool(draft, event);
      break;
    case 'tool_result':
      finishTool(draft, event);
      break;
    case 'skill_activated':
      changeSpan(draft, conversationSpanIndex(draft, event), () => ({ skill: skillOf(event) }));
      break;
    case 'breakpoint_reached':
      pauseAtBreakpoint(draft, event);
      break;
    case 'run_continued':
      for (const nodeId of event.nodeIds) continueNode(draft, { ...event, nodeId });
      break;
    case 'confirm_required':
      requestApproval(draft, event);
      break;
    case 'approval_decided':
      endWaits(draft, event.actionId, timeOf(event));
      break;
    case 'done':
      if (isTerminal(event.status)) closeWithin(draft, undefined, { at: timeOf(event), status: 'cancelled' });
      break;
    // events of the run as a whole, and of the effect ledger
    default:
      break;
  }
}

function timeOf({ at }: PublicEvent): number {
  return Date.parse(at);
}

function startNode(draft: TraceDraft, event: EventOf<'node_started'>): void {
  const index = nodeSpanIndex(draft, event);
  changeSpan(draft, index, (node) => ({
    status: node.status === 'waiting' ? 'waiting' : 'running',
    startMs: node.startMs ?? timeOf(event),
    endMs: undefined,
    attempts: event.attempt ?? node.attempts + 1,
    retry: undefined,
    error: undefined,
    input: event.inputs ?? node.input,
  }));
  draft.open.add(index);
  resumeIteration(draft, index, timeOf(event));
}

function retryNode(draft: TraceDraft, event: EventOf<'node_retried'>): void {
  const index = nodeSpanIndex(draft, event);
  closeWithin(draft, index, { at: timeOf(event), status: 'cancelled' });
  const retry = { attempt: event.attempt + 1, delayMs: event.delayMs };
  changeSpan(draft, index, () => ({ retry, error: errorLine(event.error) }));
}

function finishNode(draft: TraceDraft, event: EventOf<'node_finished'>): void {
  const index = nodeSpanIndex(draft, event);
  const at = timeOf(event);
  // A model call that succeeded has an event of its own.
  closeWithin(draft, index, { at, status: 'cancelled', kinds: ['model'] });
  closeWithin(draft, index, { at, status: event.status === 'succeeded' ? 'succeeded' : 'cancelled' });
  changeSpan(draft, index, (node) => ({
    status: event.status,
    endMs: node.startMs === undefined ? undefined : at,
    workMs: node.waits.length > 0 || node.attempts > 1 ? undefined : workOf(event, node.startMs),
    waits: endedWaits(node.waits, at),
    retry: undefined,
    output: event.output,
    usage: event.usage,
    error: errorLine(event.error),
    warnings: event.warnings,
    errorCode: event.error?.code,
    reason: event.reason,
    ports: event.ports,
    reused: event.reused,
  }));
  draft.open.delete(index);
  endIteration(draft, index, at);
}

/** Undefined if the node also waited, e.g. for another process after a crash. */
function workOf({ executionTimeMs: workMs, at }: EventOf<'node_finished'>, startMs: number | undefined): number | undefined {
  if (startMs === undefined || workMs === undefined) return workMs;
  return spentMs({ spanMs: Date.parse(at) - startMs, workMs }) === workMs ? workMs : undefined;
}

/** Identifies a conversation: the node's own, or that of a sub-agent inside a tool call. */
function conversationKey({ nodeId, parent }: { nodeId: string; parent?: { toolCallId: string } | undefined }): string {
  return parent ? `${nodeId} ${parent.toolCallId}` : nodeId;
}

type ConversationEvent = InNode & { parent?: { toolCallId: string; agent: string } | undefined };

/** Index of the parent span of a conversation's events. */
function conversationSpanIndex(draft: TraceDraft, event: ConversationEvent): number {
  const node = nodeSpanIndex(draft, event);
  const { parent } = event;
  // Models choose the ids: a sub-agent's call may repeat the id of its parent call. The node's own
  // call takes precedence.
  const index =
    parent &&
    (draft.spanIndexes.get(`tool ${event.nodeId} ${parent.toolCallId}`) ??
      draft.spanIndexes.get(`call ${event.nodeId} ${parent.toolCallId}`));
  // An agent that is a node of its own has no tool call.
  if (index === undefined || !parent) return node;
  if (draft.spans[index]?.kind === 'tool' && parent.agent !== PROGRAM)
    changeSpan(draft, index, () => ({ kind: 'agent', name: parent.agent }));
  return index;
}

function startCall(draft: TraceDraft, event: EventOf<'llm_call'>): void {
  if (event.operation) {
    startOperation(draft, event, event.operation);
    return;
  }
  const conversation = conversationKey(event);
  const before = draft.spanIndexes.get(`conversation ${conversation}`);
  const parent = conversationSpanIndex(draft, event);
  const index = addSpan(draft, parent, (fields) =>
    newSpan({
      ...fields,
      kind: 'model',
      nodeId: event.nodeId,
      name: event.model ?? '',
      callId: event.callId,
      number: (before === undefined ? 0 : (draft.spans[before]?.number ?? 0)) + 1,
      seq: event.seq,
      startMs: timeOf(event),
      input: event.request,
    }),
  );
  draft.spanIndexes.set(`conversation ${conversation}`, index);
  draft.spanIndexes.set(`answer ${conversation} ${event.callId}`, index);
}

/** Of an embedding model or a reranker: below the tool call that needs it, and no answer of the conversation. */
function startOperation(draft: TraceDraft, event: EventOf<'llm_call'>, operation: NonNullable<Span['operation']>): void {
  const conversation = conversationKey(event);
  const tool = event.toolCallId === undefined ? undefined : draft.spanIndexes.get(`tool ${conversation} ${event.toolCallId}`);
  const index = addSpan(draft, tool ?? conversationSpanIndex(draft, event), (fields) =>
    newSpan({
      ...fields,
      kind: 'model',
      operation,
      nodeId: event.nodeId,
      name: event.model ?? '',
      callId: event.callId,
      seq: event.seq,
      startMs: timeOf(event),
      input: event.request,
    }),
  );
  draft.spanIndexes.set(`answer ${conversation} ${event.callId}`, index);
}

function finishCall(draft: TraceDraft, event: EventOf<'llm_call'>): void {
  const index = draft.spanIndexes.get(`answer ${conversationKey(event)} ${event.callId}`);
  if (index === undefined) return;
  const isCancelled = event.finishReason === 'cancelled';
  changeSpan(draft, index, () => ({
    status: event.error ? 'failed' : isCancelled ? 'cancelled' : 'succeeded',
    endMs: timeOf(event),
    workMs: event.durationMs,
    usage: event.usage,
    reason: event.finishReason,
    error: errorLine(event.error),
    errorCode: event.error?.code,
  }));
  draft.open.delete(index);
  const tokens = event.usage?.totalTokens ?? 0;
  const costUsd = costOf(event);
  for (let at: number | undefined = index; at !== undefined; at = draft.spans[at]?.parent) {
    changeSpan(draft, at, (span) => ({
      tokens: span.tokens + tokens,
      costUsd: costUsd === undefined ? span.costUsd : (span.costUsd ?? 0) + costUsd,
    }));
  }
}

/** Undefined if the model has no price. */
function costOf({ usage = {} }: { usage?: object | undefined }): number | undefined {
  const costUsd = 'costUsd' in usage ? usage.costUsd : undefined;
  return typeof costUsd === 'number' && Number.isFinite(costUsd) ? costUsd : undefined;
}

function changeLatestCall(draft: TraceDraft, event: ConversationEvent, change: (call: Span) => Partial<Span>): void {
  const index = draft.spanIndexes.get(`conversation ${conversationKey(event)}`);
  if (index !== undefined) changeSpan(draft, index, change);
}

function appendText(call: Span, event: EventOf<'content' | 'thinking'>, field: 'text' | 'thinking'): Partial<Span> {
  return { [field]: call[field] + event.content, firstTokenMs: call.firstTokenMs ?? timeOf(event) };
}

function startTool(draft: TraceDraft, event: EventOf<'tool_call'>): void {
  const key = `tool ${conversationKey(event)} ${event.id}`;
  const known = draft.spanIndexes.get(key);
  // A model may reuse the id of a finished call.
  const index = known !== undefined && draft.open.has(known) ? known : addTool(draft, event);
  changeSpan(draft, index, (tool) => ({
    name: tool.kind === 'agent' ? tool.name : event.name,
    input: event.args ?? tool.input,
    // Without an approval, the start is the time of the call.
    startMs: event.status === 'running' && tool.waits.length === 0 && !tool.hasChildren ? timeOf(event) : tool.startMs,
  }));
  draft.spanIndexes.set(key, index);
  draft.spanIndexes.set(`call ${event.nodeId} ${event.id}`, index);
}

function addTool(draft: TraceDraft, event: EventOf<'tool_call' | 'tool_result'>): number {
  changeLatestCall(draft, event, (call) => ({ toolCalls: call.toolCalls + 1 }));
  return addSpan(draft, conversationSpanIndex(draft, event), (fields) =>
    newSpan({
      ...fields,
      kind: 'tool',
      nodeId: event.nodeId,
      name: event.name,
      callId: event.id,
      seq: event.seq,
      startMs: timeOf(event),
    }),
  );
}

const toolEnds = { success: 'succeeded', error: 'failed', invalid: 'failed', cancelled: 'cancelled' } as const satisfies Record<
  ToolCallStatus,
  Span['status']
>;

function finishTool(draft: TraceDraft, event: EventOf<'tool_result'>): void {
  const at = timeOf(event);
  const known = draft.spanIndexes.get(`tool ${conversationKey(event)} ${event.id}`);
  const index = known !== undefined && draft.open.has(known) ? known : addTool(draft, event);
  closeWithin(draft, index, { at, status: 'cancelled' });
  changeSpan(draft, index, (tool) => ({
    status: toolEnds[event.status],
    endMs: at,
    workMs: tool.waits.length > 0 ? undefined : event.durationMs,
    waits: endedWaits(tool.waits, at),
    output: event.result,
    summary: event.summary,
    error: event.error,
    ...(event.warnings && { warnings: event.warnings.map((message) => ({ message })) }),
    ...pickDefined(event, 'verdict', 'citations', 'retrieval'),
  }));
  draft.open.delete(index);
}

/** The node has not started: the pause is not part of its duration. */
function pauseAtBreakpoint(draft: TraceDraft, event: EventOf<'breakpoint_reached'>): void {
  const index = nodeSpanIndex(draft, event);
  changeSpan(draft, index, () => ({ status: 'waiting' }));
  draft.open.add(index);
}

function continueNode(draft: TraceDraft, event: { nodeId: string; seq: number }): void {
  changeSpan(draft, nodeSpanIndex(draft, event), () => ({ status: 'running' }));
}

function requestApproval(draft: TraceDraft, event: EventOf<'confirm_required'>): void {
  const tool =
    event.toolCallId === undefined ? undefined : draft.spanIndexes.get(`tool ${conversationKey(event)} ${event.toolCallId}`);
  const waiting: number[] = [];
  for (let at: number | undefined = tool ?? nodeSpanIndex(draft, event); at !== undefined; at = draft.spans[at]?.parent) {
    waiting.push(at);
    changeSpan(draft, at, ({ waits }) => ({
      status: 'waiting',
      waits:
        waits.at(-1)?.toMs === undefined && waits.length > 0 ? waits : [...waits, { fromMs: timeOf(event), toMs: undefined }],
    }));
  }
  draft.spansByApproval.set(event.actionId, waiting);
}
