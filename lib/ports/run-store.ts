import type { CallerTools } from '../run/caller-tools.ts';
import type { Owner } from '../run/owner.ts';
import type { ApprovalKind, StoredEvent } from '../run/run-event.ts';
import type { ForkChanges, ForkOf } from '../run/run-fork.ts';
import type { RunOrigin } from '../run/run-origin.ts';
import type { NodeEnd, RunStatus } from '../run/run-status.ts';

/** The tenant of a row. Created only by `workspaceId()`, so that no plain string is accepted as one. */
export type WorkspaceId = string & { readonly __brand: 'WorkspaceId' };
export function workspaceId(value: string): WorkspaceId {
  return value as WorkspaceId;
}

/** The record of a node with effects or waits; written in the transaction of its `node_finished`. */
export type NodeRow = {
  readonly nodePath: string;
  readonly iteration: number;
  readonly status: NodeEnd;
  /** JSON: value by fired port, or the error of a failed node. */
  readonly result: string | null;
};

/** An approval request. Written in the transaction of its `confirm_required`. */
export type ApprovalAsk = {
  readonly actionId: string;
  readonly nodeId: string;
  readonly kind: ApprovalKind;
  /** Tool id; `approval` for the node of that type. */
  readonly tool: string;
  readonly toolCallId: string | null;
  /** JSON: the arguments or the value to be decided on. */
  readonly args: string;
  /** JSON: the tool that is called and its fixed arguments; null where it has none. */
  readonly fixed: string | null;
  readonly description: string;
  readonly expiresAtMs: number;
};

export const approvalDecisions = ['confirmed', 'rejected', 'expired', 'skipped'] as const;
export type ApprovalDecisionStatus = (typeof approvalDecisions)[number];

/** What was decided, once for all. */
export type ApprovalDecision = {
  readonly actionId: string;
  readonly status: ApprovalDecisionStatus;
  /** JSON that replaces the arguments or the value; null to keep them. */
  readonly args: string | null;
  readonly comment: string | null;
  /** The same tool is not asked about again in this run. */
  readonly isRemembered: boolean;
};

/** The endpoint of a published run, whose it is, and the restrictions by its caller. */
export type RunDeployment = {
  readonly slug: string;
  readonly version: number;
  /** To whom the run belongs, and what it makes. A run without a deployment is of the workspace. */
  readonly owner: Owner;
  /** As the caller named them. */
  readonly user?: string;
  readonly sessionId?: string;
  /** Overrides the workflow's default model. */
  readonly model?: string;
  /** Ids of the only tools it may use. */
  readonly toolNames?: readonly string[];
  /** Tools that the caller executes itself. */
  readonly callerTools?: CallerTools;
};

/** Which session a run is a turn of. */
export type RunTurn = {
  /** Id of the session's row. */
  readonly sessionKey: string;
  /**
   * The run of the turn that it follows; `none` begins the session anew.
   * @defaultValue the latest turn when this one begins
   */
  readonly afterRunId?: string;
  /** What the person wrote; empty where the workflow has no input for that. */
  readonly message: string;
};

/** `parts`: JSON of the answer as chat pages show it. `state`: JSON of the session after a turn. */
export type TurnEnd = { readonly answer: string; readonly parts?: string; readonly state: string };

/** The immutable part of a run. */
export type RunIdentity = {
  readonly runId: string;
  readonly workspaceId: WorkspaceId;
  readonly workflowId: string | null;
  readonly workflowName: string;
  readonly documentHash: string;
  readonly mode: 'draft' | 'deployed' | 'node';
  /** JSON. */
  readonly inputs: string;
  /** Which node alone is run, in mode `node`. */
  readonly nodeId: string | null;
  /** Of a published run. */
  readonly deployment?: RunDeployment;
  /** Of a turn of a session. */
  readonly session?: RunTurn;
  /** JSON of the messages that a client of LangGraph gave, which it reads again under its ids. */
  readonly callerMessages?: string;
  /** @defaultValue not in the usage report */
  readonly origin?: RunOrigin;
  /** Of one that was made from another run. */
  readonly fork?: { readonly of: ForkOf; readonly changes: ForkChanges };
};

