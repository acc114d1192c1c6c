import type { Callbacks } from '@langchain/core/callbacks/manager';
import type { ExecutorContext } from '#engine/contract/define-executor.ts';
import type { ToolKit } from '#engine/contract/tool-kit.ts';
import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import type { ToolLimits } from '#lib/agents/tool-limits.ts';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { BudgetBook } from '#lib/ports/budget-book.ts';
import type { GraphRegistry } from '#lib/ports/graph-registry.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { EffectLedger } from '../effects/effect-ledger.ts';
import type { RunLimits } from '../limits/run-limits.ts';
import type { WorkTime } from '../limits/work-time.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import type { Conversations } from '../state/conversations.ts';
import type { RunMemory } from '../state/run-memory.ts';
import type { RunResults } from '../state/run-results.ts';
import type { RunSession } from '../state/run-session.ts';
import type { RunTrace } from '../state/run-trace.ts';
import type { RaceScope } from './race-scope.ts';

/** What nodes of any run may use. */
export type NodePorts = {
  readonly models: ModelRegistry;
  readonly tools: ToolKit;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly newId: NewId;
  /** LangGraph graphs of the administrator. @defaultValue none */
  readonly graphs?: GraphRegistry | undefined;
  /** In [0, 1); jitter of retries. */
  readonly random: () => number;
  /** Daily budgets of keys and workspaces. @defaultValue no budgets */
  readonly budgets?: BudgetBook;
  /** Whether outgoing requests carry `traceparent`. @defaultValue false */
  readonly sendsTraceparent?: boolean;
  /** Limits the ports of published runs. @defaultValue no limits */
  readonly reach?: ReachLimiter;
  /**
   * Before a called workflow starts, by its key: `wf_7@3`. @defaultValue every call is allowed
   * @throws {NodeFailure} `reach-refused`
   */
  readonly admitCall?: (key: string) => void;
  /** As of `ExecutorContext`. @defaultValue requests are sent */
  readonly beforeModelRequest?: NonNullable<ExecutorContext['beforeModelRequest']>;
  /** Nothing resumes runs later: waits of any length stay in this process. @defaultValue false */
  readonly holdsPauses?: boolean;
  /** LangChain callback handlers of every run's graph. */
  readonly callbacks?: Callbacks;
};

export type ReachLimiter = {
  limit(ports: NodePorts, identity: RunIdentity, workflow: Workflow | undefined): NodePorts;
};

/** Why nothing new starts in a scope. */
export type Ending = {
  readonly status: 'failed' | 'cancelled';
  readonly reason: EndReason;
  readonly error?: NodeError;
  /** The reason of its nodes that did not end by themselves. @defaultValue run_failed or run_cancelled */
  readonly nodeReason?: EndReason;
  /** Path of the join that continued without them. */
  readonly by?: string;
};

/** What a workflow's nodes read of the run or call around them. */
export type WorkflowContext = {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly mode: 'draft' | 'deployed' | 'node';
  readonly defaultModel: string | undefined;
  /** Of prompt texts and errors. */
  readonly language: Language;
  /** What the tools of all its nodes may do. */
  readonly toolLimits: ToolLimits;
  /** Ids of the nodes that this run skips, whatever their inputs. */
  readonly skipped: ReadonlySet<string>;
  /** The workflow that declares the credentials; undefined when it is not saved. */
  readonly workflowId: string | undefined;
  readonly credentials: CredentialSlots;
  readonly conversations: Conversations;
  /** Built-in ones, and those frozen in its document. */
  readonly agents: AgentRegistry;
  readonly memory: RunMemory;
  readonly session: RunSession;
};

/** What all scopes of a run share. */
export type SharedScope = {
  readonly runId: string;
  readonly log: RunLog;
  readonly results: RunResults;
  readonly limits: RunLimits;
  readonly ledger: EffectLedger;
  readonly trace: RunTrace;
  readonly ports: NodePorts;
};

/**
 * What a node sees of its run: the whole, one iteration of a body, a called workflow, or the
 * branches of a race.
 */
export interface RunScope extends SharedScope {
  readonly signals: RunSignals;
  readonly workflow: WorkflowContext;
  /** Time that the run, or the attempt of a container around the scope, has worked. */
  readonly work: WorkTime;
  /** By path of the join `first`: what it stops once it continues. */
  readonly races: Map<string, RaceScope>;
  /** The run itself. */
  readonly root: RunScope;
  /** Aborts when the scope, or one around it, is ending. */
  readonly signal: AbortSignal;
  readonly ending: Ending | undefined;
  /** Nothing new starts in it, and what runs gets the abort signal. The first call decides why. */
  end(ending: Ending): void;
  /** A node failed and nothing handled it. */
  fail(error: NodeError): void;
}
