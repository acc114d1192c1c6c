import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { NodeRunResult, RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { ClaimedRun, RunIdentity, RunStore } from '#lib/ports/run-store.ts';
import type { RunEventOf, StoredEvent } from '#lib/run/run-event.ts';
import { parseRunInputs, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Plan } from './compile/plan-workflow.ts';
import type { ExecutorRegistry } from './executors/define-executor.ts';
import { hashDocument, type PreparedWorkflow, WorkflowPreparer } from './prepare-workflow.ts';
import { GroupCommit } from './thread/group-commit.ts';
import { emitRunStarted, openRun, type RunBeginning } from './thread/open-run.ts';
import { type LostRun, readLostRun } from './thread/read-lost-run.ts';
import type { NodePorts, RunContext } from './thread/run-context.ts';
import { prepareSingleNode, runSingleNode } from './thread/run-single-node.ts';
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
};

/** Runs taken over in one go after a crash. */
const CLAIM_BATCH = 50;
/** How long a run that is told to stop while it is taken over may take to let go. */
const STOP_GRACE_MS = 10_000;
/** Events of a lost run read in one go. */
const READ_BATCH = 5000;

/** How long a decision that nobody told the engine of may lie, in milliseconds. */
const SWEEP_EVERY_MS = 30_000;
/** Between two sweeps, however much expires, in milliseconds. */
const MIN_SWEEP_MS = 500;
const NOTHING: Plan = { steps: [], outlets: { kind: 'sinks', nodes: [] } };

type ResumeReason = RunEventOf<'run_resumed'>['reason'];

