import { PROGRAM } from '../agents/program.ts';
import type { PublicEvent } from './public-event.ts';
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

/** What is seen of a run: its timed parts, each after the one it is part of. */
export type Trace = {
  readonly spans: readonly Span[];
  readonly lastSeq: number;
  /**
   * Place of the newest span that something is called by: a node by its path, all else by a word
   * and what it is known by, with a space between.
   */
  readonly spanIndexes: ReadonlyMap<string, number>;
  /** Indexes of the spans that wait for each decision. */
  readonly asks: ReadonlyMap<string, readonly number[]>;
  /** Indexes of the open spans. */
  readonly open: ReadonlySet<number>;
};

/** A run before its first event. */
export const emptyTrace: Trace = { spans: [], lastSeq: 0, spanIndexes: new Map(), asks: new Map(), open: new Set() };

/**
 * The trace after further events of any level, in order. The given trace is not changed; spans
 * without events stay the same objects. Costs one copy of the list a call, and constant time an
 * event: pass the events of one frame together.
 */
export function extendTrace(trace: Trace, events: Iterable<PublicEvent>): Trace {
  const draft = draftOfTrace(trace);
  for (const event of events) {
    if (event.seq <= draft.lastSeq) continue;
    draft.lastSeq = event.seq;
    apply(draft, event);
  }
  const { spans, lastSeq, spanIndexes: places, asks, open } = draft;
  return { spans, lastSeq, spanIndexes: places, asks, open };
}

type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;
type InNode = Extract<PublicEvent, { nodeId: string }>;

