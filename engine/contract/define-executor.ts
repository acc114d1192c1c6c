import type { AnyNodeDefinition, ConfigOf, NodeEffects } from '#lib/node-kit/define-node.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { ApprovalKind, EventParent, NewRunEvent, NodeError, TokenUsage } from '#lib/run/run-event.ts';
import type { SpanKey } from '#lib/run/span.ts';
import type { InteractionContext } from './interaction-context.ts';
import type { ToolKit } from './tool-kit.ts';

/** A live input: the edge's source and the value its port carries. */
export type LiveInput = { readonly source: string; readonly port: string; readonly value: unknown };

type ExecutorEventType =
  | 'content'
  | 'thinking'
  | 'llm_call'
  | 'llm_result'
  | 'llm_stream_retry'
  | 'tool_call'
  | 'tool_result'
  | 'context_compacted'
  | 'code_output';

/** Events an executor may emit; the wrapper writes all others. The node's id is filled in. */
export type ExecutorEvent = {
  [T in ExecutorEventType]: Omit<Extract<NewRunEvent, { type: T }>, 'nodeId'>;
}[ExecutorEventType];

/** Something that happens outside, or costs something, and is not to happen twice: a model call, a tool call, an HTTP request, code that may call hosts. */
export type Effect = {
  /** Unique within the node and the same whenever the node is started again: by position, never by time or chance. */
  readonly key: string;
  readonly kind: 'model' | 'tool' | 'http' | 'code';
  /** For people: the model, the tool, or `POST https://…`. */
  readonly name: string;
  readonly effects: NodeEffects;
  /** Whether it may simply be done again when a crash left open whether it happened. @defaultValue true unless `effects` is `write` */
  readonly isRepeatable?: boolean;
  /**
   * What it gives where a person says what came of it instead of having it done again; may write what a result writes.
   * @defaultValue the person's value as it is
   */
  readonly fromPerson?: (value: unknown) => unknown;
};

/** What a person is asked. The same key gets the same decision, however often it is asked. */
export type ApprovalRequest = {
  /** Unique within the node and the same whenever the node is started again. */
  readonly key: string;
  readonly kind: ApprovalKind;
  /** Tool id; `approval` for the node of that type. */
  readonly tool: string;
  readonly toolCallId?: string;
  /** What is to be decided on, as plain JSON: the arguments, or the value. */
  readonly args: unknown;
  readonly description: string;
  /** @defaultValue 30 days */
  readonly expiresInMs?: number;
  /** Inside which tool call of an agent it is asked. */
  readonly parent?: EventParent;
};

/** A limit of a node's own that is used up: a person may raise it, for this run. */
export type OwnLimitHit = {
  /** Unique within the node and the same whenever the node is started again. */
  readonly key: string;
  readonly max: number;
  /** With what is about to happen it may be more than the limit. */
  readonly used: number;
  readonly description: string;
  /** Inside which tool call of an agent it is asked. */
  readonly parent?: EventParent;
};

export type Decision = {
  /** `skipped`, of an effect: the run goes on without its node. */
  readonly status: 'confirmed' | 'rejected' | 'expired' | 'skipped';
  /** What the person put in the place of the arguments or the value, undefined when they stay; of an effect that is not done again, what came of it. */
  readonly args?: unknown;
  readonly comment?: string;
};

/** One pass of a container's body. */
export type IterationRequest = {
  /** From 0; passes of one container are told apart by it. */
  readonly index: number;
  /** Only this branch of the body, by its place in `bodyParts`. @defaultValue all of it */
  readonly part?: number;
  /** What its nodes read beside each other: `map` or `loop`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Of a workflow that the node calls: what its run would be started with. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Stops this pass. Its reason, `body_failed` or `lost_race`, is what its nodes are told. */
  readonly signal: AbortSignal;
};

export type BodyOutcome =
  /** The value of its only sink, or of its sinks by id; of a called workflow its outputs. */
  | { readonly status: 'succeeded'; readonly value: unknown }
  /** A node of it failed, and none handled that. */
  | { readonly status: 'failed'; readonly error: NodeError }
  /** It was stopped. */
  | { readonly status: 'cancelled' };

