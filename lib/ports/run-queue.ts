import type { ClaimedRun, WorkspaceId } from './run-store.ts';

/** A run that any process may claim. `leaseToken` is different each time that it is queued. */
export type QueuedRun = { readonly workspaceId: WorkspaceId; readonly runId: string; readonly leaseToken: number };

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
   * @param options `queuedForMs`: queued at least so long ago
   * @defaultValue 0
   */
  find(limit: number, options?: { queuedForMs?: number }): Promise<QueuedRun[]>;
  /** The queued run; undefined if it has ended or does not exist. */
  get(runId: string): Promise<QueuedRun | undefined>;
  /** The queued runs that the end of this one makes room for. */
  findNext(runId: string): Promise<QueuedRun[]>;
  /** Queue position of the next run queued in a workspace; 1 if the queue is empty. */
  nextPosition(workspaceId: WorkspaceId): Promise<number>;
  /** Puts runs that this process claimed but does not execute back into the queue. */
  handOver(runIds: readonly string[]): Promise<QueuedRun[]>;
}
