import { AppError } from '#lib/errors/app-error.ts';
import type { PromptPreviewResult } from '#lib/ports/prompt-preview.ts';
import type { QueuedRun } from '#lib/ports/run-queue.ts';
import type {
  NodeRunResult,
  RunOutcome,
  RunOutline,
  RunService,
  StartedRun,
  StartRun,
  StopAnswer,
} from '#lib/ports/run-service.ts';
import type { RunCommand, RunIdentity, WorkspaceId } from '#lib/ports/run-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { ApprovalSweeps } from './approval-sweeps.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { PreviewedNode } from './preview-prompt.ts';
import { beginTurn } from './run/begin-turn.ts';
import type { RunPlan } from './run/compile-run.ts';
import { GroupCommit } from './run/log/group-commit.ts';
import { hashDocument, type PreparedWorkflow, WorkflowPreparer } from './run/prepare-workflow.ts';
import { readOutcome } from './run/read-outcome.ts';
import { shuttingDown } from './run/reopen-run.ts';
import { inputsText } from './run/run-inputs.ts';
import { runSingleNode } from './run/run-single-node.ts';
import { RunThread } from './run/run-thread.ts';
import type { RunContext } from './run/scopes/run-context.ts';
import { UnstoredRuns } from './run/unstored-runs.ts';
import { type OpenedRun, RunClaims } from './run-claims.ts';
import { RunMaker } from './run-maker.ts';
import { workspaceTools } from './tools/workspace-tools.ts';

/** How long a stopped run may take to end before its command stays unacknowledged, in milliseconds. */
const STOP_GRACE_MS = 10_000;

/**
 * Compiles workflows, and executes runs: those it starts, and those it claims from the queue, such as
 * the ones of lost processes. Independent of HTTP, the database and the pages.
 */