/** Everything a node may touch. */
export type ExecutorContext = {
  readonly runId: string;
  readonly workspaceId: WorkspaceId;
  readonly nodeId: string;
  /** Inside which tool call of an agent this happens; every event emitted carries it. */
  readonly parent?: EventParent;
  readonly attempt: number;
  /** Aborts on stop, time limit and run failure; hand it to every wait. */
  readonly signal: AbortSignal;
  /** What the run was started with; only `start` reads it. */
  readonly runInputs: Readonly<Record<string, unknown>>;
  /** Live inputs in the order of the edges. */
  readonly live: readonly LiveInput[];
  /** Value of a CEL source of this node's config, on the snapshot taken when the node started, with what more it may read. @throws {NodeFailure} */
  evaluate(source: string, more?: Readonly<Record<string, unknown>>): unknown;
  /** The workflow's own default model, when its settings name one. */
  readonly defaultModel: string | undefined;
  readonly models: ModelRegistry;
  readonly tools: ToolKit;
  readonly fetch: GuardedFetch;
  /** What a request made inside of that span says of where it comes from; nothing where traces stay in the house. `fetch` says by itself that it comes from the node. */
  traceHeaders(span: SpanKey): Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Appends to the run's log. `isUrgent` commits at the next turn of the loop instead of a few milliseconds later. */
  emit(event: ExecutorEvent, options?: { isUrgent?: boolean }): void;
  /**
   * Asked before a model is called: budgets of the run's key and workspace last.
   * @throws {Waiting} while a person is asked to raise one; the reason of `signal` when one that is used up ends the run
   */
  admitModelCall(): Promise<void>;
  /** Counts tokens against the run's limit, which is looked at before the next `llm_call`. */
  countUsage(usage: TokenUsage, calls: { llmCalls?: number; toolCalls?: number }): void;
  /**
   * The ledger. A finished effect is not run again: after a crash, a wait or a retry it gives what it gave, as JSON has it. One that may change the
   * outside begins only when the log says that it began, and is handed on only when the log says how it ended. One of which a crash left open whether it
   * happened, and which is not repeatable, asks a person first, who may also say what came of it.
   * @param run gets a key to send to whoever can recognise a repetition by it
   * @throws what `run` throws; {Waiting} while a person is asked; {NodeFailure} `effect-unknown` when the person does not want it repeated
   */
  effect<T>(effect: Effect, run: (call: { idempotencyKey: string }) => Promise<T>): Promise<T>;
  /** A finished effect turned out to be no good (an answer that does not fit): the next one of that key is run. */
  discardEffect(key: string): void;
  /**
   * Asks a person and does not wait: undefined while nobody has decided. Who has nothing else to do then throws `Waiting`, and is started again from
   * its beginning when there is a decision; effects that had finished are not repeated.
   */
  ask(request: ApprovalRequest): Decision | undefined;
  /**
   * Asks a person for more of what the node may do, where the workflow's limits ask.
   * @returns the new limit; undefined when there is to be none, and the node fails for it
   * @throws {Waiting} while nobody has decided
   */
  raiseLimit(hit: OwnLimitHit): number | undefined;
  /** Whether a person said of this tool, earlier in the run, that it need not be asked about again. */
  isRemembered(tool: string): boolean;
  /** The conversation of that name, which nodes of the run share; a fresh one each time for `own`. What the node leaves in it counts once the node has succeeded. */
  conversation(name: string): InteractionContext;
  /**
   * Runs the body of a container once. What is decided of that pass, by an earlier process too, stays so.
   * @throws {Waiting} when nothing of it can go on until a person decides; another call of the same pass then goes on with it
   */
  runBody(pass: IterationRequest): Promise<BodyOutcome>;
  /** The branches of a container's body, with the ids of the last nodes of each. */
  bodyParts(): readonly { readonly lastIds: readonly string[] }[];
  /** Resolves when a person decided anything in this run. */
  nextDecision(): Promise<void>;
  /** Whether a pass of this attempt was begun by an earlier process and has not ended. */
  hasBegun(index: number): boolean;
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
