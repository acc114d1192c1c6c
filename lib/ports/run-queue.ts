import type { ClaimedRun, WorkspaceId } from './run-store.ts';

/** A run that any process may claim. */
export type QueuedRun = {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
  /** Different each time that it is queued. */
  readonly leaseToken: number;
  /** Whether a visitor of a page or a sender of a form started it. @defaultValue false */
  readonly isStranger?: boolean | undefined;
};

/**
 * Transport only: lost or duplicate jobs do no harm, because the row of a run says which process
 * may take it.
 */
export interface RunQueue {
  /**
   * Offers runs to the processes that take them. Rejects while the queue cannot be reached; the
   * rows are found by a sweep then.
   */
  enqueue(runs: readonly QueuedRun[]): Promise<void>;
  /**
   * Signals to all processes that a command or decision of a run was stored. Never throws: the
   * process that executes the run also polls.
   */
  notify(runId: string): void;
}

/** The rows of runs that wait for a process. */
export interface QueuedRuns {
  /**
   * Claims a queued run, or a waiting one with pending signals, raising its lease token: at most one
   * process gets it.
   * @param options `allowsPoisonRuns`: whether it may be a possible poison run
   * @defaultValue true
   * @returns undefined when it cannot be claimed: another process has it, it has ended, its session is
   * busy, or its workspace has reached its limit
   */
  claim(run: Pick<QueuedRun, 'workspaceId' | 'runId'>, options?: { allowsPoisonRuns?: boolean }): Promise<ClaimedRun | undefined>;
  /**
   * Queued runs that can be claimed now, oldest first, and waiting ones with pending signals.
   * @param limit of the runs of strangers, and of all others, so that neither backlog hides the other
   * @param options `queuedForMs`: queued at least so long ago, by default 0; `maxOfStrangers`: by default `limit`
   */
  find(limit: number, options?: { queuedForMs?: number; maxOfStrangers?: number }): Promise<QueuedRun[]>;
  /** The queued run; undefined if it has ended or does not exist. */
  get(runId: string): Promise<QueuedRun | undefined>;
  /** The queued runs that the end of this one makes room for: at most one of a stranger, and one other. */
  findNext(runId: string): Promise<QueuedRun[]>;
  /** Position of the next run queued in a workspace, among those of strangers or all others; 1 if there is none. */
  nextPosition(line: Pick<QueuedRun, 'workspaceId' | 'isStranger'>): Promise<number>;
  /** Puts runs that this process claimed but does not execute back into the queue. */
  handOver(runIds: readonly string[]): Promise<QueuedRun[]>;
}
