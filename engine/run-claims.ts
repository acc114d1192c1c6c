import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { QueuedRun } from '#lib/ports/run-queue.ts';
import type { ClaimedRun } from '#lib/ports/run-store.ts';
import { POISON_RUN_MIN_UPTIME_MS } from '#lib/run/poison-run.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { GroupCommit } from './run/log/group-commit.ts';
import { NewerRuns } from './run/newer-runs.ts';
import type { PreparedWorkflow, WorkflowPreparer } from './run/prepare-workflow.ts';
import { NewerRun, type ResumeReason, reopenRun, shuttingDown } from './run/reopen-run.ts';
import type { RunThread } from './run/run-thread.ts';
import type { RunContext } from './run/scopes/run-context.ts';

export type OpenedRun = {
  readonly run: RunContext;
  readonly plan: Pick<PreparedWorkflow, 'plan' | 'runPlan'>;
  readonly startedAtMs: number;
  /** It has an unacknowledged stop command. */
  readonly isStopping: boolean;
  /** Ids of commands whose effect is in the log. */
  readonly applied: readonly string[];
};

type Parts = {
  readonly ports: EnginePorts;
  readonly preparer: WorkflowPreparer;
  readonly committer: GroupCommit;
  /** The runs that this process executes. */
  readonly threads: ReadonlyMap<string, RunThread>;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
  /** Executes the run, and adds it to `threads`. */
  readonly onOpen: (opened: OpenedRun) => RunThread;
  /** The run is this process's, and could be neither opened nor handed over. */
  readonly onStuck: (runId: string) => void;
};

/** Claims queued and suspended runs for this process, and opens them from their logs. */
export class RunClaims {
  readonly #parts: Parts;
  /** Suspended runs that are being claimed without the queue, and opened. */
  readonly #claiming = new Map<string, Promise<RunThread | undefined>>();
  /** Claimed runs that are being opened. */
  readonly #opening = new Map<string, Promise<RunThread | undefined>>();
  readonly #newer: NewerRuns;
  readonly #uptime: () => number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#newer = new NewerRuns(parts.ports.clock);
    this.#uptime = elapsedTime(parts.ports.clock);
  }

  /** Whether the run is of a newer build, and left to other processes for a while. */
  isLeft(runId: string): boolean {
    return this.#newer.isLeft(runId);
  }

  /** Of a run that this process has claimed and is opening; undefined for any other. */
  opening(runId: string): Promise<RunThread | undefined> | undefined {
    return this.#opening.get(runId);
  }

  /** Resolves when no run is being opened. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#claiming.values());
    await Promise.allSettled(this.#opening.values());
  }

  /** Undefined when the run cannot be claimed. @throws when it cannot be opened; it is handed over then */
  async takeQueued(offered: Pick<QueuedRun, 'workspaceId' | 'runId'>): Promise<RunThread | undefined> {
    const { ports } = this.#parts;
    const allowsPoisonRuns = this.#uptime() >= POISON_RUN_MIN_UPTIME_MS;
    const claimed = await ports.shared.queued.claim(offered, { allowsPoisonRuns });
    return claimed && this.#open(claimed, undefined);
  }

  /**
   * Claims a suspended run with pending signals without its turn in the queue; undefined when there
   * is none. Concurrent calls share the thread.
   * @throws when it cannot be opened; it is handed over then
   */
  reopen(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const known = this.#opening.get(runId) ?? this.#claiming.get(runId);
    if (known) return known;
    const claiming = this.#claimSuspended(runId, reason).finally(() => this.#claiming.delete(runId));
    this.#claiming.set(runId, claiming);
    return claiming;
  }

  async #claimSuspended(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const { ports, threads, closing } = this.#parts;
    if (closing.aborted) throw shuttingDown();
    if (this.#newer.isLeft(runId)) return undefined;
    const claimed = await ports.store.claimWaitingRun(runId);
    if (claimed) return this.#open(claimed, reason);
    // This process may have claimed it from the queue meanwhile.
    return this.#opening.get(runId) ?? threads.get(runId);
  }

  #open(claimed: ClaimedRun, reason: ResumeReason | undefined): Promise<RunThread | undefined> {
    const { runId } = claimed;
    const opening = this.#openClaimed(claimed, reason)
      .catch((error: unknown) => this.#giveUp(runId, error))
      .finally(() => this.#opening.delete(runId));
    this.#opening.set(runId, opening);
    return opening;
  }

  async #openClaimed(claimed: ClaimedRun, reason: ResumeReason | undefined): Promise<RunThread> {
    const { ports, committer, preparer, closing, onOpen } = this.#parts;
    if (closing.aborted) throw shuttingDown();
    const leavesNewer = !ports.isAlone;
    const { run, startedAtMs, isStopping, applied, ...plan } = await reopenRun(claimed, {
      reason,
      leavesNewer,
      ports,
      committer,
      preparer,
      closing,
    });
    return onOpen({ run, plan, startedAtMs, isStopping, applied });
  }

  /** Another process may be able to open it, or this one later. */
  async #giveUp(runId: string, error: unknown): Promise<undefined> {
    const { ports, onStuck } = this.#parts;
    const isNewer = error instanceof NewerRun;
    if (isNewer) this.#newer.leave(runId);
    await ports.shared.queued.handOver([runId]).catch(() => onStuck(runId));
    if (!isNewer) throw error;
  }
}
