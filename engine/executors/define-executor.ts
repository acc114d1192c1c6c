import type { AnyNodeDefinition, ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { NewRunEvent, TokenUsage } from '#lib/run/run-event.ts';

/** A live input: the edge's source and the value its port carries. */
export type LiveInput = { readonly source: string; readonly port: string; readonly value: unknown };

/** Events an executor may emit; the wrapper writes all others. The node's id is filled in. */
export type ExecutorEvent = {
  [T in 'content' | 'thinking' | 'llm_call' | 'llm_result' | 'llm_stream_retry']: Omit<
    Extract<NewRunEvent, { type: T }>,
    'nodeId'
  >;
}['content' | 'thinking' | 'llm_call' | 'llm_result' | 'llm_stream_retry'];

/** Everything a node may touch. */
export type ExecutorContext = {
  readonly runId: string;
  readonly nodeId: string;
  readonly attempt: number;
  /** Aborts on stop, time limit and run failure; hand it to every wait. */
  readonly signal: AbortSignal;
  /** What the run was started with; only `start` reads it. */
  readonly runInputs: Readonly<Record<string, unknown>>;
  /** Live inputs in the order of the edges. */
  readonly live: readonly LiveInput[];
  /** Value of a CEL source of this node's config, on the snapshot taken when the node started. @throws {NodeFailure} */
  evaluate(source: string): unknown;
  /** The workflow's own default model, when its settings name one. */
  readonly defaultModel: string | undefined;
  readonly models: ModelRegistry;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Appends to the run's log. `isUrgent` commits at the next turn of the loop instead of a few milliseconds later. */
  emit(event: ExecutorEvent, options?: { isUrgent?: boolean }): void;
  /** Counts tokens against the run's limit, which is looked at before the next `llm_call`. */
  countUsage(usage: TokenUsage, calls: { llmCalls?: number; toolCalls?: number }): void;
};

/** Value by port, as plain JSON: after a crash it is what the log wrote of it. Only the ports named here fire. */
export type Fired = Readonly<Record<string, unknown>>;

export type Executor<Config = unknown> = (call: { config: Config; context: ExecutorContext }) => Fired | Promise<Fired>;

/** Each entry loads its executor's module at first use, so that a run pays only for the node types it has. */
export type ExecutorRegistry = Readonly<Record<string, () => Promise<{ default: Executor<never> }>>>;

/**
 * The code of a node type. It may answer at once or with a promise.
 * @throws {NodeFailure} for what may be expected to fail; anything else becomes `node-failed`
 */
export function defineExecutor<Node extends AnyNodeDefinition>(
  _node: Node,
  execute: Executor<ConfigOf<Node>>,
): Executor<ConfigOf<Node>> {
  return execute;
}
