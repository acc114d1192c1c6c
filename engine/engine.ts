import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { PromptPreviewResult } from '#lib/ports/prompt-preview.ts';
import type { QueuedRun, QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import type {
  NodeRunResult,
  RunOutcome,
  RunOutline,
  RunService,
  StartedRun,
  StartRun,
  StopAnswer,
} from '#lib/ports/run-service.ts';
import type { ClaimedRun, RunCommand, RunIdentity, RunStore, WorkspaceId } from '#lib/ports/run-store.ts';
import { isPossiblePoison, POISON_RUN_MIN_UPTIME_MS } from '#lib/run/poison-run.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ExecutorRegistry } from './contract/define-executor.ts';
import type { PreviewedNode } from './preview-prompt.ts';
import { beginTurn } from './run/begin-turn.ts';
import type { RunPlan } from './run/compile-run.ts';
import { GroupCommit } from './run/log/group-commit.ts';
import { NewerRuns } from './run/newer-runs.ts';
import { hashDocument, type PreparedWorkflow, WorkflowPreparer } from './run/prepare-workflow.ts';
import { readOutcome } from './run/read-outcome.ts';
import { NewerRun, type ResumeReason, reopenRun, shuttingDown } from './run/reopen-run.ts';
import { inputsText } from './run/run-inputs.ts';
import { runSingleNode } from './run/run-single-node.ts';
import { RunThread } from './run/run-thread.ts';
import type { RunContext } from './run/scopes/run-context.ts';
import type { NodePorts } from './run/scopes/run-scope.ts';
import { SweepTimer } from './run/signals/sweep-timer.ts';
import { UnstoredRuns } from './run/unstored-runs.ts';
import { RunMaker } from './run-maker.ts';
import { workspaceTools } from './tools/workspace-tools.ts';

export type EnginePorts = NodePorts & {
  readonly nodes: NodeRegistry;
  readonly executors: ExecutorRegistry;
  readonly store: RunStore;
  readonly publisher: Pick<EventHub, 'publish'>;
  /** Concurrent appends. @defaultValue 1, for databases whose connections share one session */
  readonly maxCommitsInFlight?: number;
  /** Backoff of a commit while the database is unreachable. @defaultValue 15 s in all */
  readonly commitRetryDelaysMs?: readonly number[];
  /** Where runs are queued: their rows, and the transport that announces them. */
  readonly shared?: { readonly queued: QueuedRuns; readonly queue: RunQueue };
  /**
   * Ends the leases of runs that this process cannot resume, such as those of a newer build, so
   * that other processes claim them.
   * @defaultValue none: this is the only process, and events of a newer build are ignored
   */
  readonly handOverRuns?: ((runIds: readonly string[]) => Promise<unknown>) | undefined;
  /** No other process uses the database, so no newer build can resume a run. */
  readonly isAlone?: boolean;
};

/** Lost runs claimed in one query. */
const CLAIM_BATCH = 50;
/** How long a stopped run may take to end before its command stays unacknowledged, in milliseconds. */
const STOP_GRACE_MS = 10_000;

/** The longest delay of a decision whose signal was lost, in milliseconds. */
const SWEEP_EVERY_MS = 30_000;

type Unopened = { readonly claimed: ClaimedRun; readonly reason: ResumeReason | undefined };

/**
 * Compiles workflows, executes runs, and resumes those of lost processes. Independent of HTTP, the
 * database and the pages.
 */
export class Engine implements RunService {
  readonly #ports: EnginePorts;
  readonly #preparer: WorkflowPreparer;
  readonly #commit: GroupCommit;
  readonly #maker: RunMaker;
  readonly #threads = new Map<string, RunThread>();
  /** Queued runs that are being claimed and opened. */
  readonly #claiming = new Map<string, Promise<unknown>>();
  /** Suspended and lost runs that are being claimed and opened. */
  readonly #reopening = new Map<string, Promise<RunThread | undefined>>();
  /**
   * Claimed and not open: being opened, or to be retried by the next sweep. No other process can
   * claim them.
   */
  readonly #unopened = new Map<string, Unopened>();
  readonly #newer: NewerRuns;
  readonly #unstored: UnstoredRuns | undefined;
  readonly #madeAtMs: number;
  readonly #closing = new AbortController();
  readonly #sweeps: SweepTimer;
  #resuming: Promise<number> = Promise.resolve(0);

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#preparer = new WorkflowPreparer(ports);
    this.#newer = new NewerRuns(ports.clock);
    this.#sweeps = new SweepTimer(ports.clock);
    const { handOverRuns, clock } = ports;
    if (handOverRuns) this.#unstored = new UnstoredRuns({ handOverRuns, clock, signal: this.#closing.signal });
    this.#madeAtMs = ports.clock.now();
    this.#commit = new GroupCommit(ports.store, ports.publisher, {
      maxInFlight: ports.maxCommitsInFlight ?? 1,
      ...(ports.commitRetryDelaysMs && { retryDelaysMs: ports.commitRetryDelaysMs }),
    });
    this.#maker = new RunMaker({
      ports,
      preparer: this.#preparer,
      committer: this.#commit,
      assertOpen: () => this.#assertOpen(),
    });
  }

  async start(asked: StartRun): Promise<StartedRun> {
    const { run, prepared } = await this.#maker.make(asked);
    const accepted = run.log.committed();
    accepted.catch(() => {});
    if (asked.session) {
      await accepted;
      const turn = await this.#ports.store.openTurn(run.runId);
      if (turn) beginTurn(run, turn);
    }
    return { runId: run.runId, accepted, outcome: this.#launch(run, prepared, this.#ports.clock.now()).outcome };
  }

  /** A validated, compiled workflow. @throws {AppError} `workflow-invalid` */
  prepare(workflow: Workflow): Promise<PreparedWorkflow> {
    return this.#preparer.prepare(workflow);
  }

  /**
   * As `start`, for a graph that has the workflow's steps as its own nodes.
   * @param firstPass gets the run; resolves when every step has run, or when the run is stopped
   */
  async startWithin(asked: StartRun, firstPass: (run: RunContext) => Promise<void>): Promise<StartedRun & { run: RunContext }> {
    const { run, prepared } = await this.#maker.make(asked);
    const accepted = run.log.committed();
    accepted.catch(() => {});
    let passes = 0;
    const runPlan: RunPlan = (context) => (passes++ === 0 ? firstPass(context) : prepared.runPlan(context));
    const { outcome } = this.#launch(run, { plan: prepared.plan, runPlan }, this.#ports.clock.now());
    return { runId: run.runId, run, accepted, outcome };
  }

  /** Resumes a suspended run with the stored decisions, and waits until it ends or is suspended again. */
  async resume(runId: string): Promise<RunOutcome> {
    const thread = this.#threads.get(runId) ?? (await this.#reopen(runId, 'decided'));
    if (!thread) throw new AppError('not-found', `There is no suspended run ${runId}`);
    thread.resume(await this.#ports.store.readDecisions(runId), []);
    return thread.outcome;
  }

  /** Stops a run that this process executes. */
  cancel(runId: string): void {
    this.#threads.get(runId)?.stop();
  }

  /**
   * Creates a run with status `queued`, for any process; `start` creates one that this process executes.
   * @param options `position`: 1 for the head of the queue
   * @returns the run, and when it is stored
   */
  async admit(asked: StartRun, { position }: { position: number }): Promise<{ queued: QueuedRun; stored: Promise<void> }> {
    const { run } = await this.#maker.make(asked);
    return this.#queue(run, { position, workspaceId: asked.workspaceId });
  }

  #queue(
    { runId, log }: RunContext,
    { position, workspaceId }: { position: number; workspaceId: WorkspaceId },
  ): { queued: QueuedRun; stored: Promise<void> } {
    log.head.status = 'queued';
    log.emit({ type: 'queued', position });
    return { queued: { workspaceId, runId, leaseToken: 1 }, stored: log.committed() };
  }

  async readOutcome(runId: string): Promise<RunOutcome | undefined> {
    return readOutcome(runId, this.#ports.store);
  }

  plan(asked: StartRun): Promise<RunOutline> {
    return this.#maker.plan(asked);
  }

  /**
   * Claims and executes a queued run, or one with pending signals. Resolves when it ended, was
   * suspended or lost its lease; at once when it cannot be claimed. Idempotent.
   * @param options `onOpen`: called when its log has been read
   * @returns whether it was claimed
   */
  async take(
    offered: Pick<QueuedRun, 'workspaceId' | 'runId'>,
    { onOpen = () => {} }: { onOpen?: () => void } = {},
  ): Promise<boolean> {
    const { runId } = offered;
    // A job and a sweep may bring it at once: the second one sees what the first one did.
    for (let before = this.#claiming.get(runId); before; before = this.#claiming.get(runId)) await before.catch(() => {});
    if (this.#threads.has(runId)) {
      await this.resumeWithDecisions(runId);
      return false;
    }
    this.#assertOpen();
    if (this.#newer.isLeft(runId)) return false;
    const taking = this.#takeQueued(offered).finally(() => this.#claiming.delete(runId));
    this.#claiming.set(runId, taking);
    const thread = await taking;
    if (thread) onOpen();
    await thread?.outcome.catch(() => {});
    return thread !== undefined;
  }

  async #takeQueued(offered: Pick<QueuedRun, 'workspaceId' | 'runId'>): Promise<RunThread | undefined> {
    const { runId } = offered;
    const allowsPoisonRuns = this.#ports.clock.now() >= this.#madeAtMs + POISON_RUN_MIN_UPTIME_MS;
    const claimed = await this.#ports.shared?.queued.claim(offered, { allowsPoisonRuns });
    if (!claimed) return undefined;
    this.#unopened.set(runId, { claimed, reason: undefined });
    return this.#reopen(runId, 'process_lost').catch(async (error: unknown) => {
      // Another process may be able to open it.
      await this.#handOver(runId);
      throw error;
    });
  }

  async #handOver(runId: string): Promise<void> {
    this.#unopened.delete(runId);
    await this.#ports.handOverRuns?.([runId]);
  }

  /** Stops all runs without logging anything: this process has lost its lease, and others claim them. */
  abandon(): void {
    this.#unopened.clear();
    for (const thread of this.#threads.values()) thread.run.log.lose();
  }

  /** A command or decision of a run was stored. Applied if this process executes the run. */
  async onSignal(runId: string): Promise<void> {
    if (!this.#threads.has(runId)) return;
    const commands = await this.#ports.store.readCommands(runId);
    if (commands.some(isStop)) await this.stop(runId, { graceMs: STOP_GRACE_MS });
    else await this.resumeWithDecisions(runId);
  }

  async runNode(call: Omit<StartRun, 'mode'> & { readonly nodeId: string }): Promise<NodeRunResult & { runId?: string }> {
    this.#assertOpen();
    const { workspaceId, workflow, workflowId, inputs, nodeId, traceparent } = call;
    const { nodes, executors } = this.#ports;
    return runSingleNode(workflow, nodeId, {
      inputs,
      nodes,
      executors,
      open: async (document, known) => {
        const documentHash = hashDocument(document);
        const identity: RunIdentity = {
          runId: this.#ports.newId('run'),
          workspaceId,
          workflowId: workflowId ?? null,
          workflowName: workflow.name,
          documentHash,
          mode: 'node',
          inputs: inputsText(inputs),
          nodeId,
        };
        await this.#ports.store.saveDocument(documentHash, document);
        this.#assertOpen();
        const tools = await workspaceTools(this.#ports.tools, workspaceId);
        const run = this.#maker.begin(identity, { workflow, inputs, traceparent }, tools);
        for (const [id, result] of known) run.results.end(id, result);
        return run;
      },
      launch: (run, prepared) => this.#launch(run, prepared, this.#ports.clock.now()),
    });
  }

  async previewPrompt(node: PreviewedNode): Promise<PromptPreviewResult> {
    this.#assertOpen();
    const { previewPrompt } = await import('./preview-prompt.ts');
    return previewPrompt(node, this.#ports);
  }

  async stop(runId: string, { graceMs }: { graceMs: number }): Promise<StopAnswer> {
    // The command is stored: a closing process leaves it to the next one.
    const isClosing = this.#closing.signal.aborted;
    const thread = this.#threads.get(runId) ?? (isClosing ? undefined : await this.#reopen(runId, 'stop_requested'));
    if (!thread) return 'not-held';
    const commands = (await this.#ports.store.readCommands(runId)).filter(isStop);
    if (commands.length > 0) thread.stop();
    const settled = new AbortController();
    const graceOver = this.#ports.clock.sleep(graceMs, settled.signal);
    const outcome = await Promise.race([thread.outcome, graceOver]).catch(() => undefined);
    settled.abort();
    if (!outcome) return 'stopping';
    // It was logging its suspension already.
    if (outcome.status === 'waiting' && commands.length > 0) return this.stop(runId, { graceMs });
    // Acknowledged only when the run's end is stored: after a crash before that, the next process
    // applies the command.
    await this.#ports.store.acknowledgeCommands(commands.map((command) => command.commandId));
    return 'stopped';
  }

  async resumeWithDecisions(runId: string): Promise<void> {
    this.#assertOpen();
    try {
      for (;;) {
        const thread = this.#threads.get(runId) ?? (await this.#reopen(runId, 'decided'));
        if (!thread) return;
        const decisions = await this.#ports.store.readDecisions(runId);
        const commands = (await this.#ports.store.readCommands(runId)).filter((command) => command.kind === 'continue');
        if (thread.resume(decisions, commands)) return await this.#acknowledge(thread.run, commands);
        // It is logging its suspension and has not seen this decision.
        await thread.outcome.catch(() => {});
      }
    } catch (error) {
      this.#assertOpen();
      throw error;
    }
  }

  /**
   * Acknowledges commands once the log has them. After a crash before that, the next process finds
   * them in the log.
   */
  async #acknowledge({ log }: RunContext, commands: readonly { readonly commandId: string }[]): Promise<void> {
    if (commands.length === 0) return;
    await log.committed();
    await this.#ports.store.acknowledgeCommands(commands.map(({ commandId }) => commandId));
  }

  /**
   * Expires approvals, and resumes every suspended run with a decision or a stop command, whose
   * signal may have been lost.
   * @returns when to sweep again, in milliseconds
   * @throws the first error; the other runs were resumed, and the next sweep retries
   */
  async sweepApprovals(): Promise<number> {
    const { store, clock } = this.#ports;
    const errors: unknown[] = [];
    const resumeAll = async (runIds: readonly string[]) => {
      for (const runId of runIds) await this.resumeWithDecisions(runId).catch((error: unknown) => errors.push(error));
    };
    await resumeAll([...this.#unopened.keys()]);
    // Lost runs that are in no queue: handed over by an older build, or postponed by this process.
    if (!this.#ports.shared) await this.resumeLostRuns().catch((error: unknown) => errors.push(error));
    const { runIds, nextAtMs } = await store.expireApprovals(clock.now());
    await resumeAll(runIds);
    for (let pending: readonly string[] | undefined; !pending || (pending.length === CLAIM_BATCH && errors.length === 0); ) {
      pending = await store.findRunsWithPendingSignals(CLAIM_BATCH);
      await resumeAll(pending);
    }
    if (errors.length > 0) throw errors[0];
    return Math.max(0, Math.min(SWEEP_EVERY_MS, (nextAtMs ?? Number.POSITIVE_INFINITY) - clock.now()));
  }

  /**
   * Sweeps until the engine is closed. `onError` gets the error of a failed sweep, and the next one
   * retries.
   */
  async watchApprovals({ onError }: { onError: (error: unknown) => void }): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#sweeps.begin();
      const waitMs = await this.sweepApprovals().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        return SWEEP_EVERY_MS;
      });
      await this.#sweeps.untilNext(waitMs, signal);
    }
  }

  /**
   * Claims the runs of lost processes and resumes them from their logs. The sweeps retry.
   * @returns how many
   */
  resumeLostRuns(): Promise<number> {
    // Sequential: a process may claim one possible poison run at a time.
    const resuming = this.#resuming.then(() => this.#resumeLost());
    this.#resuming = resuming.catch(() => 0);
    return resuming;
  }

  async #resumeLost(): Promise<number> {
    for (let count = 0; ; ) {
      if (this.#closing.signal.aborted) return count;
      const claimed = await this.#ports.store.claimLostRuns(CLAIM_BATCH, { except: this.#newer.runIds });
      for (const run of claimed) this.#unopened.set(run.runId, { claimed: run, reason: 'process_lost' });
      for (const { runId } of claimed) if (this.#unopened.has(runId)) await this.#reopen(runId, 'process_lost').catch(() => {});
      count += claimed.length;
      if (claimed.length < CLAIM_BATCH) return count;
    }
  }

  /** Possible poison runs are claimed one at a time: the next one when this has ended. */
  #resumeNextAfter({ outcome }: RunThread): void {
    const resume = () => void this.resumeLostRuns().catch(() => {});
    outcome.then(resume, resume);
  }

  /**
   * Stops claiming runs, stores their logs, and gives them up: the next process resumes them.
   * @param options `drainMs`: how long to wait for side effects in progress, so that none is of
   * unknown outcome.
   * @defaultValue 0
   */
  async close({ drainMs = 0 }: { drainMs?: number } = {}): Promise<void> {
    this.#closing.abort();
    await this.#resuming;
    await Promise.allSettled(this.#reopening.values());
    const threads = [...this.#threads.values()];
    if (drainMs > 0) await this.#drain(threads, drainMs);
    await Promise.allSettled(threads.map((thread) => thread.run.log.committed()));
    for (const thread of threads) thread.run.log.close();
    await Promise.allSettled(threads.map((thread) => thread.outcome));
  }

  async #drain(threads: readonly RunThread[], drainMs: number): Promise<void> {
    const settled = new AbortController();
    const drainOver = this.#ports.clock.sleep(drainMs, settled.signal).catch(() => {});
    await Promise.race([drainOver, Promise.allSettled(threads.map(({ run }) => run.ledger.freeze()))]);
    settled.abort();
  }

  /**
   * Opens a run with pending signals or a claim; undefined when there is none. Concurrent calls
   * share the thread.
   */
  #reopen(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
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

  async #claim(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    this.#assertOpen();
    if (!this.#unopened.has(runId)) {
      if (this.#newer.isLeft(runId)) return undefined;
      if (reason === 'decided' && (await this.#enqueue(runId))) return this.#threads.get(runId);
      const claimed = await this.#ports.store.claimWaitingRun(runId);
      if (!claimed) return this.#threads.get(runId);
      this.#unopened.set(runId, { claimed, reason });
    }
    const unopened = this.#unopened.get(runId) as Unopened;
    const { run, startedAtMs, isStopping, applied, ...plan } = await reopenRun(unopened.claimed, {
      reason: unopened.reason,
      leavesNewer: this.#ports.handOverRuns !== undefined && !this.#ports.isAlone,
      ports: this.#ports,
      committer: this.#commit,
      preparer: this.#preparer,
      closing: this.#closing.signal,
    });
    this.#unopened.delete(runId);
    const thread = this.#launch(run, plan, startedAtMs);
    if (isPossiblePoison(unopened.claimed.crashCount ?? 0) && !this.#ports.shared) this.#resumeNextAfter(thread);
    // In the background, so that other runs open meanwhile.
    if (isStopping) this.stop(runId, { graceMs: STOP_GRACE_MS }).catch(() => {});
    this.#acknowledge(
      run,
      applied.map((commandId) => ({ commandId })),
    ).catch(() => {});
    return thread;
  }

  /**
   * Where runs are queued, a resumed run is enqueued like a new one: it needs its turn in its
   * session and a permit.
   */
  async #enqueue(runId: string): Promise<boolean> {
    const { shared } = this.#ports;
    if (!shared) return false;
    const run = await shared.queued.get(runId);
    // Does not fail with the queue: the sweeps find the run.
    if (run) await shared.queue.enqueue([run]).catch(() => {});
    return true;
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw shuttingDown();
  }

  #launch(run: RunContext, { plan, runPlan }: Pick<PreparedWorkflow, 'plan' | 'runPlan'>, startedAtMs: number): RunThread {
    return this.#keep(new RunThread(run, plan, { runPlan, startedAtMs }));
  }

  #keep(thread: RunThread): RunThread {
    const { runId } = thread.run;
    this.#threads.set(runId, thread);
    const forget = () => void this.#threads.delete(runId);
    const onEnd = (outcome: RunOutcome) => {
      forget();
      // Other processes learn of the time by their next sweep.
      if (outcome.resumesAt !== undefined) this.#sweeps.moveTo(Date.parse(outcome.resumesAt));
    };
    thread.outcome.then(onEnd, (error: unknown) => {
      forget();
      if (!isLeftToOthers(error) && thread.run.log.isStored) this.#unstored?.add(runId);
    });
    return thread;
  }
}

/** The run is another process's now, or the next one's here. */
function isLeftToOthers(error: unknown): boolean {
  return AppError.is(error) && ['lease-lost', 'unavailable'].includes(error.code);
}

function isStop({ kind }: RunCommand): boolean {
  return kind === 'stop';
}
