import type { RunIdentity } from '#lib/ports/run-store.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RestoredRun } from './restore-results.ts';
import { type NodePorts, RunContext } from './run-context.ts';
import { type Committer, RunLog } from './run-log.ts';

/** Where a run begins: at its first event, or where a process that died left it. */
export type RunBeginning = {
  readonly workflow: Workflow | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly leaseToken: number;
  readonly lastSeq: number;
  readonly restored?: RestoredRun;
};

/** Makes the log and the state of a run. Nothing is written and nothing starts. */
export function openRun(
  identity: RunIdentity,
  { workflow, inputs, leaseToken, lastSeq, restored }: RunBeginning,
  { ports, committer }: { ports: NodePorts; committer: Committer },
): RunContext {
  const log = new RunLog({
    identity: pickIdentity(identity),
    leaseToken,
    lastSeq,
    committer,
    clock: ports.clock,
    // Without its log the run is nobody's: it lets go, and whoever holds the lease, or the next start, goes on.
    onFailure: () => run.end({ status: 'failed', reason: 'worker_lost' }),
  });
  const run: RunContext = new RunContext({
    log,
    ports,
    inputs,
    mode: identity.mode,
    defaultModel: workflow?.settings.defaultModel,
    limits: workflow?.settings.limits ?? {},
    known: restored?.known ?? new Map(),
    usage: restored?.usage ?? NO_USAGE,
    steps: restored?.steps ?? 0,
  });
  return run;
}

/** Writes a run's first event. */
export function emitRunStarted(
  run: RunContext,
  { runId, workflowId, workflowName, documentHash, mode }: RunIdentity,
  inputs: Readonly<Record<string, unknown>>,
): void {
  run.log.emit({
    type: 'run_started',
    runId,
    ...(workflowId && { workflowId }),
    workflowName,
    documentHash,
    mode,
    inputs: inputs as Record<string, never>,
  });
}

/** A claimed run carries more than its identity, and a batch holds exactly what the log was given. */
function pickIdentity({
  runId,
  workspaceId,
  workflowId,
  workflowName,
  documentHash,
  mode,
  inputs,
  nodeId,
  deployment,
}: RunIdentity): RunIdentity {
  const identity = { runId, workspaceId, workflowId, workflowName, documentHash, mode, inputs, nodeId };
  return deployment ? { ...identity, deployment } : identity;
}
