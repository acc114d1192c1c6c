import type { QueuedRun, QueuedRuns } from '#lib/ports/run-queue.ts';
import type { ClaimedRun } from '#lib/ports/run-store.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import {
  claimFor,
  hasPendingSignal,
  type MemoryDatabase,
  type MemoryRun,
  type MemoryRunStore,
  NO_HOLDER,
} from './memory-run-store.ts';

/**
 * The rows of queued runs in memory, with the conditions of the SQL statements but without limits per workspace,
 * shares of strangers and counts of crashes.
 */
export class MemoryQueuedRuns implements QueuedRuns {
  readonly #database: MemoryDatabase;
  readonly #holder: symbol;

  constructor({ database, holder }: Pick<MemoryRunStore, 'database' | 'holder'>) {
    this.#database = database;
    this.#holder = holder;
  }

  async claim({ workspaceId, runId }: Pick<QueuedRun, 'workspaceId' | 'runId'>): Promise<ClaimedRun | undefined> {
    const run = this.#database.runs.get(runId);
    return run?.workspaceId === workspaceId && this.#isClaimable(run) ? claimFor(this.#holder, run) : undefined;
  }

  async find(limit: number): Promise<QueuedRun[]> {
    return this.#oldestFirst()
      .filter((run) => this.#isClaimable(run))
      .slice(0, limit)
      .map(toQueued);
  }

  async get(runId: string): Promise<QueuedRun | undefined> {
    const run = this.#database.runs.get(runId);
    return run && !isTerminal(run.status) ? toQueued(run) : undefined;
  }

  async findNext(runId: string): Promise<QueuedRun[]> {
    const sessionKey = this.#database.runs.get(runId)?.session?.sessionKey;
    const isNext = (run: MemoryRun) => isQueued(run) && sessionKey !== undefined && run.session?.sessionKey === sessionKey;
    return this.#oldestFirst()
      .filter((run) => isNext(run) && this.#hasItsTurn(run))
      .slice(0, 1)
      .map(toQueued);
  }

  async nextPosition({ workspaceId }: Pick<QueuedRun, 'workspaceId'>): Promise<number> {
    return this.#oldestFirst().filter((run) => run.status === 'queued' && run.workspaceId === workspaceId).length + 1;
  }

  async handOver(runIds: readonly string[]): Promise<QueuedRun[]> {
    return this.#requeue((run) => run.holder === this.#holder && runIds.includes(run.runId));
  }

  /** Requeues the runs of processes whose lease has expired. */
  async requeueLost(limit: number): Promise<QueuedRun[]> {
    const isLost = ({ holder }: MemoryRun) => this.#database.goneHolders.has(holder);
    return this.#requeue((run) => isLost(run) && (run.status === 'queued' || run.status === 'running'), limit);
  }

  #requeue(isWanted: (run: MemoryRun) => boolean, limit?: number): QueuedRun[] {
    const runs = [...this.#database.runs.values()].filter(isWanted).slice(0, limit);
    for (const run of runs) Object.assign(run, { status: 'queued', holder: NO_HOLDER, leaseToken: run.leaseToken + 1 });
    return runs.map(toQueued);
  }

  #isClaimable(run: MemoryRun): boolean {
    const isWaiting = run.status === 'waiting' && hasPendingSignal(this.#database, run.runId);
    return (isQueued(run) || isWaiting) && this.#hasItsTurn(run);
  }

  /** Runs of a session execute one after the other; stopping waits for none. */
  #hasItsTurn({ runId, session, createdAtMs }: MemoryRun): boolean {
    if (!session || this.#database.commands.some((command) => command.runId === runId && !command.isAcknowledged)) return true;
    return ![...this.#database.runs.values()].some(
      (other) =>
        other.runId !== runId &&
        other.session?.sessionKey === session.sessionKey &&
        (other.status === 'running' || (other.status === 'queued' && other.createdAtMs < createdAtMs)),
    );
  }

  #oldestFirst(): MemoryRun[] {
    return [...this.#database.runs.values()].sort((a, b) => a.createdAtMs - b.createdAtMs || (a.runId < b.runId ? -1 : 1));
  }
}

function isQueued({ status, holder }: MemoryRun): boolean {
  return status === 'queued' && holder === NO_HOLDER;
}

function toQueued({ workspaceId, runId, leaseToken }: MemoryRun): QueuedRun {
  return { workspaceId, runId, leaseToken };
}
