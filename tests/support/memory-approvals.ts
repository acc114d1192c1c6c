import { AppError } from '#lib/errors/app-error.ts';
import type { ApprovalAsk, ApprovalDecision, ApprovalDecisionStatus, RunBatch } from '#lib/ports/run-store.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';

/** The used columns of the approvals table: the decision, and the data needed to make it. */
type MemoryApproval = Pick<ApprovalAsk, 'actionId' | 'expiresAtMs'> & {
  readonly runId: string;
  status: 'pending' | ApprovalDecisionStatus;
  args: string | null;
  comment: string | null;
  isRemembered: boolean;
  isConsumed: boolean;
};

/** Arguments of the database repository. */
export type MemoryDecision = {
  readonly runId: string;
  readonly actionId: string;
  readonly isConfirmed: boolean;
  readonly isSkipped?: boolean;
  readonly args?: unknown;
  readonly comment?: string;
  readonly isRemembered?: boolean;
  readonly nowMs: number;
};

/**
 * The approvals table in memory, with the conditions of the SQL statements: a decision is final, and
 * only decided approvals are applied.
 */
export class MemoryApprovals {
  readonly #rows = new Map<string, MemoryApproval>();
  readonly #statusOf: (runId: string) => RunStatus | undefined;

  constructor(statusOf: (runId: string) => RunStatus | undefined) {
    this.#statusOf = statusOf;
  }

  write({ runId, approvals, consumedApprovals, withdrawnApprovals }: RunBatch): void {
    for (const { actionId, expiresAtMs } of approvals) {
      if (this.#rows.has(actionId)) continue;
      const undecided = { status: 'pending', args: null, comment: null, isRemembered: false, isConsumed: false } as const;
      this.#rows.set(actionId, { actionId, runId, expiresAtMs, ...undecided });
    }
    for (const actionId of consumedApprovals) {
      const row = this.#rows.get(actionId);
      if (row?.runId === runId && row.status !== 'pending') row.isConsumed = true;
    }
    for (const actionId of withdrawnApprovals) {
      const row = this.#rows.get(actionId);
      if (row?.runId !== runId) continue;
      row.isConsumed = true;
      if (row.status === 'pending') row.status = 'expired';
    }
  }

  /** @throws {AppError} `approval-not-found`, `run-ended` */
  decide({ runId, actionId, isConfirmed, isSkipped = false, args, comment, isRemembered = false, nowMs }: MemoryDecision): {
    status: ApprovalDecisionStatus;
    isFirst: boolean;
  } {
    const row = this.#rows.get(actionId);
    if (row?.runId !== runId) throw new AppError('approval-not-found', `Run ${runId} has not asked for an approval ${actionId}.`);
    if (row.status !== 'pending') return { status: row.status, isFirst: false };
    const status = this.#statusOf(runId) as RunStatus;
    if (isTerminal(status))
      throw new AppError('run-ended', `Run ${runId} has ended already: ${status}.`, { details: { status } });
    if (row.expiresAtMs <= nowMs) row.status = 'expired';
    else {
      const decidedArgs = args === undefined ? null : JSON.stringify(args);
      Object.assign(row, { isRemembered, args: decidedArgs, comment: comment ?? null });
      row.status = isSkipped ? 'skipped' : isConfirmed ? 'confirmed' : 'rejected';
    }
    return { status: row.status, isFirst: true };
  }

  decisionsOf(runId: string): ApprovalDecision[] {
    return [...this.#rows.values()].flatMap(({ runId: owner, actionId, status, args, comment, isRemembered }) =>
      owner === runId && status !== 'pending' ? [{ actionId, status, args, comment, isRemembered }] : [],
    );
  }

  /** Decisions of a run that are pending. */
  hasNews(runId: string): boolean {
    return [...this.#rows.values()].some((row) => row.runId === runId && row.status !== 'pending' && !row.isConsumed);
  }

  expire(nowMs: number): { runIds: string[]; nextAtMs: number | undefined } {
    const pending = [...this.#rows.values()].filter(({ status }) => status === 'pending');
    const due = pending.filter(({ expiresAtMs }) => expiresAtMs <= nowMs);
    for (const row of due) row.status = 'expired';
    const runIds = new Set(due.map(({ runId }) => runId).filter((runId) => !isTerminal(this.#statusOf(runId) as RunStatus)));
    const later = pending.map(({ expiresAtMs }) => expiresAtMs).filter((expiresAtMs) => expiresAtMs > nowMs);
    return { runIds: [...runIds].sort(), nextAtMs: later.length > 0 ? Math.min(...later) : undefined };
  }
}
