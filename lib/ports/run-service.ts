import type { NodeError, PendingApproval, TokenUsage } from '../run/run-event.ts';
import type { ReusedFrom } from '../run/run-fork.ts';
import type { NodeAction, NodeReason } from '../run/run-plan.ts';
import type { RunStatus } from '../run/run-status.ts';
import type { Workflow } from '../workflow/workflow.ts';
import type { RunDeployment, WorkspaceId } from './run-store.ts';

/** Which part of a workflow runs, and where it stops. */
export type RunPart = {
  /** Only these nodes and what comes before them. */
  readonly until?: readonly string[] | undefined;
  /** It waits before each of these nodes. */
  readonly breakpoints?: readonly string[] | undefined;
};

/** What a fork is made from, and what it does differently. Nodes are named by id, or by path inside of containers. */
export type RunFork = {
  readonly source: {
    readonly runId: string;
    readonly rootRunId: string;
    readonly documentHash: string;
    readonly inputs: Readonly<Record<string, unknown>>;
  };
  /** @defaultValue the end of its log */
  readonly atSeq?: number | undefined;
  readonly from?: readonly string[] | undefined;
  readonly values?: Readonly<Record<string, { readonly port?: string | undefined; readonly value: unknown }>> | undefined;
  readonly iteration?: { readonly nodeId: string; readonly pass: number } | undefined;
};

export type StartRun = {
  /** Starting it again under the same id makes no second run. @defaultValue a new one */
  readonly runId?: string;
  readonly workspaceId: WorkspaceId;
  readonly workflow: Workflow;
  readonly workflowId?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly mode: 'draft' | 'deployed';
  readonly deployment?: RunDeployment;
  /** The key it was started with, where that has a budget. */
  readonly keyId?: string;
  /** @defaultValue all of it, without a stop */
  readonly part?: RunPart;
  /** Missing for a run that begins at its beginning. */
  readonly fork?: RunFork;
  /** W3C trace context of the request that starts it: its trace goes on there. */
  readonly traceparent?: string;
};

export type PlannedFate = {
  readonly nodeId: string;
  readonly action: NodeAction;
  readonly because: NodeReason;
  readonly by?: string;
  readonly from?: ReusedFrom;
  readonly passes?: { readonly runs: number; readonly reused: number };
};
export type PlannedEffect = { readonly nodeId: string; readonly names: readonly string[]; readonly hasHappened: boolean };
/** EN-12: what a run would do, before it does it. */
export type RunOutline = {
  readonly atSeq?: number;
  readonly nodes: readonly PlannedFate[];
  readonly effects: readonly PlannedEffect[];
};

/** EN-2: what running one node alone gives. */
export type NodeRunResult = {
  readonly success: boolean;
  readonly output: unknown;
  readonly error?: NodeError;
  readonly executionTimeMs: number;
  /** What the node waits for; then it has neither succeeded nor failed. */
  readonly approvals?: readonly PendingApproval[];
  readonly metadata: { llmCalls: number; toolCalls: number; tokenUsage: TokenUsage; toolName?: string; processorName?: string };
};

export type RunOutcome = {
  readonly runId: string;
  readonly status: RunStatus;
  readonly reason?: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly error?: NodeError;
  readonly usage: TokenUsage;
  /** What the run waits for, with status `waiting`. */
  readonly approvals?: readonly PendingApproval[];
  /** Paths of the nodes before which it stands, with status `waiting`. */
  readonly breakpoints?: readonly string[];
};

export type StartedRun = {
  readonly runId: string;
  /** Resolves once `run_started` is committed: from here on the run survives its process. */
  readonly accepted: Promise<void>;
  /** Resolves when the run's `done` is committed, be it that it ended or that it waits for a person; rejects only when the log could not be written. */
  readonly outcome: Promise<RunOutcome>;
  /** Another process runs it, or will: nothing of it is lost when this one does not hear how it ends. */
  readonly isElsewhere?: boolean;
};

/** The engine as the HTTP server, the CLI and the tests see it. */
export interface RunService {
  /** @throws {AppError} `workflow-invalid` (details.problems), `inputs-invalid` (details.problems) or `fork-invalid` before anything is stored */
  start(run: StartRun): Promise<StartedRun>;
  /** How a run that is stored has ended, or what it waits for; undefined while it goes on, whoever has it. */
  readOutcome(runId: string): Promise<RunOutcome | undefined>;
  /** What `start` would do with the same run. Nothing is stored. @throws as `start` */
  plan(run: StartRun): Promise<RunOutline>;
  /**
   * Runs one node alone: `inputs` holds the values of the nodes it refers to, by id (of the run's own inputs, for `start`). Kept as a run of
   * mode `node`; a node that does not validate gives `success: false` and no run.
   */
  runNode(run: Omit<StartRun, 'mode'> & { readonly nodeId: string }): Promise<NodeRunResult & { runId?: string }>;
  /**
   * Reads the stored commands of a run held here and obeys them.
   * @returns `stopped` once the run has let go, `stopping` when it has not within `graceMs`, `not-held` when this process does not hold it
   */
  obey(runId: string, options: { graceMs: number }): Promise<'stopped' | 'stopping' | 'not-held'>;
  /** A decision of this run, or the command to go on from its breakpoints, has been stored: it is taken up, here, unless it was already. Repeating it does no harm. */
  takeUpDecisions(runId: string): Promise<void>;
}
