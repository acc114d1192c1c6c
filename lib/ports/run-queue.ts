import type { ClaimedRun, WorkspaceId } from './run-store.ts';

/** A run that any process may take. `leaseToken` tells one time that it is queued from another. */
export type QueuedRun = { readonly workspaceId: WorkspaceId; readonly runId: string; readonly leaseToken: number };

/**
 * Transport only: whatever it loses or delivers twice does no harm, since the row of a run says who
 * may take it.
 */
export interface RunQueue {
  /**
   * Offers runs to the processes that take them. Rejects while the queue cannot be reached; the
   * rows are found by a sweep then.
   */
  enqueue(runs: readonly QueuedRun[]): Promise<void>;
  /**
   * Tells all processes that something was commanded or decided about a run. Never throws; whoever
   * holds it also looks by itself.
   */
  notify(runId: string): void;
}

/** The rows of runs that wait for a process. */
export interface QueuedRuns {
  /**
   * Takes a queued run, or one that waits and has news, raising its lease token: at most one
   * process gets it.
   * @param options `allowsPoisonRuns`: whether it may be a suspected poison run
   * @defaultValue true
   * @returns undefined when it is not to be had: somebody has it, it has ended, its session is
   * busy, or its workspace has as many as it may
   */
  claim(run: Pick<QueuedRun, 'workspaceId' | 'runId'>, options?: { allowsPoisonRuns?: boolean }): Promise<ClaimedRun | undefined>;
  /**
   * Queued runs that may be taken now, oldest first, and waiting ones with news.
   * @param options `queuedForMs`: made at least so long ago
   * @defaultValue 0
   */
  find(limit: number, options?: { queuedForMs?: number }): Promise<QueuedRun[]>;
  /** The run as it would be offered; undefined when it has ended, or there is none. */
  get(runId: string): Promise<QueuedRun | undefined>;
  /** The queued runs that the end of this one makes room for. */
  findNext(runId: string): Promise<QueuedRun[]>;
  /** The place of the next run that is queued in a workspace: 1 when there is none before it. */
  nextPosition(workspaceId: WorkspaceId): Promise<number>;
  /** Gives a run back that this process holds and does not go on with. */
  handOver(runIds: readonly string[]): Promise<QueuedRun[]>;
}
