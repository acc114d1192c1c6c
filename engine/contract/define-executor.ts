import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { AnyNodeDefinition, ConfigOf, NodeEffects } from '#lib/node-kit/define-node.ts';
import type { GraphRegistry } from '#lib/ports/graph-registry.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, CredentialUse, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { FixedArguments } from '#lib/run/event-parts.ts';
import type { Memory, MemoryChange } from '#lib/run/memory.ts';
import type { ApprovalKind, EventParent, NewRunEvent, NodeError, NodeWarning, TokenUsage } from '#lib/run/run-event.ts';
import type { SessionWrite } from '#lib/run/session-state.ts';
import type { SpanKey } from '#lib/run/span.ts';
import type { SessionVariable } from '#lib/workflow/session-settings.ts';
import type { AgentBudget } from './agent-budget.ts';
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
  | 'tool_progress'
  | 'tool_result'
  | 'context_compacted'
  | 'plan_updated'
  | 'skill_activated'
  | 'artifact_created'
  | 'open_url'
  | 'a2ui'
  | 'code_output'
  | 'reply';

/** Events an executor may emit; the wrapper writes all others. The node's id is filled in. */
export type ExecutorEvent = {
  [T in ExecutorEventType]: Omit<Extract<NewRunEvent, { type: T }>, 'nodeId'>;
}[ExecutorEventType];

/**
 * A side effect or a cost that must not happen twice: a model, tool or HTTP call, or code that may
 * call hosts.
 */
export type Effect = {
  /**
   * Unique within the node and the same whenever the node is started again: by position, never by
   * time or chance.
   */
  readonly key: string;
  readonly kind: 'model' | 'tool' | 'http' | 'code';
  /** For people: the model, the tool, or `POST https://…`. */
  readonly name: string;
  readonly effects: NodeEffects;
  /**
   * Whether it is repeated without asking when a crash left it unknown.
   * @defaultValue true unless `effects` is `write`
   */
  readonly isRepeatable?: boolean;
  /**
   * Result when a person enters the outcome instead of repeating the effect. May write what a result
   * writes.
   * @defaultValue the entered value
   */
  readonly fromPerson?: (value: unknown) => unknown;
  /** The tool call that it is, which waits when a person has to decide whether it is repeated. */
  readonly toolCallId?: string;
  /** The agent whose effect it is. */
  readonly parent?: EventParent;
};

/** A request for a decision. One key gets one decision, however often it is requested. */
export type ApprovalRequest = {
  /** Unique within the node and the same whenever the node is started again. */
  readonly key: string;
  readonly kind: ApprovalKind;
  /** Tool id; `approval` for the node of that type. */
  readonly tool: string;
  readonly toolCallId?: string;
  /** What is to be decided on, as plain JSON: the arguments, or the value. */
  readonly args: unknown;
  /** Of a tool with fixed arguments: what the call sends besides `args`. */
  readonly fixed?: FixedArguments;
  /** JSON Schema of the value, for a form. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly description: string;
  /** @defaultValue 30 days */
  readonly expiresInMs?: number;
  /** The tool call of an agent that requests it. */
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
  /** The tool call of an agent that requests it. */
  readonly parent?: EventParent;
};

/** A wait for a time. */
export type Pause = {
  /** Unique within the node and the same whenever the node is started again. */
  readonly key: string;
  /** From when it is first requested, in milliseconds. */
  readonly forMs: number;
};
/** `until`: when its time was over; `isEarly`: a person ended it before. */
export type PauseEnd = { readonly until: string; readonly isEarly: boolean };

export type Decision = {
  /** `skipped`, of an effect: the run continues without its node. */
  readonly status: 'confirmed' | 'rejected' | 'expired' | 'skipped';
  /**
   * The person's replacement of the arguments or the value, undefined to keep them; of a skipped
   * effect, its result.
   */
  readonly args?: unknown;
  readonly comment?: string;
};