export class Engine implements RunService {
  readonly #ports: EnginePorts;
  readonly #preparer: WorkflowPreparer;
  readonly #commit: GroupCommit;
  readonly #maker: RunMaker;
  readonly #claims: RunClaims;
  readonly #threads = new Map<string, RunThread>();
  /** Queued runs that are being claimed and opened. */
  readonly #claiming = new Map<string, Promise<unknown>>();
  readonly #unstored: UnstoredRuns;
  readonly #closing = new AbortController();
  readonly #sweeps: ApprovalSweeps;

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#preparer = new WorkflowPreparer(ports);
    this.#sweeps = new ApprovalSweeps({
      store: ports.store,
      clock: ports.clock,
      resume: (runId) => this.resumeWithDecisions(runId),
    });
    this.#unstored = new UnstoredRuns({
      // One that this process has claimed again meanwhile stays.
      handOverRuns: (runIds) => ports.shared.queued.handOver(runIds.filter((runId) => !this.#isExecuting(runId))),
      clock: ports.clock,
      signal: this.#closing.signal,
    });
    this.#commit = new GroupCommit(ports.store, ports.publisher, {
      maxInFlight: ports.maxCommitsInFlight ?? 1,
      ...(ports.isWatched && { isWatched: ports.isWatched }),
      ...(ports.commitRetryDelaysMs && { retryDelaysMs: ports.commitRetryDelaysMs }),
    });
    this.#maker = new RunMaker({
      ports,
      preparer: this.#preparer,
      committer: this.#commit,
      assertOpen: () => this.#assertOpen(),
    });
    this.#claims = new RunClaims({
      ports,
      preparer: this.#preparer,
      committer: this.#commit,
      threads: this.#threads,
      closing: this.#closing.signal,
      onOpen: (opened) => this.#runOpened(opened),
      onStuck: (runId) => this.#unstored.add(runId),
    });
  }

  async start(asked: StartRun): Promise<StartedRun> {
    const { run, prepared } = await this.#maker.make(asked);
    if (asked.session) {
      await run.log.committed();
      const turn = await this.#ports.store.openTurn(run.runId);
      if (turn) beginTurn(run, turn);
    }
    const { outcome } = this.#launch(run, prepared, this.#ports.clock.now());
    let accepted: Promise<void> | undefined;
    return {
      runId: run.runId,
      // A caller that waits for the end does not ask: a short run is then stored at once, when it has ended.
      get accepted() {
        if (!accepted) {
          accepted = run.log.committed();
          accepted.catch(() => {});
        }
        return accepted;
      },
      outcome,
    };
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

  /**
   * Resumes a suspended run with the stored decisions and commands, without its turn in the queue.
   * @returns when it ends or is suspended again
   * @throws {AppError} `not-found`: it is not suspended, or nothing was decided
   */
  async resume(runId: string): Promise<RunOutcome> {
    const thread = await this.#applySignals(runId, () => this.#claims.reopen(runId, 'decided'));
    if (!thread) throw new AppError('not-found', `There is no suspended run ${runId}`);
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
    if (this.#claims.isLeft(runId)) return false;
    const taking = this.#claims.takeQueued(offered).finally(() => this.#claiming.delete(runId));
    this.#claiming.set(runId, taking);
    const thread = await taking;
    if (thread) onOpen();
    await thread?.outcome.catch(() => {});
    return thread !== undefined;
  }

  /** Stops all runs without logging anything: this process has lost its lease, and others claim them. */
  abandon(): void {
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
    const thread = this.#threads.get(runId) ?? (isClosing ? undefined : await this.#claims.reopen(runId, 'stop_requested'));
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

  /**
   * Applies decisions and continue commands of a run that this process executes. Any other is offered to
   * the queue like a new one: it needs its turn in its session and a permit.
   */
  async resumeWithDecisions(runId: string): Promise<void> {
    this.#assertOpen();
    try {
      const thread = await this.#applySignals(runId, async () => this.#claims.opening(runId));
      if (!thread) await this.#offer(runId);
    } catch (error) {
      this.#assertOpen();
      throw error;
    }
  }

  /** @param open is called while this process does not execute the run; undefined ends the attempts */
  async #applySignals(runId: string, open: () => Promise<RunThread | undefined>): Promise<RunThread | undefined> {
    const { store } = this.#ports;
    for (;;) {
      const thread = this.#threads.get(runId) ?? (await open());
      if (!thread) return undefined;
      const decisions = await store.readDecisions(runId);
      const commands = (await store.readCommands(runId)).filter((command) => command.kind === 'continue');
      if (thread.resume(decisions, commands)) {
        await this.#acknowledge(thread.run, commands);
        return thread;
      }
      // It is logging its suspension and has not seen this decision.
      await thread.outcome.catch(() => {});
    }
  }

  #isExecuting(runId: string): boolean {
    return this.#threads.has(runId) || this.#claims.opening(runId) !== undefined;
  }

  /** Does not fail with the queue: the sweeps find the run. */
  async #offer(runId: string): Promise<void> {
    const { queued, queue } = this.#ports.shared;
    const run = await queued.get(runId);
    if (run) await queue.enqueue([run]).catch(() => {});
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

  /** Expires approvals once: see `ApprovalSweeps`. @returns when to sweep again, in milliseconds */
  sweepApprovals(): Promise<number> {
    return this.#sweeps.sweep();
  }

  /** Expires approvals until the engine is closed. `onError` gets the error of a failed sweep. */
  watchApprovals({ onError }: { onError: (error: unknown) => void }): Promise<void> {
    return this.#sweeps.run({ signal: this.#closing.signal, onError });
  }

  /**
   * Stops claiming runs, stores their logs, and gives them up: the next process resumes them.
   * @param options `drainMs`: how long to wait for side effects in progress, so that none is of
   * unknown outcome.
   * @defaultValue 0
   */
  async close({ drainMs = 0 }: { drainMs?: number } = {}): Promise<void> {
    this.#closing.abort();
    await this.#claims.settle();
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

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw shuttingDown();
  }

  #runOpened({ run, plan, startedAtMs, isStopping, applied }: OpenedRun): RunThread {
    const thread = this.#launch(run, plan, startedAtMs);
    // In the background, so that other runs open meanwhile.
    if (isStopping) this.stop(run.runId, { graceMs: STOP_GRACE_MS }).catch(() => {});
    const commands = applied.map((commandId) => ({ commandId }));
    this.#acknowledge(run, commands).catch(() => {});
    return thread;
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
      if (!isLeftToOthers(error) && thread.run.log.isStored) this.#unstored.add(runId);
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
