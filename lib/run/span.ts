import type { NodeError, TokenUsage } from './run-event.ts';
import type { NodeEnd } from './run-status.ts';

/** In milliseconds since 1970; open while `toMs` is missing. */
export type SpanWait = { readonly fromMs: number; readonly toMs: number | undefined };

/**
 * `pass` is one pass of a container's body, `model` one call of a model, `worker` a tool call that
 * is handed to another agent.
 */
export type SpanKind = 'node' | 'pass' | 'model' | 'tool' | 'worker';

/** One timed part of a run, from what its log says. All times are milliseconds since 1970. */
export type Span = {
  /** Its index in `Trace.spans`, which never changes. */
  readonly place: number;
  /** Place of the span it is part of; undefined for a node of the root scope. */
  readonly parent: number | undefined;
  /** The number of spans around it. */
  readonly depth: number;
  readonly kind: SpanKind;
  readonly nodeId: string;
  /** Path of the node or pass, name of the model or tool, or the agent that works. */
  readonly name: string;
  /** Of a call, of a model or a tool: the id that all its events carry. */
  readonly callId?: string | undefined;
  /** Of a model call: which one it is of its conversation; of a pass: which one of its container. From 1. */
  readonly number: number;
  readonly status: NodeEnd | 'running' | 'waiting';
  /** Event with which it began. */
  readonly seq: number;
  /** undefined for a node that never started. */
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** When the model's first words came. */
  readonly firstTokenMs?: number | undefined;
  /** What its process measured, where that is only the work. */
  readonly workMs: number | undefined;
  /** Times of pending approvals. */
  readonly waits: readonly SpanWait[];
  /** Of all model calls within it that ended. */
  readonly tokens: number;
  /** As `tokens`; undefined where nothing is known of prices. */
  readonly costUsd?: number | undefined;
  readonly usage?: TokenUsage | undefined;
  /** How many calls of tools and of workers a model asked for. */
  readonly toolCalls: number;
  readonly attempts: number;
  /** The attempt to come, and how long it waits. */
  readonly retry?: { readonly attempt: number; readonly delayMs: number } | undefined;
  /** The request to a model, or the arguments of a tool. */
  readonly input: unknown;
  /** What a node gave, or a tool. */
  readonly output: unknown;
  readonly text: string;
  readonly thinking: string;
  /** One line of what came out of a tool. */
  readonly summary?: string | undefined;
  readonly error?: string | undefined;
  /** Of a node or a model call that failed: what kind of error it was. */
  readonly errorCode?: string | undefined;
  readonly reason?: string | undefined;
  readonly ports: readonly string[] | undefined;
  /** Of a node whose value another run made: which one, and when. */
  readonly reused?: { readonly runId: string; readonly seq: number; readonly at: string } | undefined;
  readonly hasChildren: boolean;
};

/** What every new span has in common; the rest says what it is. */
export function newSpan(
  about: Pick<Span, 'place' | 'parent' | 'depth' | 'kind' | 'nodeId' | 'name' | 'seq'> & Partial<Span>,
): Span {
  return { ...blank, ...about };
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
    case 'pass':
      return `pass ${name}`;
    case 'model':
      return `model ${callId}`;
    case 'tool':
    case 'worker':
      return toolSpanKey(nodeId, callId);
    default:
      return kind satisfies never;
  }
}

export function toolSpanKey(nodeId: string, callId: string): SpanKey {
  return `tool ${nodeId} ${callId}`;
}

/** An error as one line. */
export function errorLine(error: NodeError | string | undefined): string | undefined {
  return typeof error === 'object' ? error.message : error;
}

/**
 * What every span has. A page keeps them by the thousand, and what only some have would weigh as
 * much again.
 */
const blank: Span = {
  place: 0,
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