/** One iteration of a container's body. */
export type IterationRequest = {
  /** From 0; identifies the iteration within the container. */
  readonly index: number;
  /** Only this branch of the body, by its index in `bodyParts`. @defaultValue all of it */
  readonly part?: number;
  /** `map` or `loop`, which its nodes read like other nodes. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Of a workflow that the node calls: what its run would be started with. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Stops this iteration. Its reason, `body_failed` or `lost_race`, becomes that of its nodes. */
  readonly signal: AbortSignal;
};

/** A call of a workflow as a tool. */
export type WorkflowCall = {
  /** Id of the tool. */
  readonly tool: string;
  /** Unique within the run, and the same whenever the call is repeated. */
  readonly key: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Stops it. */
  readonly signal: AbortSignal;
};

export type BodyOutcome =
  /** The value of its only sink, or of its sinks by id; of a called workflow its outputs. */
  | { readonly status: 'succeeded'; readonly value: unknown }
  /** A node of it failed, and none handled that. */
  | { readonly status: 'failed'; readonly error: NodeError }
  /** It was stopped. */
  | { readonly status: 'cancelled' };

/** The session of the run, as one node uses it. What it leaves there counts once it succeeds. */
export type SessionAccess = {
  /** Declared in the settings of the workflow. */
  readonly variables: readonly SessionVariable[];
  /** As `{{session}}` when the node started. */
  value(): Readonly<Record<string, unknown>>;
  write(write: SessionWrite): void;
  /** A conversation as nodes of this turn and of earlier ones left it. The session keeps its last `window` messages. */
  conversation(name: string, window: number): InteractionContext;
};

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
  /**
   * Evaluates a CEL source of this node's config on the snapshot of its start, and `more`.
   * @throws {NodeFailure}
   */
  evaluate(source: string, more?: Readonly<Record<string, unknown>>): unknown;
  /** The workflow's own default model, when its settings name one. */
  readonly defaultModel: string | undefined;
  /** Of the workflow: what the engine says to models is in this language. */
  readonly language: Language;
  readonly models: ModelRegistry;
  /** Built-in agents, and those frozen in the document, by the name in it: `time`, `editor@3`. */
  readonly agents: AgentRegistry;
  /** Names of the agents that tasks may be given to. @defaultValue those of `agents` whose kind is `worker` */
  readonly delegates?: readonly string[];
  /** Names of the agents that the conversation may pass to for good. @defaultValue none */
  readonly handoffs?: readonly string[];
  /** Names of the skills that may be used. @defaultValue every enabled one */
  readonly skills?: readonly string[];
  /** The model that summarises results too large for a conversation. @defaultValue none: their beginning is shown */
  readonly summaryModel?: ModelHandle;
  /** Of the agent that this happens in. */
  readonly budget?: AgentBudget;
  /** Private data was read by what called this agent. @defaultValue false */
  readonly hasPrivateData?: boolean;
  /** How many agents are around this. @defaultValue 0 */
  readonly agentDepth?: number;
  readonly tools: ToolKit;
  /** LangGraph graphs of the administrator; undefined where there are none. */
  readonly graphs: GraphRegistry | undefined;
  readonly fetch: GuardedFetch;
  /**
   * The credential that `fetch` adds to a request, by the name of its slot in the workflow. Its value
   * is never here.
   * @throws {NodeFailure} `credential-missing`, at `path`, when the workflow does not declare it
   */
  credentialOf(slot: string, path: string): CredentialUse;
  /** The slots that tools of this node may use. Models know their names. */
  readonly toolSlots: CredentialSlots;
  /**
   * Trace headers of a request inside that span; empty where traces are not exported. `fetch` adds
   * those of the node.
   */
  traceHeaders(span: SpanKey): Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly newId: NewId;
  /**
   * Appends to the run's log. `isUrgent` commits at the next turn of the loop instead of a few
   * milliseconds later; `for-readers`: only if the run has a reader.
   */
  emit(event: ExecutorEvent, options?: { isUrgent?: boolean | 'for-readers' }): void;
  /** Says something of the value that the node will have. Shown with it, once for each message. */
  warn(warning: NodeWarning): void;
  /**
   * Called before each model call: checks the budgets of the run's key and workspace.
   * @throws {SuspendedError} until a person raised a budget; the reason of `signal` when a used-up
   * one ends the run
   */
  admitModelCall(): Promise<void>;
  /** Called with each model request before anything of it is logged or sent. What it throws ends the node. */
  beforeModelRequest?(handle: ModelHandle, request: object): void;
  /** Counts tokens against the run's limit, which is checked before the next `llm_call`. */
  countUsage(usage: TokenUsage, calls: { llmCalls?: number; toolCalls?: number }): void;
  /**
   * Runs a side effect at most once, by the ledger. A finished one returns its stored result as
   * JSON. A changing one begins after its start is stored, and returns after its end is. An
   * unknown, not repeatable one needs a decision.
   * @param run gets an idempotency key for the receiver
   * @throws what `run` throws; {SuspendedError} until there is a decision; {NodeFailure}
   * `effect-unknown` for a refusal
   */
  effect<T>(effect: Effect, run: (call: { idempotencyKey: string }) => Promise<T>): Promise<T>;
  /** The result that a finished effect of that key has in the log; undefined without one. */
  storedResult(key: string): unknown;
  /**
   * A finished effect turned out to be no good (an answer that does not fit): the next one of that
   * key is run.
   */
  discardEffect(key: string): void;
  /**
   * Requests a decision without waiting: undefined until there is one. A caller with nothing else
   * to do then throws `SuspendedError`, and runs again from its start with the decision; finished
   * effects are not repeated.
   */
  ask(request: ApprovalRequest): Decision | undefined;
  /**
   * Waits; after a few seconds without holding a process: the node runs again from its start when the
   * time has come. One key waits once in each attempt.
   * @throws {SuspendedError} while the time has not come
   */
  pause(pause: Pause): Promise<PauseEnd>;
  /** From now on the node waits for something that no time limit of its own may count. @returns the end, idempotent */
  waits(): () => void;
  /** Whether the decision of that key was requested, here or in an earlier process. */
  hasRequested(key: string): boolean;
  /**
   * Asks a person to raise a limit, where the workflow's limits ask.
   * @returns the new limit; undefined when it is not raised: the node fails for it
   * @throws {SuspendedError} until there is a decision
   */
  raiseLimit(hit: OwnLimitHit): number | undefined;
  /** Whether a person approved all further calls of this tool in this run. */
  isRemembered(tool: string): boolean;
  /**
   * A named conversation, shared by nodes of the run; a fresh one for `own`. Changes count once the
   * node succeeds.
   */
  conversation(name: string): InteractionContext;
  readonly session: SessionAccess;
  /** The structured memory of the run as its ended nodes have written it. */
  memory(): Memory;
  /**
   * Adds to the memory of the run, once the node succeeds.
   * @throws {NodeFailure} `memory-read-only` inside an agent
   */
  remember(change: MemoryChange): void;
  /**
   * Runs one iteration of a container's body. Nodes that ended in an earlier process do not run
   * again.
   * @throws {SuspendedError} when only decisions can resume it; another call for the same iteration
   * resumes it
   */
  runBody(iteration: IterationRequest): Promise<BodyOutcome>;
  /**
   * Runs a workflow that the document contains as a tool. Nodes of it that ended in an earlier process do not run
   * again.
   * @throws {SuspendedError} when only decisions can resume it; another call with the same key resumes it
   */
  callWorkflow(call: WorkflowCall): Promise<BodyOutcome>;
  /** The branches of a container's body, with the ids of the last nodes of each. */
  bodyParts(): readonly { readonly lastIds: readonly string[] }[];
  /** Resolves when a person decided anything in this run. */
  nextDecision(): Promise<void>;
  /** Whether an iteration of this attempt was started by an earlier process and has not ended. */
  hasBegun(index: number): boolean;
  /** Whether the iteration with this index had begun in an earlier attempt, also of a container around this one. */
  hasReached(index: number): boolean;
};

/**
 * Value by port, as plain JSON: after a crash it is what the log wrote of it. Only the ports named
 * here fire.
 */
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