/** Everything one run has to commit at once: its row, node rows and events. */
export type RunBatch = RunIdentity & {
  readonly leaseToken: number;
  readonly status: RunStatus;
  readonly reason: string | null;
  /** JSON, set with a terminal status. */
  readonly outputs: string | null;
  /** JSON of the first error, set when the run failed. */
  readonly error: string | null;
  /** What the turn leaves of its session, set when it ends or waits. */
  readonly turnEnd: TurnEnd | null;
  readonly tokensUsed: number;
  /** Of the calls of models that have a price; null when none of them has. */
  readonly costUsd: number | null;
  /** Some of the tokens came from models without a price. */
  readonly isCostPartial: boolean;
  readonly events: readonly StoredEvent[];
  readonly rows: readonly NodeRow[];
  /** Requested with these events. */
  readonly approvals: readonly ApprovalAsk[];
  /** Ids of decisions that these events apply. */
  readonly consumedApprovals: readonly string[];
  /** Ids of approvals that are void, since their node has ended: expired unless decided, and applied. */
  readonly withdrawnApprovals: readonly string[];
};

/** A run as the process that claimed it finds it. */
export type ClaimedRun = RunIdentity & {
  readonly leaseToken: number;
  readonly lastSeq: number;
  /** When it first ran; when it was created, for one that no process had. */
  readonly createdAtMs: number;
  /** How many processes in a row died before the run made progress: `POISON_CRASH_COUNT`. @defaultValue 0 */
  readonly crashCount?: number;
};

/** `state`: null for the first turn, or where the run of the turn before was deleted. */
export type OpenedTurn = {
  readonly afterRunId: string | null;
  readonly state: string | null;
  /** The skill that the session was begun with. */
  readonly skill?: string | null;
};

export type RunCommand = { readonly commandId: string; readonly runId: string } & (
  | { readonly kind: 'stop' }
  | {
      /** From the breakpoints it is paused at. */
      readonly kind: 'continue';
      /** Stop again before the next node. */
      readonly step: boolean;
      /** New breakpoints of the run. @defaultValue it keeps its own */
      readonly breakpoints?: readonly string[] | undefined;
    }
);

/**
 * What the engine needs of a database. Every implementation is fenced: an append with an old lease
 * token commits nothing.
 */
export interface RunStore {
  /** Keeps the document that runs refer to by its hash. Repeating it changes nothing. */
  saveDocument(documentHash: string, document: string): Promise<void>;
  readDocument(documentHash: string): Promise<string>;
  /**
   * Commits all batches in one transaction. A run's first batch creates its row.
   * @returns the ids of the runs that committed; without those whose lease, seq or status does not fit
   */
  append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>>;
  /** Events with `seq > afterSeq` in order; at most about `limit` (whole batches). */
  readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>;
  readRows(runId: string): Promise<NodeRow[]>;
  /**
   * Claims a waiting run with a decision or command, raising its lease token and making it `running`,
   * so that one process resumes it.
   * @returns undefined when the run is not waiting, or has no pending signal
   */
  claimWaitingRun(runId: string): Promise<ClaimedRun | undefined>;
  /**
   * Decides every approval past its deadline as expired.
   * @returns the ids of their runs, and when the next one is due, if any
   */
  expireApprovals(nowMs: number): Promise<{ readonly runIds: readonly string[]; readonly nextAtMs: number | undefined }>;
  /** All decisions of a run, applied or not. */
  readDecisions(runId: string): Promise<ApprovalDecision[]>;
  /**
   * Makes a claimed run the latest turn of its session. Idempotent: a later process gets the same turn before it.
   * @returns the run of the turn before, and the session as JSON after it; undefined without a session
   */
  openTurn(runId: string): Promise<OpenedTurn | undefined>;
  /** Keeps a large value of a workspace by the hash of its text. Repeating it changes nothing. */
  savePayload(workspaceId: WorkspaceId, hash: string, text: string): Promise<void>;
  /** @returns undefined when this workspace has none of that hash */
  readPayload(workspaceId: WorkspaceId, hash: string): Promise<string | undefined>;
  /** Renews the retention of values that another run of the workspace reuses. Ignores missing ones. */
  touchPayloads(workspaceId: WorkspaceId, hashes: readonly string[]): Promise<void>;
  /** Unacknowledged commands, oldest first. */
  readCommands(runId: string): Promise<RunCommand[]>;
  acknowledgeCommands(commandIds: readonly string[]): Promise<void>;
}
