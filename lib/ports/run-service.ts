import type { ContextChange } from '../run/context-change.ts';
import type { NodeError, PendingApproval, TokenUsage } from '../run/run-event.ts';
import type { ReusedFrom } from '../run/run-fork.ts';
import type { RunOrigin } from '../run/run-origin.ts';
import type { EffectChoice, NodeAction, NodeReason } from '../run/run-plan.ts';
import type { RunResponse } from '../run/run-response.ts';
import type { RunStatus } from '../run/run-status.ts';
import type { Workflow } from '../workflow/workflow.ts';
import type { PromptPreviewResult } from './prompt-preview.ts';
import type { RunDeployment, RunTurn, WorkspaceId } from './run-store.ts';

/** Which part of a workflow runs, and where it stops. */
export type RunPart = {
  /** Only these nodes and their ancestors. */
  readonly until?: readonly string[] | undefined;
  /** It waits before each of these nodes. */
  readonly breakpoints?: readonly string[] | undefined;
  /** Ids of nodes that end as skipped instead of running, in every iteration. */
  readonly skip?: readonly string[] | undefined;
};

/**
 * What a fork is made from, and what it does differently. Nodes are named by id, or by path inside
 * of containers.
 */
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
  /** Continues the conversation of a node from a model call, with other messages; then `atSeq` is missing. */
  readonly context?: ContextChange | undefined;
  /** Ids of nodes outside of containers that keep their results although what they depend on runs again. */
  readonly reuse?: readonly string[] | undefined;
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
  /** Makes it a turn of a session, whose turns are queued and executed one after the other. */
  readonly session?: RunTurn;
  /** As of `RunIdentity`. */
  readonly callerMessages?: string | undefined;
  /** @defaultValue not in the usage report */
  readonly origin?: RunOrigin;
  /** The key it was started with, where that has a budget. */
  readonly keyId?: string;
  /** @defaultValue all of it, without a stop */
  readonly part?: RunPart;
  /** Missing for a run that begins at its beginning. */
  readonly fork?: RunFork;
  /** W3C trace context of the request that starts it, whose trace it continues. */
  readonly traceparent?: string;
};

export type OutlinedNode = {
  readonly nodeId: string;
  readonly action: NodeAction;
  readonly because: NodeReason;
  readonly by?: string;
  readonly from?: ReusedFrom;
  readonly passes?: { readonly runs: number; readonly reused: number };
};
export type PlannedEffect = {
  readonly nodeId: string;
  readonly names: readonly string[];
  readonly hasHappened: boolean;
  /** What the request decided: the node runs, keeps its result, or is skipped. */
  readonly choice: EffectChoice;
  /** Whether there is a result to keep. */
  readonly canReuse: boolean;
};
/** What a run would do, before it does it. */
export type RunOutline = {
  readonly atSeq?: number;
  readonly nodes: readonly OutlinedNode[];
  readonly effects: readonly PlannedEffect[];
};

/** The result of running one node alone. */
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
  /** What an `end` node answers over HTTP, of a run that succeeded. */
  readonly response?: RunResponse;
  readonly usage: TokenUsage;
  /** What the run waits for, with status `waiting`. */
  readonly approvals?: readonly PendingApproval[];
  /** When its first wait for a time ends, in ISO form, with status `waiting`. */
  readonly resumesAt?: string;
  /** Paths of the nodes before which it is paused, with status `waiting`. */
  readonly breakpoints?: readonly string[];
};

export type StartedRun = {
  readonly runId: string;
  /** Resolves once `run_started` is committed: from here on the run survives its process. */
  readonly accepted: Promise<void>;
  /**
   * Resolves when the run's `done` is committed: it ended or was suspended. Rejects only when the
   * log could not be written.
   */
  readonly outcome: Promise<RunOutcome>;
  /** Another process executes it, so its end does not depend on this one. */
  readonly isElsewhere?: boolean;
};

/**
 * `stopped`: it has ended. `stopping`: not within the grace period. `not-held`: this process does
 * not execute it.
 */
export type StopAnswer = 'stopped' | 'stopping' | 'not-held';

/** The engine as the HTTP server, the CLI and the tests see it. */
export interface RunService {
  /**
   * @throws {AppError} `workflow-invalid` or `inputs-invalid` (details.problems), or
   * `fork-invalid`, before anything is stored
   */
  start(run: StartRun): Promise<StartedRun>;
  /** What `start` would do with the same run. Stores nothing. @throws as `start` */
  plan(run: StartRun): Promise<RunOutline>;
  /**
   * Runs one node alone: `inputs` holds the values of the nodes it refers to, by id (of the run's
   * own inputs, for `start`). Stored as a run of mode `node`; a node that does not validate gives
   * `success: false` and no run.
   */
  runNode(run: Omit<StartRun, 'mode'> & { readonly nodeId: string }): Promise<NodeRunResult & { runId?: string }>;
  /**
   * The first model request of a node, without sending it. Stores nothing.
   * @throws {AppError} `not-found`; `body-invalid` for a node without a model
   */
  previewPrompt(
    node: Pick<StartRun, 'workspaceId' | 'workflow' | 'inputs'> & { readonly nodeId: string },
  ): Promise<PromptPreviewResult>;
  /** How a stored run ended or what it waits for; undefined while any process executes it. */
  readOutcome(runId: string): Promise<RunOutcome | undefined>;
  /** Signals that a stop command is stored, and waits for the run to end. */
  stop(runId: string, options: { graceMs: number }): Promise<StopAnswer>;
  /** Signals that a decision or a continue command is stored: the run resumes with it. Idempotent. */
  resumeWithDecisions(runId: string): Promise<void>;
}
