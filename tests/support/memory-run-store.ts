import type {
  ApprovalDecision,
  ClaimedRun,
  NodeRow,
  OpenedTurn,
  RunBatch,
  RunCommand,
  RunIdentity,
  RunStore,
  WorkspaceId,
} from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { MemoryApprovals } from './memory-approvals.ts';

/** The holder of a run that no process has. */
export const NO_HOLDER = Symbol('no holder');

/** One row of the runs table, with its events and nodes. */
export type MemoryRun = RunIdentity & {
  holder: symbol;
  leaseToken: number;
  status: RunStatus;
  reason: string | null;
  outputs: string | null;
  error: string | null;
  tokensUsed: number;
  costUsd: number | null;
  isCostPartial: boolean;
  lastSeq: number;
  /** Of a turn: what its session knows after it, and the turn that it follows. */
  sessionState?: string | null;
  turnParent?: string | null;
  readonly createdAtMs: number;
  updatedAtMs: number;
  /** One entry per append, as the database keeps them. */
  readonly batches: (readonly StoredEvent[])[];
  readonly rows: Map<string, NodeRow>;
};

export type MemoryWorkflow = {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  revision: number;
  document: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
};

/** Persistent state. Several stores on one of these act like processes on one database. */
export class MemoryDatabase {
  readonly documents = new Map<string, string>();
  readonly runs = new Map<string, MemoryRun>();
  readonly commands: (RunCommand & { isAcknowledged: boolean })[] = [];
  readonly approvals = new MemoryApprovals((runId) => this.runs.get(runId)?.status);
  readonly payloads = new Map<string, string>();
  readonly workflows = new Map<string, MemoryWorkflow>();
  /** By session: the latest turn, and the skill it was begun with. */
  readonly sessions = new Map<string, { headRunId: string | null; skill?: string }>();
  readonly goneHolders = new Set<symbol>();
  readonly now: () => number;

  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.now = now;
  }
}

/** A `RunStore` in memory, fenced like the one in SQL: lease token, gapless seq, terminal once, node rows once. */
export class MemoryRunStore implements RunStore {
  readonly database: MemoryDatabase;
  /** Who this process is among those that hold runs. */
  readonly holder = Symbol('process');

  constructor(database = new MemoryDatabase()) {
    this.database = database;
  }

  /** The lease of this process expires. It can still append until another store claims its runs. */
  expireLeases(): void {
    this.database.goneHolders.add(this.holder);
  }

  async saveDocument(documentHash: string, document: string): Promise<void> {
    if (!this.database.documents.has(documentHash)) this.database.documents.set(documentHash, document);
  }

  async readDocument(documentHash: string): Promise<string> {
    const document = this.database.documents.get(documentHash);
    if (document === undefined) throw new Error(`No document has the hash ${documentHash}`);
    return document;
  }

  async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    const runIds = new Set(batches.map((batch) => batch.runId));
    if (runIds.size < batches.length) throw new Error('One append may hold one batch a run');
    for (const batch of batches) assertGapless(batch);
    // As in SQL, a duplicate node row rolls back the whole transaction, so check before any write.
    const fitting = batches.filter((batch) => this.#fits(batch));
    for (const batch of fitting) this.#assertNewRows(batch);
    for (const batch of fitting) this.#commit(batch);
    return new Set(fitting.map((batch) => batch.runId));
  }

  async openTurn(runId: string): Promise<OpenedTurn | undefined> {
    const run = this.database.runs.get(runId);
    if (!run?.session) return undefined;
    const { sessionKey, afterRunId } = run.session;
    const session = this.database.sessions.get(sessionKey) ?? { headRunId: null };
    this.database.sessions.set(sessionKey, session);
    if (run.turnParent === undefined) {
      const parent = afterRunId ?? session.headRunId;
      run.turnParent = parent === 'none' ? null : parent;
      session.headRunId = runId;
    }
    const state = run.turnParent === null ? null : (this.database.runs.get(run.turnParent)?.sessionState ?? null);
    return { afterRunId: run.turnParent, state, skill: session.skill ?? null };
  }

