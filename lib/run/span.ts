import type { Citation } from '../text/citation.ts';
import type { RetrievalDetails } from './retrieval.ts';
import type { NodeError, NodeWarning, TokenUsage } from './run-event.ts';
import type { ActiveSkillState } from './run-state.ts';
import type { NodeEnd } from './run-status.ts';
import type { Verdict } from './verdict.ts';

/** Unix milliseconds; open while `toMs` is undefined. */
export type SpanWait = { readonly fromMs: number; readonly toMs: number | undefined };

/**
 * `iteration` is one iteration of a container's body, `model` a model call, `agent` a tool call that
 * another agent executes.
 */
export type SpanKind = 'node' | 'iteration' | 'model' | 'tool' | 'agent';
export type CallKind = Exclude<SpanKind, 'node' | 'iteration'>;

/** Whether a span of this kind is a call, by a model or a node. */
export function isCallKind(kind: SpanKind): kind is CallKind {
  return kind !== 'node' && kind !== 'iteration';
}

/** One timed part of a run, derived from its event log. All times are Unix milliseconds. */
export type Span = {
  /** Its index in `Trace.spans`, which never changes. */
  readonly index: number;
  /** Index of the parent span; undefined for a node of the root scope. */
  readonly parent: number | undefined;
  /** Number of ancestor spans. */
  readonly depth: number;
  readonly kind: SpanKind;
  readonly nodeId: string;
  /** Path of the node or iteration, or name of the model, tool or agent. */
  readonly name: string;
  /** Model and tool calls: the id that all events of the call have. */
  readonly callId?: string | undefined;
  /** Of a model call that writes no answer. */
  readonly operation?: 'embed' | 'rerank' | undefined;
  /** From 1, else 0: ordinal of a model call in its conversation, or of an iteration in its container. */
  readonly number: number;
  readonly status: NodeEnd | 'running' | 'waiting';
  /** seq of its first event. */
  readonly seq: number;
  /** Undefined for a node that never started. */
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** Time of the model's first token. */
  readonly firstTokenMs?: number | undefined;
  /** Execution time measured by the process; undefined if it would include waits or retries. */
  readonly workMs: number | undefined;
  /** Times of pending approvals. */
  readonly waits: readonly SpanWait[];
  /** Total of the finished model calls within it. */
  readonly tokens: number;
  /** As `tokens`; undefined if no price is known. */
  readonly costUsd?: number | undefined;
  readonly usage?: TokenUsage | undefined;
  /** Number of tool calls, delegations to agents included, that a model requested. */
  readonly toolCalls: number;
  readonly attempts: number;
  /** The next attempt and its backoff. */
  readonly retry?: { readonly attempt: number; readonly delayMs: number } | undefined;
  /** The request to a model, or the arguments of a tool. */
  readonly input: unknown;
  /** Output of a node, or result of a tool. */
  readonly output: unknown;
  readonly text: string;
  readonly thinking: string;
  /** A tool result in one line. */
  readonly summary?: string | undefined;
  readonly error?: string | undefined;
  /** What an ended node says of its value, and what of a tool's result was omitted or changed. */
  readonly warnings?: readonly Pick<NodeWarning, 'message' | 'hint'>[] | undefined;
  /** What a check of a tool's result found. */
  readonly verdict?: Verdict | undefined;
  /** The sources of a tool's result. */
  readonly citations?: readonly Citation[] | undefined;
  /** What a search in a knowledge base looked at. */
  readonly retrieval?: RetrievalDetails | undefined;
  /** Of a node or an agent: the skill that it followed. */
  readonly skill?: ActiveSkillState | undefined;
  /** Error code of a failed node or model call. */
  readonly errorCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly ports: readonly string[] | undefined;
  /** Source of an output that was reused from another run. */
  readonly reused?: { readonly runId: string; readonly seq: number; readonly at: string } | undefined;
  readonly hasChildren: boolean;
};

/** Creates a span with defaults for all fields that are not given. */
export function newSpan(
  fields: Pick<Span, 'index' | 'parent' | 'depth' | 'kind' | 'nodeId' | 'name' | 'seq'> & Partial<Span>,
): Span {
  return { ...SPAN_DEFAULTS, ...fields };
}

/**
 * The key of a span, unique within its run, from which requests inside it and its export derive the
 * same id. A tool call whose id a model repeats in its node has no key of its own.
 */
export type SpanKey = `node ${string}` | `pass ${string}` | `model ${string}` | `tool ${string}`;

export function spanKeyOf({ kind, nodeId, name, callId = '' }: Pick<Span, 'kind' | 'nodeId' | 'name' | 'callId'>): SpanKey {
  switch (kind) {
    case 'node':
      return `node ${nodeId}`;
    case 'iteration':
      return `pass ${name}`;
    case 'model':
      return `model ${callId}`;
    case 'tool':
    case 'agent':
      return toolSpanKey(nodeId, callId);
    default:
      return kind satisfies never;
  }
}

export function toolSpanKey(nodeId: string, callId: string): SpanKey {
  return `tool ${nodeId} ${callId}`;
}

/** The message of an error. */
export function errorLine(error: NodeError | string | undefined): string | undefined {
  return typeof error === 'object' ? error.message : error;
}

/** Omits rare fields: a page holds thousands of spans, and these fields would double their memory. */
const SPAN_DEFAULTS: Span = {
  index: 0,
  parent: undefined,
  depth: 0,
  kind: 'node',
  nodeId: '',
  name: '',
  number: 0,
  status: 'running',
  seq: 0,
  startMs: undefined,
  endMs: undefined,
  workMs: undefined,
  waits: [],
  tokens: 0,
  toolCalls: 0,
  attempts: 0,
  input: undefined,
  output: undefined,
  ports: undefined,
  text: '',
  thinking: '',
  hasChildren: false,
};
