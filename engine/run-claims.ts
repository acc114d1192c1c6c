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

/** Lost runs claimed in one query. */
const CLAIM_BATCH = 50;

type Unopened = { readonly claimed: ClaimedRun; readonly reason: ResumeReason | undefined };

export type OpenedRun = {
  readonly run: RunContext;
  readonly plan: Pick<PreparedWorkflow, 'plan' | 'runPlan'>;
  readonly startedAtMs: number;
  /** It has an unacknowledged stop command. */
  readonly isStopping: boolean;
  /** Ids of commands whose effect is in the log. */
  readonly applied: readonly string[];
  readonly crashCount: number;
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
};

/** Claims queued, suspended and lost runs for this process, and opens them from their logs. */
export class RunClaims {
  readonly #parts: Parts;
  /** Suspended and lost runs that are being claimed and opened. */
  readonly #reopening = new Map<string, Promise<RunThread | undefined>>();
  /**
   * Claimed and not open: being opened, or to be retried by the next sweep. No other process can
   * claim them.
   */
  readonly #unopened = new Map<string, Unopened>();
  readonly #newer: NewerRuns;
  readonly #madeAtMs: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#newer = new NewerRuns(parts.ports.clock);
    this.#madeAtMs = parts.ports.clock.now();
  }

  /** Runs whose claim is this process's and whose log could not be opened yet. */
  get unopenedIds(): string[] {
    return [...this.#unopened.keys()];
  }

  /** Whether the run is of a newer build, and left to other processes for a while. */
  isLeft(runId: string): boolean {
    return this.#newer.isLeft(runId);
  }

  /** Forgets all claims: other processes have them now. */
  clear(): void {
    this.#unopened.clear();
  }

  /** Resolves when no run is being opened. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#reopening.values());
  }

  /** Undefined when the run cannot be claimed. @throws when it cannot be opened; it is handed over then */
  async takeQueued(offered: Pick<QueuedRun, 'workspaceId' | 'runId'>): Promise<RunThread | undefined> {
    const { ports } = this.#parts;
    const { runId } = offered;
    const allowsPoisonRuns = ports.clock.now() >= this.#madeAtMs + POISON_RUN_MIN_UPTIME_MS;
    const claimed = await ports.shared?.queued.claim(offered, { allowsPoisonRuns });
    if (!claimed) return undefined;
    this.#unopened.set(runId, { claimed, reason: undefined });
    return this.reopen(runId, 'process_lost').catch(async (error: unknown) => {
      // Another process may be able to open it.
      await this.#handOver(runId);
      throw error;
    });
  }

  /** Claims and opens the runs of lost processes. @returns how many were claimed */
  async resumeLost(): Promise<number> {
    for (let count = 0; ; ) {
      if (this.#parts.closing.aborted) return count;
      const claimed = await this.#parts.ports.store.claimLostRuns(CLAIM_BATCH, { except: this.#newer.runIds });
      for (const run of claimed) this.#unopened.set(run.runId, { claimed: run, reason: 'process_lost' });
      for (const { runId } of claimed) if (this.#unopened.has(runId)) await this.reopen(runId, 'process_lost').catch(() => {});
      count += claimed.length;
      if (claimed.length < CLAIM_BATCH) return count;
    }
  }

  /**
   * Opens a run with pending signals or a claim; undefined when there is none. Concurrent calls
   * share the thread.
   */
  reopen(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const known = this.#reopening.get(runId);
    if (known) return known;
    const reopening = this.#claim(runId, reason)
      .catch((error: unknown) => this.#leaveToNewer(runId, error))
      .finally(() => this.#reopening.delete(runId));
    this.#reopening.set(runId, reopening);
    return reopening;
  }

  /** Hands over a run of a newer build, whatever it was claimed for. */
  async #leaveToNewer(runId: string, error: unknown): Promise<undefined> {
    if (!(error instanceof NewerRun)) throw error;
    this.#newer.leave(runId);
    await this.#handOver(runId);
  }

  async #handOver(runId: string): Promise<void> {
    this.#unopened.delete(runId);
    await this.#parts.ports.handOverRuns?.([runId]);
  }

  async #claim(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const { ports, threads, committer, preparer, closing, onOpen } = this.#parts;
    if (closing.aborted) throw shuttingDown();
    if (!this.#unopened.has(runId)) {
      if (this.#newer.isLeft(runId)) return undefined;
      if (reason === 'decided' && (await this.#enqueue(runId))) return threads.get(runId);
      const claimed = await ports.store.claimWaitingRun(runId);
      if (!claimed) return threads.get(runId);
      this.#unopened.set(runId, { claimed, reason });
    }
    const unopened = this.#unopened.get(runId) as Unopened;
    const { run, startedAtMs, isStopping, applied, ...plan } = await reopenRun(unopened.claimed, {
      reason: unopened.reason,
      leavesNewer: ports.handOverRuns !== undefined && !ports.isAlone,
      ports,
      committer,
      preparer,
      closing,
    });
    this.#unopened.delete(runId);
    return onOpen({ run, plan, startedAtMs, isStopping, applied, crashCount: unopened.claimed.crashCount ?? 0 });
  }

  /**
   * Where runs are queued, a resumed run is enqueued like a new one: it needs its turn in its
   * session and a permit.
   */
  async #enqueue(runId: string): Promise<boolean> {
    const { shared } = this.#parts.ports;
    if (!shared) return false;
    const run = await shared.queued.get(runId);
    // Does not fail with the queue: the sweeps find the run.
    if (run) await shared.queue.enqueue([run]).catch(() => {});
    return true;
  }
}
