import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { type ClaimedRun, type RunStore, SUSPICION } from '#lib/ports/run-store.ts';
import type { NodeError, RunEventOf, StoredEvent } from '#lib/run/run-event.ts';
import type { ExecutorRegistry } from '../contract/define-executor.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import type { Committer } from './log/run-log.ts';
import { openRun } from './open-run.ts';
import { preparePart } from './prepare-part.ts';
import type { PreparedWorkflow, WorkflowPreparer } from './prepare-workflow.ts';
import { readLog } from './restore/read-log.ts';
import { type LostRun, readLostRun } from './restore/read-lost-run.ts';
import { prepareSingleNode } from './run-single-node.ts';
import type { NodePorts, RunContext } from './scopes/run-context.ts';

const NOTHING: Plan = { steps: [], outlets: { kind: 'sinks', nodes: [] } };

export type ResumeReason = RunEventOf<'run_resumed'>['reason'];

type Reopening = {
  /** Undefined where the log says it: the run was queued, whatever for. */
  readonly reason: ResumeReason | undefined;
  /** Whether other processes may know what this build does not. @defaultValue false */
  readonly leavesNewer?: boolean | undefined;
  readonly ports: NodePorts & { readonly store: RunStore; readonly nodes: NodeRegistry; readonly executors: ExecutorRegistry };
  readonly committer: Committer;
  readonly preparer: WorkflowPreparer;
  /** Aborts when this process starts nothing any more. */
  readonly closing: AbortSignal;
};

/** A run as another process, or a wait, left it: what is decided is known, and the rest of its plan is ready to run. */
export type ReopenedRun = Pick<PreparedWorkflow, 'plan' | 'runPlan'> & {
  readonly run: RunContext;
  readonly startedAtMs: number;
  /** It was asked to stop while nobody held it, or its process died while it was stopping: nothing of it starts. */
  readonly isStopping: boolean;
  /** Ids of the commands to go on that its log says are obeyed, once that is stored. */
  readonly obeyed: readonly string[];
};

/**
 * Opens a run that this process has claimed from its log. All that may fail is read before anything is written, so that a run that could not be opened
 * may be tried again. One that this build cannot go on with is opened all the same, to end as failed and say why.
 * @throws {AppError} `unavailable` when the server is shutting down
 */
export async function reopenRun(
  claimed: ClaimedRun,
  { reason, leavesNewer = false, ports, committer, preparer, closing }: Reopening,
): Promise<ReopenedRun> {
  const { runId, leaseToken, lastSeq, inputs } = claimed;
  const { store, nodes } = ports;
  const document = await store.readDocument(claimed.documentHash);
  const events = await readLog(runId, store);
  const lost = readLostRun({ document, inputs, events }, nodes);
  if (lost.isNewer && leavesNewer) throw new NewerRun(runId);
  // After the claim: whatever is decided or commanded later finds that the run is being opened, and waits for that.
  const decisions = await store.readDecisions(runId);
  const commands = await store.readCommands(runId);
  const isStopping = commands.some(({ kind }) => kind === 'stop');
  const goesOn = commands.filter((command) => command.kind === 'continue');
  if (closing.aborted) throw shuttingDown();
  const run = openRun(claimed, { ...lost, leaseToken, lastSeq }, { ports, committer });
  const said = saidOf(reason, { isStopping, isContinued: goesOn.length > 0, isFresh: lost.isFresh, events });
  if (said) run.log.emit({ type: 'run_resumed', reason: said });
  if (lost.restored.error) run.fail(lost.restored.error, { isLogged: true });
  else if ((claimed.takeovers ?? 0) >= SUSPICION.proven) run.fail(workerLost(lost));
  run.learn(decisions);
  for (const command of goesOn) run.goOn(command);
  if (isStopping) run.end({ status: 'cancelled', reason: 'stopped' });
  // Waiting for people is no time of the run's own.
  const startedAtMs = claimed.createdAtMs + lost.restored.waitedMs;
  const obeyed = goesOn.map(({ commandId }) => commandId);
  return { run, startedAtMs, isStopping, obeyed, ...(await planOf(run, { lost, claimed, ports, preparer })) };
}

/** A newer build has written of this run what this one does not know: it is left to a process of that build. Nothing was written. */
export class NewerRun extends Error {
  constructor(runId: string) {
    super(`A newer version of Threadloom has worked on the run ${runId}, and only such a one can go on with it`);
  }
}

type Known = {
  readonly isStopping: boolean;
  readonly isContinued: boolean;
  readonly isFresh: boolean;
  readonly events: readonly StoredEvent[];
};

function saidOf(reason: ResumeReason | undefined, { isStopping, isContinued, isFresh, events }: Known): ResumeReason | undefined {
  const said = reason ?? (isFresh ? undefined : reasonOf(events, isStopping));
  return said === 'decided' && isContinued ? 'continued' : said;
}

function reasonOf(events: readonly StoredEvent[], isStopping: boolean): ResumeReason {
  if (isStopping) return 'stop_requested';
  return events.at(-1)?.type === 'done' ? 'decided' : 'process_lost';
}

function workerLost({ restored: { left } }: LostRun): NodeError {
  const [nodeId, ...others] = left.keys();
  const where = nodeId === undefined ? '' : ` in ${[nodeId, ...others].join(', ')}`;
  return {
    code: 'worker-lost',
    message: `Its process ended at least three times in a row${where}, so the run is not tried again by itself`,
    ...(nodeId !== undefined && { nodeId }),
    hint: 'Look in the log of the server for what ended it: most often memory ran out. Then start the run again with the same inputs',
  };
}

export function shuttingDown(): AppError {
  return new AppError('unavailable', 'The server is shutting down and starts no more runs');
}

type Planning = Pick<Reopening, 'ports' | 'preparer'> & { readonly lost: LostRun; readonly claimed: ClaimedRun };

/** What is left to run: nothing of a run that this build cannot go on with, which is not tried at every start. */
async function planOf(
  run: RunContext,
  { lost: { workflow, problem, inputs, restored }, claimed: { mode, nodeId }, ports, preparer }: Planning,
): Promise<Pick<PreparedWorkflow, 'plan' | 'runPlan'>> {
  const giveUp = (code: string, message: string) => {
    run.fail({ code, message });
    return { plan: NOTHING, runPlan: async () => {} };
  };
  if (problem) return giveUp('log-unreadable', `What is stored of this run cannot be read: ${problem}`);
  if (!workflow) return giveUp('workflow-invalid', 'The document of this run cannot be read by this version');
  try {
    if (mode !== 'node') return preparePart(await preparer.prepare(workflow), restored.until);
    const prepared = await prepareSingleNode(workflow, nodeId ?? '', { ...ports, inputs });
    for (const [id, result] of prepared.before) run.results.set(id, result);
    return prepared;
  } catch (error) {
    return giveUp('workflow-invalid', `This version cannot go on with the run: ${(error as Error).message}`);
  }
}
