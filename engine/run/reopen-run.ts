import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { ClaimedRun, RunStore } from '#lib/ports/run-store.ts';
import { POISON_CRASH_COUNT } from '#lib/run/poison-run.ts';
import type { NodeError, RunEventOf, StoredEvent } from '#lib/run/run-event.ts';
import type { ExecutorRegistry } from '../contract/define-executor.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { workspaceTools } from '../tools/workspace-tools.ts';
import { beginTurn } from './begin-turn.ts';
import type { Committer } from './log/run-log.ts';
import { openRun } from './open-run.ts';
import { preparePart } from './prepare-part.ts';
import type { PreparedWorkflow, WorkflowPreparer } from './prepare-workflow.ts';
import { readLog } from './restore/read-log.ts';
import { type LostRun, readLostRun } from './restore/read-lost-run.ts';
import { prepareSingleNode } from './run-single-node.ts';
import type { RunContext } from './scopes/run-context.ts';
import type { NodePorts } from './scopes/run-scope.ts';

const NOTHING: Plan = { steps: [], outlets: { kind: 'sinks', nodes: [] } };

export type ResumeReason = RunEventOf<'run_resumed'>['reason'];

type Reopening = {
  /** Undefined for a queued run: its log has the reason. */
  readonly reason: ResumeReason | undefined;
  /** Whether runs of a newer build are left to other processes. @defaultValue false */
  readonly leavesNewer?: boolean | undefined;
  readonly ports: NodePorts & { readonly store: RunStore; readonly nodes: NodeRegistry; readonly executors: ExecutorRegistry };
  readonly committer: Committer;
  readonly preparer: WorkflowPreparer;
  /** Aborts when this process starts to shut down. */
  readonly closing: AbortSignal;
};

/** A run restored from its log: nodes that ended are known, and the rest of its plan is ready to run. */
export type ReopenedRun = Pick<PreparedWorkflow, 'plan' | 'runPlan'> & {
  readonly run: RunContext;
  readonly startedAtMs: number;
  /** A stop command is stored: nothing of it starts. */
  readonly isStopping: boolean;
  /** Ids of the continue commands that its log has as applied, once that is stored. */
  readonly applied: readonly string[];
};

/**
 * Opens a claimed run from its log. Everything that may fail is read before anything is written, so
 * that a failed open can be retried. A run that this build cannot resume is opened as well, to end
 * as failed with the reason.
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
  const tools = await workspaceTools(ports.tools, claimed.workspaceId);
  const lost = readLostRun({ document, inputs, events }, nodes);
  if (lost.isNewer && leavesNewer) throw new NewerRun(runId);
  // After the claim: a later decision or command finds the open in progress and waits for it.
  const decisions = await store.readDecisions(runId);
  const commands = await store.readCommands(runId);
  const isStopping = commands.some(({ kind }) => kind === 'stop');
  const continues = commands.filter((command) => command.kind === 'continue');
  const turn = claimed.session && !lost.restored.session && !lost.problem ? await store.openTurn(runId) : undefined;
  if (closing.aborted) throw shuttingDown();
  const run = openRun(claimed, { ...lost, leaseToken, lastSeq }, { ports: { ...ports, tools }, committer });
  const resumeReason = resumeReasonOf(reason, { isStopping, isContinued: continues.length > 0, isFresh: lost.isFresh, events });
  if (resumeReason) run.log.emit({ type: 'run_resumed', reason: resumeReason });
  if (turn) beginTurn(run, turn);
  if (lost.restored.error) run.fail(lost.restored.error, { isLogged: true });
  else if ((claimed.crashCount ?? 0) >= POISON_CRASH_COUNT.confirmed) run.fail(workerLost(lost));
  run.applyDecisions(decisions);
  for (const command of continues) run.applyCommand(command);
  if (isStopping) run.end({ status: 'cancelled', reason: 'stopped' });
  // Time spent suspended does not count as duration.
  const { waitedMs, suspendedAt } = lost.restored;
  const suspendedMs = suspendedAt === undefined ? 0 : Math.max(0, ports.clock.now() - suspendedAt);
  const startedAtMs = claimed.createdAtMs + waitedMs + suspendedMs;
  const applied = continues.map(({ commandId }) => commandId);
  return { run, startedAtMs, isStopping, applied, ...(await planOf(run, { lost, claimed, ports, preparer })) };
}

/** The log or document was written by a newer build, which has to resume the run. Nothing was written. */
export class NewerRun extends Error {
  constructor(runId: string) {
    super(`Run ${runId} was written by a newer version of Threadloom and needs that version to resume`);
  }
}

type Known = {
  readonly isStopping: boolean;
  readonly isContinued: boolean;
  readonly isFresh: boolean;
  readonly events: readonly StoredEvent[];
};

function resumeReasonOf(
  reason: ResumeReason | undefined,
  { isStopping, isContinued, isFresh, events }: Known,
): ResumeReason | undefined {
  const known = reason ?? (isFresh ? undefined : reasonOf(events, isStopping));
  return known === 'decided' && isContinued ? 'continued' : known;
}

function reasonOf(events: readonly StoredEvent[], isStopping: boolean): ResumeReason {
  if (isStopping) return 'stop_requested';
  return events.at(-1)?.type === 'done' ? 'decided' : 'process_lost';
}

function workerLost({ restored: { started } }: LostRun): NodeError {
  const [nodeId, ...others] = started.keys();
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

/** The plan of what is left to run; an empty one, with the run failed, where this build cannot resume it. */
async function planOf(
  run: RunContext,
  { lost: { workflow, problem, inputs, restored }, claimed: { mode, nodeId }, ports, preparer }: Planning,
): Promise<Pick<PreparedWorkflow, 'plan' | 'runPlan'>> {
  const failWith = (code: string, message: string) => {
    run.fail({ code, message });
    return { plan: NOTHING, runPlan: async () => {} };
  };
  if (problem) return failWith('log-unreadable', `What is stored of this run cannot be read: ${problem}`);
  if (!workflow) return failWith('workflow-invalid', 'The document of this run cannot be read by this version');
  try {
    if (mode !== 'node') return preparePart(await preparer.prepareStarted(workflow), restored.until);
    const prepared = await prepareSingleNode(workflow, nodeId ?? '', { ...ports, inputs });
    for (const [id, result] of prepared.before) run.results.end(id, result);
    return prepared;
  } catch (error) {
    return failWith('workflow-invalid', `This version cannot resume the run: ${(error as Error).message}`);
  }
}
