import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { QueuedRun, QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import type { NodeRunResult, RunOutcome, RunOutline, RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import {
  type ClaimedRun,
  isSuspect,
  type RunCommand,
  type RunIdentity,
  type RunStore,
  SUSPECT_AFTER_MS,
  type WorkspaceId,
} from '#lib/ports/run-store.ts';
import type { ExecutorRegistry } from './executors/define-executor.ts';
import { hashDocument, type PreparedWorkflow, WorkflowPreparer } from './prepare-workflow.ts';
import { UnstoredRuns } from './queue/unstored-runs.ts';
import { inputsText } from './run-inputs.ts';
import { RunMaker } from './run-maker.ts';
import { GroupCommit } from './thread/group-commit.ts';
import { NewerRuns } from './thread/newer-runs.ts';
import { readOutcome } from './thread/read-outcome.ts';
import { NewerRun, type ResumeReason, reopenRun, shuttingDown } from './thread/reopen-run.ts';
import type { NodePorts, RunContext } from './thread/run-context.ts';
import { runSingleNode } from './thread/run-single-node.ts';
import { RunThread } from './thread/run-thread.ts';

export type EnginePorts = NodePorts & {
  readonly nodes: NodeRegistry;
  readonly executors: ExecutorRegistry;
  readonly store: RunStore;
  readonly publisher: Pick<EventHub, 'publish'>;
  /** Appends on their way at once. @defaultValue 1, which is right where all connections share one session */
  readonly maxCommitsInFlight?: number;
  /** How long to wait before each further try at a commit while the database is away. @defaultValue about a quarter of a minute in all */
  readonly commitRetryDelaysMs?: readonly number[];
  /** Where workers take runs from a queue: the rows of runs that wait for one, and what carries word of them. */
  readonly shared?: { readonly queued: QueuedRuns; readonly queue: RunQueue };
  /**
   * Where other processes work on the same database: gives runs back that this one has claimed and cannot go on with. Some may be of a newer build.
   * @defaultValue nobody else is there, and what this build does not know is passed over
   */
  readonly giveBack?: ((runIds: readonly string[]) => Promise<unknown>) | undefined;
  /** Nobody else works on the database, so there is no newer build to leave a run to. */
  readonly isAlone?: boolean;
};

/** Runs taken over in one go after a crash. */
const CLAIM_BATCH = 50;
/** How long a run that is told to stop while it is taken over may take to let go. */
const STOP_GRACE_MS = 10_000;

/** How long a decision that nobody told the engine of may lie, in milliseconds. */
const SWEEP_EVERY_MS = 30_000;
/** Between two sweeps, however much expires, in milliseconds. */
const MIN_SWEEP_MS = 500;

type Unopened = { readonly claimed: ClaimedRun; readonly reason: ResumeReason | undefined };

/** The engine: compiles workflows, runs them, and takes up what a dead process left. Knows no HTTP, no database and no page. */
export class Engine implements RunService {
  readonly #ports: EnginePorts;
  readonly #preparer: WorkflowPreparer;
  readonly #commit: GroupCommit;
  readonly #maker: RunMaker;
  readonly #threads = new Map<string, RunThread>();
  /** Queued runs that are being claimed and opened. */
  readonly #taking = new Map<string, Promise<unknown>>();
  /** Runs that are being claimed and opened. */
  readonly #waking = new Map<string, Promise<RunThread | undefined>>();
  /** Runs that this process has claimed and not opened yet: it is about to, or could not and tries again. Nobody else will. */
  readonly #unopened = new Map<string, Unopened>();
  readonly #newer: NewerRuns;
  readonly #unstored: UnstoredRuns | undefined;
  readonly #madeAtMs: number;
  readonly #closing = new AbortController();
  #resuming: Promise<number> = Promise.resolve(0);

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#preparer = new WorkflowPreparer(ports);
    this.#newer = new NewerRuns(ports.clock);
    const { giveBack, clock } = ports;
    if (giveBack) this.#unstored = new UnstoredRuns({ giveBack, clock, signal: this.#closing.signal });
    this.#madeAtMs = ports.clock.now();
    this.#commit = new GroupCommit(ports.store, ports.publisher, {
      maxInFlight: ports.maxCommitsInFlight ?? 1,
      ...(ports.commitRetryDelaysMs && { retryDelaysMs: ports.commitRetryDelaysMs }),
    });
    this.#maker = new RunMaker({
      ...{ ports, preparer: this.#preparer, committer: this.#commit },
      assertOpen: () => this.#assertOpen(),
    });
  }

  async start(asked: StartRun): Promise<StartedRun> {
    const { run, prepared } = await this.#maker.make(asked);
    const accepted = run.log.committed();
    accepted.catch(() => {});
    return { runId: run.runId, accepted, outcome: this.#launch(run, prepared, this.#ports.clock.now()).outcome };
  }

  /**
   * Makes a run that is `queued`, for whichever process takes it; `start` makes one that runs here.
   * @param options `position`: 1 for the next to be taken
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
   * Takes a queued run, or one that has news, and goes on with it. Resolves when it has ended, waits for people or was lost here; at once when it is not to be
   * had. Repeating it does no harm.
   * @param options `onOpen`: called when its log has been read and it goes on
   * @returns whether it was had, so that there may be room for another one now
   */
  async take(
    offered: Pick<QueuedRun, 'workspaceId' | 'runId'>,
    { onOpen = () => {} }: { onOpen?: () => void } = {},
  ): Promise<boolean> {
    const { runId } = offered;
    // A job and a look for what has none may bring it at once: the second finds what became of it by the first.
    for (let before = this.#taking.get(runId); before; before = this.#taking.get(runId)) await before.catch(() => {});
    if (this.#threads.has(runId)) {
      await this.takeUpDecisions(runId);
      return false;
    }
    this.#assertOpen();
    if (this.#newer.isLeft(runId)) return false;
    const taking = this.#takeQueued(offered).finally(() => this.#taking.delete(runId));
    this.#taking.set(runId, taking);
    const thread = await taking;
    if (thread) onOpen();
    await thread?.outcome.catch(() => {});
    return thread !== undefined;
  }

  async #takeQueued(offered: Pick<QueuedRun, 'workspaceId' | 'runId'>): Promise<RunThread | undefined> {
    const { runId } = offered;
    const mayTrySuspect = this.#ports.clock.now() >= this.#madeAtMs + SUSPECT_AFTER_MS;
    const claimed = await this.#ports.shared?.queued.claim(offered, { mayTrySuspect });
    if (!claimed) return undefined;
    this.#unopened.set(runId, { claimed, reason: undefined });
    return this.#wake(runId, 'process_lost').catch(async (error: unknown) => {
      // What cannot be opened here is another process's to try.
      await this.#giveBack(runId);
      throw error;
    });
  }

  async #giveBack(runId: string): Promise<void> {
    this.#unopened.delete(runId);
    await this.#ports.giveBack?.([runId]);
  }

  /** Lets go of every run at once: this process has lost its lease, and others have them. */
  abandon(): void {
    this.#unopened.clear();
    for (const thread of this.#threads.values()) thread.run.log.lose();
  }

  /** Something was commanded or decided about a run: done, if it is this process that has it. */
  async heed(runId: string): Promise<void> {
    if (!this.#threads.has(runId)) return;
    const commands = await this.#ports.store.readCommands(runId);
    if (commands.some(isStop)) await this.obey(runId, { graceMs: STOP_GRACE_MS });
    else await this.takeUpDecisions(runId);
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
        const run = this.#maker.begin(identity, { workflow, inputs, traceparent });
        for (const [id, result] of known) run.results.set(id, result);
        return run;
      },
      launch: (run, prepared) => this.#launch(run, prepared, this.#ports.clock.now()),
    });
  }

  async obey(runId: string, { graceMs }: { graceMs: number }): Promise<'stopped' | 'stopping' | 'not-held'> {
    // The command is stored: what a process that is closing does not hold it leaves to the next one.
    const isClosing = this.#closing.signal.aborted;
    const thread = this.#threads.get(runId) ?? (isClosing ? undefined : await this.#wake(runId, 'stop_requested'));
    if (!thread) return 'not-held';
    const commands = (await this.#ports.store.readCommands(runId)).filter(isStop);
    if (commands.length > 0) thread.stop();
    const patience = new AbortController();
    const isOver = this.#ports.clock.sleep(graceMs, patience.signal);
    const outcome = await Promise.race([thread.outcome, isOver]).catch(() => undefined);
    patience.abort();
    if (!outcome) return 'stopping';
    // It was writing down already that it waits.
    if (outcome.status === 'waiting' && commands.length > 0) return this.obey(runId, { graceMs });
    // Acknowledged only when the run's end is stored: a process that dies or fails before that leaves the command for the next one.
    await this.#ports.store.acknowledgeCommands(commands.map((command) => command.commandId));
    return 'stopped';
  }

  async takeUpDecisions(runId: string): Promise<void> {
    this.#assertOpen();
    try {
      for (;;) {
        const thread = this.#threads.get(runId) ?? (await this.#wake(runId, 'decided'));
        if (!thread) return;
        const decisions = await this.#ports.store.readDecisions(runId);
        const commands = (await this.#ports.store.readCommands(runId)).filter((command) => command.kind === 'continue');
        if (thread.goOn(decisions, commands)) return await this.#acknowledge(thread.run, commands);
        // It is writing down that it waits, and has not heard of this decision.
        await thread.outcome.catch(() => {});
      }
    } catch (error) {
      this.#assertOpen();
      throw error;
    }
  }

  /** What its log says was obeyed. A process that dies before leaves the commands to the next one, which reads there that they were. */
  async #acknowledge({ log }: RunContext, commands: readonly { readonly commandId: string }[]): Promise<void> {
    if (commands.length === 0) return;
    await log.committed();
    await this.#ports.store.acknowledgeCommands(commands.map(({ commandId }) => commandId));
  }

  /**
   * Decides what nobody decided in time, and goes on with every waiting run that has a decision, or was asked to stop: those of approvals that expired, and
   * those whose process ended before it could act on it. @returns when to look again, in milliseconds
   * @throws what the first run met that could not be taken up; the others were, and that one is tried again by the next sweep
   */
  async sweepApprovals(): Promise<number> {
    const { store, clock } = this.#ports;
    const errors: unknown[] = [];
    const takeUp = async (runIds: readonly string[]) => {
      for (const runId of runIds) await this.takeUpDecisions(runId).catch((error: unknown) => errors.push(error));
    };
    await takeUp([...this.#unopened.keys()]);
    // What nobody holds any more, where no queue brings it: given back by a process of an older build, or left for later by this one.
    if (!this.#ports.shared) await this.resumeLostRuns().catch((error: unknown) => errors.push(error));
    const { runIds, nextAtMs } = await store.expireApprovals(clock.now());
    await takeUp(runIds);
    for (let told: readonly string[] | undefined; !told || (told.length === CLAIM_BATCH && errors.length === 0); ) {
      told = await store.findToldRuns(CLAIM_BATCH);
      await takeUp(told);
    }
    if (errors.length > 0) throw errors[0];
    return Math.max(0, Math.min(SWEEP_EVERY_MS, (nextAtMs ?? Number.POSITIVE_INFINITY) - clock.now()));
  }

  /** Sweeps until the engine is closed. A sweep that fails is told to `onError`, and the next one tries again. */
  async watchApprovals({ onError }: { onError: (error: unknown) => void }): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const waitMs = await this.sweepApprovals().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        return SWEEP_EVERY_MS;
      });
      await this.#ports.clock.sleep(Math.max(waitMs, MIN_SWEEP_MS), signal).catch(() => {});
    }
  }

  /** Takes over the runs whose process is gone and lets them go on from their logs. One that cannot be opened is left to the sweeps. @returns how many */
  resumeLostRuns(): Promise<number> {
    // One after the other: what may be taken depends on what this process has already.
    const resuming = this.#resuming.then(() => this.#resumeLost());
    this.#resuming = resuming.catch(() => 0);
    return resuming;
  }

  async #resumeLost(): Promise<number> {
    for (let count = 0; ; ) {
      if (this.#closing.signal.aborted) return count;
      const claimed = await this.#ports.store.claimLostRuns(CLAIM_BATCH, { except: this.#newer.runIds });
      for (const run of claimed) this.#unopened.set(run.runId, { claimed: run, reason: 'process_lost' });
      for (const { runId } of claimed) if (this.#unopened.has(runId)) await this.#wake(runId, 'process_lost').catch(() => {});
      count += claimed.length;
      if (claimed.length < CLAIM_BATCH) return count;
    }
  }

  /** Those of a lost process that may have ended it are taken over one at a time: the next one when this has ended. */
  #resumeNextAfter({ outcome }: RunThread): void {
    const resume = () => void this.resumeLostRuns().catch(() => {});
    outcome.then(resume, resume);
  }

  /**
   * Stops taking runs, stores what their logs hold, and lets go of them: the next process takes them up where they are.
   * @param options `drainMs`: how long to wait for what happens outside and must not happen twice, so that nobody has to be asked whether it did.
   * @defaultValue 0
   */
  async close({ drainMs = 0 }: { drainMs?: number } = {}): Promise<void> {
    this.#closing.abort();
    await this.#resuming;
    await Promise.allSettled(this.#waking.values());
    const threads = [...this.#threads.values()];
    if (drainMs > 0) await this.#drain(threads, drainMs);
    await Promise.allSettled(threads.map((thread) => thread.run.log.committed()));
    for (const thread of threads) thread.run.log.close();
    await Promise.allSettled(threads.map((thread) => thread.outcome));
  }

  async #drain(threads: readonly RunThread[], drainMs: number): Promise<void> {
    const patience = new AbortController();
    const isOver = this.#ports.clock.sleep(drainMs, patience.signal).catch(() => {});
    await Promise.race([isOver, Promise.allSettled(threads.map(({ run }) => run.ledger.freeze()))]);
    patience.abort();
  }

  /** Takes up a run that waits and was told something, or that is claimed and not open yet; undefined when there is nothing of it to be taken up here. Who comes meanwhile gets the same thread. */
  #wake(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const known = this.#waking.get(runId);
    if (known) return known;
    const waking = this.#claim(runId, reason)
      .catch((error: unknown) => this.#leaveToNewer(runId, error))
      .finally(() => this.#waking.delete(runId));
    this.#waking.set(runId, waking);
    return waking;
  }

  /** Whoever asked for it, a run of a newer build is held here by nobody: one that was told something is told by a process that knows it. */
  async #leaveToNewer(runId: string, error: unknown): Promise<undefined> {
    if (!(error instanceof NewerRun)) throw error;
    this.#newer.leave(runId);
    await this.#giveBack(runId);
  }

  async #claim(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    this.#assertOpen();
    if (!this.#unopened.has(runId)) {
      if (this.#newer.isLeft(runId)) return undefined;
      if (reason === 'decided' && (await this.#isOffered(runId))) return this.#threads.get(runId);
      const claimed = await this.#ports.store.claimWaitingRun(runId);
      if (!claimed) return this.#threads.get(runId);
      this.#unopened.set(runId, { claimed, reason });
    }
    const unopened = this.#unopened.get(runId) as Unopened;
    const { run, startedAtMs, isStopping, obeyed, ...plan } = await reopenRun(unopened.claimed, {
      reason: unopened.reason,
      leavesNewer: this.#ports.giveBack !== undefined && !this.#ports.isAlone,
      ports: this.#ports,
      committer: this.#commit,
      preparer: this.#preparer,
      closing: this.#closing.signal,
    });
    this.#unopened.delete(runId);
    const thread = this.#launch(run, plan, startedAtMs);
    if (isSuspect(unopened.claimed.takeovers ?? 0) && !this.#ports.shared) this.#resumeNextAfter(thread);
    // The other runs need not wait for that.
    if (isStopping) this.obey(runId, { graceMs: STOP_GRACE_MS }).catch(() => {});
    this.#acknowledge(
      run,
      obeyed.map((commandId) => ({ commandId })),
    ).catch(() => {});
    return thread;
  }

  /** Where runs are queued, one that goes on takes its turn in its session and a place in a worker, as one that begins does. */
  async #isOffered(runId: string): Promise<boolean> {
    const { shared } = this.#ports;
    if (!shared) return false;
    const run = await shared.queued.get(runId);
    // A queue that is away is no matter of the run: whoever has room looks for it.
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
    thread.outcome.then(forget, (error: unknown) => {
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