  async readEvents(runId: string, afterSeq: number, limit = Number.POSITIVE_INFINITY): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (const batch of this.database.runs.get(runId)?.batches ?? []) {
      if (events.length >= limit) break;
      for (const event of batch) if (event.seq > afterSeq) events.push(event);
    }
    return events;
  }

  async readRows(runId: string): Promise<NodeRow[]> {
    return [...(this.database.runs.get(runId)?.rows.values() ?? [])];
  }

  async claimWaitingRun(runId: string): Promise<ClaimedRun | undefined> {
    const run = this.database.runs.get(runId);
    if (!run || !hasPendingSignal(this.database, runId)) return undefined;
    if (run.status !== 'waiting' && !(run.status === 'queued' && run.holder === NO_HOLDER)) return undefined;
    return claimFor(this.holder, run);
  }

  async expireApprovals(nowMs: number): Promise<{ runIds: string[]; nextAtMs: number | undefined }> {
    return this.database.approvals.expire(nowMs);
  }

  async readDecisions(runId: string): Promise<ApprovalDecision[]> {
    return this.database.approvals.decisionsOf(runId);
  }

  async savePayload(workspaceId: WorkspaceId, hash: string, text: string): Promise<void> {
    if (text.includes('\0')) throw new Error('PostgreSQL takes no NUL in a text');
    const key = `${workspaceId} ${hash}`;
    if (!this.database.payloads.has(key)) this.database.payloads.set(key, text);
  }

  async readPayload(workspaceId: WorkspaceId, hash: string): Promise<string | undefined> {
    return this.database.payloads.get(`${workspaceId} ${hash}`);
  }

  async touchPayloads(): Promise<void> {}

  async readCommands(runId: string): Promise<RunCommand[]> {
    return this.database.commands
      .filter((command) => command.runId === runId && !command.isAcknowledged)
      .map(({ isAcknowledged: _, ...command }) => command);
  }

  async acknowledgeCommands(commandIds: readonly string[]): Promise<void> {
    for (const command of this.database.commands) if (commandIds.includes(command.commandId)) command.isAcknowledged = true;
  }

  #fits(batch: RunBatch): boolean {
    const run = this.database.runs.get(batch.runId);
    const firstSeq = batch.events[0]?.seq ?? 0;
    if (!run) return firstSeq === 1;
    return run.leaseToken === batch.leaseToken && !isTerminal(run.status) && run.lastSeq === firstSeq - 1;
  }

  #assertNewRows(batch: RunBatch): void {
    const known = this.database.runs.get(batch.runId)?.rows;
    const keys = batch.rows.map(rowKey);
    if (new Set(keys).size < keys.length || keys.some((key) => known?.has(key))) {
      throw new Error(`Run ${batch.runId} already has one of the node rows ${keys.join(', ')}`);
    }
  }

  #commit(batch: RunBatch): void {
    const { events, rows, approvals: _asked, consumedApprovals: _consumed, withdrawnApprovals: _withdrawn, ...columns } = batch;
    const now = this.database.now();
    const lastSeq = events.at(-1)?.seq ?? 0;
    const { status, reason, outputs, error, tokensUsed, costUsd, isCostPartial } = batch;
    const run: MemoryRun = this.database.runs.get(batch.runId) ?? {
      ...columns,
      holder: this.holder,
      lastSeq,
      createdAtMs: now,
      updatedAtMs: now,
      batches: [],
      rows: new Map(),
    };
    if (batch.turnEnd) run.sessionState = batch.turnEnd.state;
    Object.assign(run, { status, reason, outputs, error, tokensUsed, costUsd, isCostPartial, lastSeq, updatedAtMs: now });
    run.batches.push(events);
    for (const row of rows) run.rows.set(rowKey(row), row);
    this.database.runs.set(batch.runId, run);
    this.database.approvals.write(batch);
  }
}

/** A decision or command that the run has not applied yet. */
export function hasPendingSignal({ commands, approvals }: MemoryDatabase, runId: string): boolean {
  return commands.some((command) => command.runId === runId && !command.isAcknowledged) || approvals.hasNews(runId);
}

/** Raises the lease token, which fences the former holder off. */
export function claimFor(holder: symbol, run: MemoryRun): ClaimedRun {
  Object.assign(run, { holder, status: 'running', leaseToken: run.leaseToken + 1 });
  const { runId, workspaceId, workflowId, workflowName, documentHash, mode, inputs, nodeId, deployment } = run;
  const { leaseToken, lastSeq, createdAtMs, session } = run;
  return {
    runId,
    workspaceId,
    workflowId,
    workflowName,
    documentHash,
    mode,
    inputs,
    nodeId,
    leaseToken,
    lastSeq,
    createdAtMs,
    ...(deployment && { deployment }),
    ...(session && { session }),
  };
}

function rowKey(row: NodeRow): string {
  return `${row.nodePath} ${row.iteration}`;
}

function assertGapless({ runId, events }: RunBatch): void {
  const first = events[0];
  if (!first) throw new Error(`A batch of run ${runId} is empty`);
  events.forEach((event, index) => {
    if (event.seq !== first.seq + index)
      throw new Error(`Run ${runId}: seq ${event.seq} stands where ${first.seq + index} belongs`);
  });
}
