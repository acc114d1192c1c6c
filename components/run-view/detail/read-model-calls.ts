import type { PublicEvent } from '#lib/run/public-event.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import { errorLine } from '#lib/run/span.ts';
import { PROCESS_LOST } from '#lib/run/trace.ts';

export type CompactionEvent = Extract<PublicEvent, { type: 'context_compacted' }>;

/** One model call with its exact request and response. */
export type ModelCall = {
  readonly callId: string;
  readonly runId: string;
  readonly nodeId: string;
  /** Tokens that the model can read. */
  readonly maxContext: number | undefined;
  /** What processors took out of the conversation right before it. */
  readonly compactions: readonly CompactionEvent[];
  /** Of its first event, which a link may name. */
  readonly seq: number;
  /** Who asked, when it was a worker of the node. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
  /** As sent to the model's adapter; undefined if not visible to the reader. */
  readonly request: unknown;
  readonly text: string;
  readonly thinking: string;
  /** What the model asked for, in its order. */
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  /** Requests whose stream broke; each was repeated after a delay. */
  readonly brokenStreams: readonly { readonly seq: number; readonly message: string; readonly delayMs: number }[];
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Why it ended: as the model gives it, or that its process was lost. */
  readonly finishReason: string | undefined;
  readonly usage: TokenUsage | undefined;
  readonly durationMs: number | undefined;
  readonly error: NodeError | undefined;
};

type OpenCall = { -readonly [Field in keyof ModelCall]: ModelCall[Field] } & { toolCalls: ModelCall['toolCalls'][number][] };

/** The model calls of a node and its agents in order. `untilSeq` excludes later ones. */
export function readModelCalls(events: readonly PublicEvent[], nodeId: string, untilSeq = Number.POSITIVE_INFINITY): ModelCall[] {
  const calls: OpenCall[] = [];
  // A node makes one model call at a time, and so does each agent: an event belongs to the latest
  // call of its conversation.
  const latest = new Map<string, OpenCall>();
  const compactions = new Map<string, CompactionEvent[]>();
  for (const event of events) {
    if (event.seq > untilSeq) break;
    if (event.type === 'run_resumed' && event.reason === PROCESS_LOST) closeCalls(latest.values(), PROCESS_LOST);
    if (!('nodeId' in event) || event.nodeId !== nodeId) continue;
    if (event.type === 'node_finished') closeCalls(latest.values());
    const conversation = 'parent' in event ? (event.parent?.toolCallId ?? '') : '';
    if (event.type === 'llm_call' && event.operation) continue;
    if (event.type === 'llm_call' && event.status === 'running') {
      const call = openCall(event, compactions.get(conversation) ?? []);
      compactions.delete(conversation);
      calls.push(call);
      latest.set(conversation, call);
      continue;
    }
    if (event.type === 'context_compacted') {
      compactions.set(conversation, [...(compactions.get(conversation) ?? []), event]);
      continue;
    }
    const call = latest.get(conversation);
    if (call) addTo(call, event);
  }
  return calls;
}

/** Calls without an end of their own were interrupted. */
function closeCalls(calls: Iterable<OpenCall>, reason?: string): void {
  for (const call of calls) if (call.state === 'running') Object.assign(call, { state: 'cancelled', finishReason: reason });
}

function openCall(
  { callId, runId, nodeId, seq, parent, model, maxContext, request }: Extract<PublicEvent, { type: 'llm_call' }>,
  compactions: readonly CompactionEvent[],
): OpenCall {
  return {
    callId,
    runId,
    nodeId,
    maxContext,
    compactions,
    seq,
    agent: parent?.agent,
    model,
    request,
    text: '',
    thinking: '',
    toolCalls: [],
    brokenStreams: [],
    state: 'running',
    finishReason: undefined,
    usage: undefined,
    durationMs: undefined,
    error: undefined,
  };
}

function addTo(call: OpenCall, event: PublicEvent): void {
  switch (event.type) {
    case 'content':
      call.text += event.content;
      break;
    case 'thinking':
      call.thinking += event.content;
      break;
    case 'tool_call':
      addToolCall(call, event);
      break;
    // The partial response is discarded: the model is called again with the same request.
    case 'llm_stream_retry':
      Object.assign(call, { text: '', thinking: '', toolCalls: [], brokenStreams: [...call.brokenStreams, brokenStream(event)] });
      break;
    case 'llm_call': {
      if (event.callId !== call.callId) break;
      const { finishReason, usage, durationMs, error, content } = event;
      const isCancelled = finishReason === 'cancelled';
      const state = error ? 'failed' : isCancelled ? 'cancelled' : 'succeeded';
      Object.assign(call, { state, finishReason, usage, durationMs, error, ...(content !== undefined && { text: content }) });
      break;
    }
    default:
  }
}

function brokenStream({ seq, delayMs, ...event }: Extract<PublicEvent, { type: 'llm_stream_retry' }>) {
  return { seq, delayMs, message: errorLine('error' in event ? event.error : undefined) ?? '' };
}

/** A call is logged when requested, and again when it is executed. */
function addToolCall(call: OpenCall, { id, name, args, status }: Extract<PublicEvent, { type: 'tool_call' }>): void {
  if (status === 'pending' || !call.toolCalls.some((known) => known.id === id)) call.toolCalls.push({ id, name, args });
}
