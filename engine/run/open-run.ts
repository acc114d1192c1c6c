import type { RunPart } from '#lib/ports/run-service.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import type { NewRunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { RunApprovals } from './approvals/run-approvals.ts';
import { RunBreakpoints } from './approvals/run-breakpoints.ts';
import { EffectLedger } from './effects/effect-ledger.ts';
import { RunLimits } from './limits/run-limits.ts';
import { type Committer, RunLog } from './log/run-log.ts';
import { type RestoredRun, restoreResults } from './restore/restore-results.ts';
import { type NodePorts, RunContext } from './scopes/run-context.ts';
import { Conversations } from './state/conversations.ts';

/** Where a run begins: at its first event, or where a process that died left it. */
export type RunBeginning = {
  readonly workflow: Workflow | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly leaseToken: number;
  readonly lastSeq: number;
  readonly restored?: RestoredRun;
  /** Of the request that started it; of a run that was taken up its log says so. */
  readonly traceparent?: string | undefined;
};

const FRESH = restoreResults([]);

/** Makes the log and the state of a run. Nothing is written and nothing starts. */
export function openRun(
  identity: RunIdentity,
  { workflow, inputs, leaseToken, lastSeq, restored = FRESH, traceparent = restored.traceparent }: RunBeginning,
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
  const { model, toolNames } = identity.deployment ?? {};
  log.spend(restored.usage);
  const approvals = new RunApprovals(log, ports, restored.approvals);
  for (const nodeId of restored.known.keys()) approvals.withdraw(nodeId);
  const run: RunContext = new RunContext({
    log,
    // What a caller narrowed stays narrow: the identity comes with the run wherever it is taken up.
    ports: toolNames ? { ...ports, tools: { ...ports.tools, allowed: new Set(toolNames) } } : ports,
    approvals,
    breakpoints: new RunBreakpoints(log, restored.breakpoints),
    ledger: new EffectLedger(log, approvals, restored.effects),
    conversations: Conversations.restore(workflow, restored.ended),
    restored,
    inputs,
    mode: identity.mode,
    traceparent,
    defaultModel: model ?? workflow?.settings.defaultModel,
    limits: new RunLimits(workflow?.settings.limits ?? {}, restored.approvals),
  });
  return run;
}

/** A run's first event. */
export function runStarted(
  { runId, workflowId, workflowName, documentHash, mode, fork }: RunIdentity,
  inputs: Readonly<Record<string, unknown>>,
  { until, breakpoints, traceparent }: RunPart & { readonly traceparent?: string | undefined } = {},
): NewRunEvent {
  return {
    type: 'run_started',
    runId,
    ...(workflowId && { workflowId }),
    workflowName,
    documentHash,
    mode,
    inputs: inputs as Record<string, never>,
    ...(fork && { forkOf: fork.of, changes: fork.changes }),
    ...(until && { until: [...until] }),
    ...(breakpoints && { breakpoints: [...breakpoints] }),
    ...(traceparent !== undefined && { traceparent }),
  };
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
  fork,
}: RunIdentity): RunIdentity {
  const identity = { runId, workspaceId, workflowId, workflowName, documentHash, mode, inputs, nodeId };
  return { ...identity, ...(deployment && { deployment }), ...(fork && { fork }) };
}