function apply(draft: TraceDraft, event: PublicEvent): void {
  switch (event.type) {
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
    case 'breakpoint_reached':
      standAt(draft, event);
      break;
    case 'run_continued':
      for (const nodeId of event.nodeIds) continueNode(draft, { ...event, nodeId });
      break;
    case 'confirm_required':
      ask(draft, event);
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
  const place = nodeSpanIndex(draft, event);
  changeSpan(draft, place, (node) => ({
    status: node.status === 'waiting' ? 'waiting' : 'running',
    startMs: node.startMs ?? timeOf(event),
    endMs: undefined,
    attempts: event.attempt ?? node.attempts + 1,
    retry: undefined,
    error: undefined,
    input: event.inputs ?? node.input,
  }));
  draft.open.add(place);
  resumeIteration(draft, place, timeOf(event));
}

function retryNode(draft: TraceDraft, event: EventOf<'node_retried'>): void {
  const place = nodeSpanIndex(draft, event);
  closeWithin(draft, place, { at: timeOf(event), status: 'cancelled' });
  const retry = { attempt: event.attempt + 1, delayMs: event.delayMs };
  changeSpan(draft, place, () => ({ retry, error: errorLine(event.error) }));
}

function finishNode(draft: TraceDraft, event: EventOf<'node_finished'>): void {
  const place = nodeSpanIndex(draft, event);
  const at = timeOf(event);
  closeWithin(draft, place, { at, status: event.status === 'succeeded' ? 'succeeded' : 'cancelled' });
  changeSpan(draft, place, (node) => ({
    status: event.status,
    endMs: node.startMs === undefined ? undefined : at,
    workMs: node.waits.length > 0 || node.attempts > 1 ? undefined : event.executionTimeMs,
    waits: endedWaits(node.waits, at),
    retry: undefined,
    output: event.output,
    usage: event.usage,
    error: errorLine(event.error),
    errorCode: event.error?.code,
    reason: event.reason,
    ports: event.ports,
    reused: event.reused,
  }));
  draft.open.delete(place);
  endIteration(draft, place, at);
}

/** Of whom a conversation is: the node's own, or that of the worker inside a tool call. */
function conversationKey({ nodeId, parent }: { nodeId: string; parent?: { toolCallId: string } | undefined }): string {
  return parent ? `${nodeId} ${parent.toolCallId}` : nodeId;
}

type Spoken = InNode & { parent?: { toolCallId: string; agent: string } | undefined };

/** The span that what happens in a conversation is part of. */
function placeOfTalk(draft: TraceDraft, event: Spoken): number {
  const node = nodeSpanIndex(draft, event);
  const { parent } = event;
  // Ids are the models' own: a worker's call may have that of the call it works in. The node's own
  // comes first.
  const place =
    parent &&
    (draft.spanIndexes.get(`tool ${event.nodeId} ${parent.toolCallId}`) ??
      draft.spanIndexes.get(`call ${event.nodeId} ${parent.toolCallId}`));
  // an agent that is a node has no tool call
  if (place === undefined || !parent) return node;
  if (draft.spans[place]?.kind === 'tool' && parent.agent !== PROGRAM)
    changeSpan(draft, place, () => ({ kind: 'worker', name: parent.agent }));
  return place;
}

function startCall(draft: TraceDraft, event: EventOf<'llm_call'>): void {
  const talk = conversationKey(event);
  const before = draft.spanIndexes.get(`talk ${talk}`);
  const parent = placeOfTalk(draft, event);
  const place = addSpan(draft, parent, (about) =>
    newSpan({
      ...about,
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
  draft.spanIndexes.set(`talk ${talk}`, place);
  draft.spanIndexes.set(`answer ${talk} ${event.callId}`, place);
}

function finishCall(draft: TraceDraft, event: EventOf<'llm_call'>): void {
  const place = draft.spanIndexes.get(`answer ${conversationKey(event)} ${event.callId}`);
  if (place === undefined) return;
  const isCancelled = event.finishReason === 'cancelled';
  changeSpan(draft, place, () => ({
    status: event.error ? 'failed' : isCancelled ? 'cancelled' : 'succeeded',
    endMs: timeOf(event),
    workMs: event.durationMs,
    usage: event.usage,
    reason: event.finishReason,
    error: errorLine(event.error),
    errorCode: event.error?.code,
  }));
  draft.open.delete(place);
  const tokens = event.usage?.totalTokens ?? 0;
  const costUsd = costOf(event);
  for (let at: number | undefined = place; at !== undefined; at = draft.spans[at]?.parent) {
    changeSpan(draft, at, (span) => ({
      tokens: span.tokens + tokens,
      costUsd: costUsd === undefined ? span.costUsd : (span.costUsd ?? 0) + costUsd,
    }));
  }
}

/** Not every log says what a call cost: the price of its model has to be known. */
function costOf({ usage = {} }: { usage?: object | undefined }): number | undefined {
  const costUsd = 'costUsd' in usage ? usage.costUsd : undefined;
  return typeof costUsd === 'number' && Number.isFinite(costUsd) ? costUsd : undefined;
}

function changeLatestCall(draft: TraceDraft, event: Spoken, change: (call: Span) => Partial<Span>): void {
  const place = draft.spanIndexes.get(`talk ${conversationKey(event)}`);
  if (place !== undefined) changeSpan(draft, place, change);
}

function appendText(call: Span, event: EventOf<'content' | 'thinking'>, field: 'text' | 'thinking'): Partial<Span> {
  return { [field]: call[field] + event.content, firstTokenMs: call.firstTokenMs ?? timeOf(event) };
}

function startTool(draft: TraceDraft, event: EventOf<'tool_call'>): void {
  const key = `tool ${conversationKey(event)} ${event.id}`;
  const known = draft.spanIndexes.get(key);
  // a model may give a later call the id of one that has ended
  const place = known !== undefined && draft.open.has(known) ? known : addTool(draft, event);
  changeSpan(draft, place, (tool) => ({
    name: tool.kind === 'worker' ? tool.name : event.name,
    input: event.args ?? tool.input,
    // a call without an approval began when it was called
    startMs: event.status === 'running' && tool.waits.length === 0 && !tool.hasChildren ? timeOf(event) : tool.startMs,
  }));
  draft.spanIndexes.set(key, place);
  draft.spanIndexes.set(`call ${event.nodeId} ${event.id}`, place);
}

function addTool(draft: TraceDraft, event: EventOf<'tool_call' | 'tool_result'>): number {
  changeLatestCall(draft, event, (call) => ({ toolCalls: call.toolCalls + 1 }));
  return addSpan(draft, placeOfTalk(draft, event), (about) =>
    newSpan({
      ...about,
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
  const place = known !== undefined && draft.open.has(known) ? known : addTool(draft, event);
  closeWithin(draft, place, { at, status: 'cancelled' });
  changeSpan(draft, place, (tool) => ({
    status: toolEnds[event.status],
    endMs: at,
    workMs: tool.waits.length > 0 ? undefined : event.durationMs,
    waits: endedWaits(tool.waits, at),
    output: event.result,
    summary: event.summary,
    error: event.error,
  }));
  draft.open.delete(place);
}

/** It has not started: what it waits for is who looks at the run, and that is no time of its own. */
function standAt(draft: TraceDraft, event: EventOf<'breakpoint_reached'>): void {
  const place = nodeSpanIndex(draft, event);
  changeSpan(draft, place, () => ({ status: 'waiting' }));
  draft.open.add(place);
}

function continueNode(draft: TraceDraft, event: { nodeId: string; seq: number }): void {
  changeSpan(draft, nodeSpanIndex(draft, event), () => ({ status: 'running' }));
}

function ask(draft: TraceDraft, event: EventOf<'confirm_required'>): void {
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
  draft.asks.set(event.actionId, waiting);
}