/** The engine: compiles workflows, runs them, and takes up what a dead process left. Knows no HTTP, no database and no page. */
export class Engine implements RunService {
  readonly #ports: EnginePorts;
  readonly #preparer: WorkflowPreparer;
  readonly #commit: GroupCommit;
  readonly #threads = new Map<string, RunThread>();
  readonly #closing = new AbortController();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#preparer = new WorkflowPreparer(ports);
    this.#commit = new GroupCommit(ports.store, ports.publisher, {
      maxInFlight: ports.maxCommitsInFlight ?? 1,
      ...(ports.commitRetryDelaysMs && { retryDelaysMs: ports.commitRetryDelaysMs }),
    });
  }

  async start({ workspaceId, workflow, workflowId, inputs, mode, deployment }: StartRun): Promise<StartedRun> {
    this.#assertOpen();
    const prepared = await this.#preparer.prepare(workflow);
    const values = checkInputs(workflow, inputs);
    const identity: RunIdentity = {
      runId: this.#ports.newId('run'),
      workspaceId,
      workflowId: workflowId ?? null,
      workflowName: workflow.name,
      documentHash: prepared.documentHash,
      mode,
      inputs: JSON.stringify(values),
      nodeId: null,
      ...(deployment && { deployment }),
    };
    await this.#ports.store.saveDocument(prepared.documentHash, prepared.document);
    this.#assertOpen();
    const run = this.#open(identity, { workflow, inputs: values, leaseToken: 1, lastSeq: 0 });
    emitRunStarted(run, identity, values);
    const accepted = run.log.committed();
    accepted.catch(() => {});
    return { runId: identity.runId, accepted, outcome: this.#launch(run, prepared, this.#ports.clock.now()).outcome };
  }

  async runNode(call: Omit<StartRun, 'mode'> & { readonly nodeId: string }): Promise<NodeRunResult & { runId?: string }> {
    this.#assertOpen();
    const { workspaceId, workflow, workflowId, inputs, nodeId } = call;
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
          inputs: JSON.stringify(inputs),
          nodeId,
        };
        await this.#ports.store.saveDocument(documentHash, document);
        this.#assertOpen();
        const run = this.#open(identity, { workflow, inputs, leaseToken: 1, lastSeq: 0 });
        for (const [id, result] of known) run.results.set(id, result);
        emitRunStarted(run, identity, inputs);
        return run;
      },
      launch: (run, prepared) => this.#launch(run, prepared, this.#ports.clock.now()),
    });
  }

  async obey(runId: string, { graceMs }: { graceMs: number }): Promise<'stopped' | 'stopping' | 'not-held'> {
    const thread = this.#threads.get(runId) ?? (await this.#wake(runId, 'stop_requested'));
    if (!thread) return 'not-held';
    const commands = await this.#ports.store.readCommands(runId);
    if (commands.length > 0) thread.stop();
    const patience = new AbortController();
    const hasEnded = thread.outcome.then(
      () => true,
      () => false,
    );
    const isOver = this.#ports.clock.sleep(graceMs, patience.signal).then(
      () => false,
      () => false,
    );
    const isStopped = await Promise.race([hasEnded, isOver]);
    patience.abort();
    // Acknowledged only when the run's end is stored: a process that dies or fails before that leaves the command for the next one.
    if (isStopped) await this.#ports.store.acknowledgeCommands(commands.map((command) => command.commandId));
    return isStopped ? 'stopped' : 'stopping';
  }

  async takeUpDecisions(runId: string): Promise<void> {
    this.#assertOpen();
    const thread = this.#threads.get(runId);
    if (thread) {
      if (thread.goOn(await this.#ports.store.readDecisions(runId))) return;
      // It is writing down that it waits, without having heard of this decision.
      await thread.outcome.catch(() => {});
    }
    await this.#wake(runId, 'decided');
  }

  /**
   * Decides what nobody decided in time, and goes on with every waiting run that has a decision, or was asked to stop: those of approvals that expired, and
   * those whose process ended before it could act on it. @returns when to look again, in milliseconds
   */
  async sweepApprovals(): Promise<number> {
    const { store, clock } = this.#ports;
    const { runIds, nextAtMs } = await store.expireApprovals(clock.now());
    for (const runId of runIds) await this.takeUpDecisions(runId);
    for (;;) {
      const told = await store.findToldRuns(CLAIM_BATCH);
      for (const runId of told) await this.takeUpDecisions(runId);
      if (told.length < CLAIM_BATCH) break;
    }
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

  /** Takes over every run whose process is gone and lets it go on from its log. @returns how many */
  async resumeLostRuns(): Promise<number> {
    let count = 0;
    for (;;) {
      const claimed = await this.#ports.store.claimLostRuns(CLAIM_BATCH);
      for (const run of claimed) await this.#resume(run, 'process_lost');
      count += claimed.length;
      if (claimed.length < CLAIM_BATCH) return count;
    }
  }

  /** Stops taking runs, stores what their logs hold, and lets go of them: the next process takes them up where they are. */
  async close(): Promise<void> {
    this.#closing.abort();
    const threads = [...this.#threads.values()];
    await Promise.allSettled(threads.map((thread) => thread.run.log.committed()));
    for (const thread of threads) thread.run.log.close();
    await Promise.allSettled(threads.map((thread) => thread.outcome));
  }

  /** Takes a waiting run up again; undefined when it is not waiting. */
  async #wake(runId: string, reason: ResumeReason): Promise<RunThread | undefined> {
    const claimed = await this.#ports.store.claimWaitingRun(runId);
    return claimed ? this.#resume(claimed, reason) : this.#threads.get(runId);
  }

  async #resume(claimed: ClaimedRun, reason: ResumeReason): Promise<RunThread> {
    const { runId, leaseToken, lastSeq } = claimed;
    const { store, nodes } = this.#ports;
    const document = await store.readDocument(claimed.documentHash);
    const lost = readLostRun({ document, inputs: claimed.inputs, events: await this.#readLog(runId) }, nodes);
    const run = this.#open(claimed, { ...lost, leaseToken, lastSeq });
    run.log.emit({ type: 'run_resumed', reason });
    if (lost.restored.error) run.fail(lost.restored.error, { isLogged: true });
    run.approvals.learn(await store.readDecisions(runId));
    const isToldToStop = async () => (await store.readCommands(runId)).length > 0;
    // Before anything starts: it was asked to stop while nobody held it, or its process died while it was stopping.
    const isStopping = await isToldToStop();
    if (isStopping) run.end({ status: 'cancelled', reason: 'stopped' });
    const thread = await this.#relaunch(run, { lost, claimed });
    // What was decided meanwhile found nobody to take it up, and neither did a command. The other runs need not wait for that.
    thread.goOn(await store.readDecisions(runId));
    if (isStopping || (await isToldToStop())) this.obey(runId, { graceMs: STOP_GRACE_MS }).catch(() => {});
    return thread;
  }

  /** A run that this build cannot go on with ends as failed and says why; it is not tried at every start. */
  async #relaunch(
    run: RunContext,
    {
      lost: { workflow, problem, restored, inputs },
      claimed: { mode, nodeId, createdAtMs },
    }: { lost: LostRun; claimed: ClaimedRun },
  ): Promise<RunThread> {
    // Waiting for people is no time of the run's own.
    const startedAtMs = createdAtMs + restored.waitedMs;
    const giveUp = (code: string, message: string) => {
      run.fail({ code, message });
      return this.#launch(run, { plan: NOTHING, runPlan: async () => {} }, startedAtMs);
    };
    if (problem) return giveUp('log-unreadable', `What is stored of this run cannot be read: ${problem}`);
    if (!workflow) return giveUp('workflow-invalid', 'The document of this run cannot be read by this version');
    try {
      if (mode !== 'node') return this.#launch(run, await this.#preparer.prepare(workflow), startedAtMs);
      const prepared = await prepareSingleNode(workflow, nodeId ?? '', { ...this.#ports, inputs });
      for (const [id, result] of prepared.before) run.results.set(id, result);
      return this.#launch(run, prepared, startedAtMs);
    } catch (error) {
      return giveUp('workflow-invalid', `This version cannot go on with the run: ${(error as Error).message}`);
    }
  }

  async #readLog(runId: string): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let afterSeq = 0; ; ) {
      const stored = await this.#ports.store.readEvents(runId, afterSeq, READ_BATCH);
      const last = stored.at(-1);
      if (!last) return events;
      // not by spreading: a page may hold more than a call takes arguments
      for (const event of stored) events.push(event);
      afterSeq = last.seq;
    }
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw new AppError('unavailable', 'The server is shutting down and starts no more runs');
  }

  #open(identity: RunIdentity, found: RunBeginning): RunContext {
    return openRun(identity, found, { ports: this.#ports, committer: this.#commit });
  }

  #launch(run: RunContext, { plan, runPlan }: Pick<PreparedWorkflow, 'plan' | 'runPlan'>, startedAtMs: number): RunThread {
    return this.#keep(new RunThread(run, plan, { runPlan, startedAtMs }));
  }

  #keep(thread: RunThread): RunThread {
    const { runId } = thread.run;
    this.#threads.set(runId, thread);
    const forget = () => void this.#threads.delete(runId);
    thread.outcome.then(forget, forget);
    return thread;
  }
}

function checkInputs(workflow: Workflow, inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const start = workflow.nodes.find((node) => node.type === 'start');
  const parsed = parseRunInputs({ inputs: startInputsSchema.parse(start?.config.inputs ?? []) }, inputs);
  if (parsed.ok) return parsed.values;
  const [first] = parsed.problems;
  throw new AppError('inputs-invalid', first?.message ?? 'The inputs do not fit', { details: { problems: parsed.problems } });
}
